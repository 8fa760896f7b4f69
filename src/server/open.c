/* An id that cannot be guessed, a secret for the shuffles, and the first entries of the log. */
#include "server/open.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_ID = 20 };

static int try_entries(const room *r, const opening_entries *entries, int64_t now, tm_why *why)
{
    for (int i = 0; i < entries->n; i++) {
        const int status = room_add((room *)r, now, tm_span_of(entries->text[i]), why);
        if (status) return status;
    }
    return TM_OK;
}

static void fill(job *j, const tm_change *first, const char *id, tm_text *opening, const room *r,
                 const opening_entries *entries, int64_t now)
{
    tm_change *change = j->changes;
    char *at = j->pool;
    if (first) *change++ = *first;
    change->kind = TM_CHANGE_OPEN;
    change->text.at = memcpy(at, opening->at, opening->len);
    change->text.len = opening->len;
    change->listed = r->opening.listed;
    change->at = now;
    at += (opening->len + 15) / 16 * 16;
    tm_entry *list = (tm_entry *)at;
    at += (size_t)entries->n * sizeof *list;
    for (int i = 0; i < entries->n; i++) {
        const size_t len = strlen(entries->text[i]);
        list[i].at = now;
        list[i].text.at = memcpy(at, entries->text[i], len);
        list[i].text.len = (uint32_t)len;
        at += len;
    }
    change++;
    change->kind = TM_CHANGE_LOG;
    change->n_entries = (uint32_t)entries->n;
    change->entries = list;
    change++;
    for (int i = 0; i < entries->n_people; i++, change++) {
        change->kind = TM_CHANGE_PRESENT;
        memcpy(change->person, entries->people[i], sizeof change->person);
        change->at = now;
    }
    for (tm_change *c = j->changes + (first ? 1 : 0); c < change; c++) {
        strcpy(c->table, id);
        c->follows = c > j->changes;
    }
}

job *open_job(server *s, room_opening *opening, const opening_entries *entries, const tm_change *first, tm_id out_id,
              tm_why *why)
{
    uint8_t secret[TM_FAIR_BYTES];
    const int64_t now = server_now();
    tm_text text;
    job *j = NULL;
    server_random(out_id, TABLE_ID);
    randombytes_buf(secret, sizeof secret);
    tm_fair_init(&opening->fair, opening->setup.n_seats, secret);
    sodium_memzero(secret, sizeof secret);
    tm_text_init(&text, s->scratch, SCRATCH);
    room_opening_write(opening, &text);
    room *r = room_new(out_id, now, opening);
    if (!r) {
        room_opening_free(opening);
        tm_why_not(why, TM_ESPACE, "out of memory");
        return NULL;
    }
    if (try_entries(r, entries, now, why) == TM_OK) {
        size_t bytes = text.len + 16;
        for (int i = 0; i < entries->n; i++) bytes += sizeof(tm_entry) + strlen(entries->text[i]);
        j = job_new(2 + entries->n_people + (first ? 1 : 0), bytes, NULL, NULL);
        if (j)
            fill(j, first, out_id, &text, r, entries, now);
        else
            tm_why_not(why, TM_ESPACE, "out of memory");
    }
    room_free(r);
    if (j) s->metrics.opened++;
    return j;
}
