#include "server/report.h"

#include <stdlib.h>
#include <string.h>

#include "server/clean.h"
#include "server/hall.h"

enum { TEXT_MAX = 4096, RANDOM = 8 }; /* bytes of a report; what sets two of the same moment apart */

/* Who said it; empty if the entry is something else. */
static const char *person_in(const room_entry *entry)
{
    const char *tab = entry->kind == ENTRY_CHAT && entry->text ? strchr(entry->text, '\t') : NULL;
    return tab ? tab + strlen(tab) + 1 : "";
}

static bool is_called(const viewer *v, const char *person, const char *who)
{
    char own[WHO_LENGTH + 1];
    if (!*person) return false;
    viewer_who(v, person, own);
    return strcmp(own, who) == 0;
}

/* The person at this table whom the viewer calls so; NULL if there is none. */
static const char *find(const viewer *v, const char *who)
{
    const room *r = v->room;
    for (int i = 0; i < r->opening.setup.n_seats; i++)
        if (r->seats[i].kind == SEAT_PERSON && is_called(v, r->seats[i].person, who)) return r->seats[i].person;
    for (uint32_t i = r->n_entries; i-- > 0;)
        if (is_called(v, person_in(&r->entries[i]), who)) return person_in(&r->entries[i]);
    return NULL;
}

/* Only ids and a place in the log: whoever reads the report finds the names and what was said in the store, as long as they are
 * there. */
static void compose(const line *by, const char *person, const char *reason, int64_t now, tm_text *out)
{
    const char *const pairs[][2] = {
        {"table", by->viewer.room->id}, {"by", by->person.id}, {"about", person}, {"text", reason}};
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "at");
    tm_json_int(&json, now);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        tm_json_key(&json, pairs[k][0]);
        tm_json_str(&json, pairs[k][1]);
    }
    tm_json_key(&json, "n");
    tm_json_int(&json, by->viewer.room->n_entries);
    tm_json_close(&json, '}');
}

/* Who is told when it is stored. */
typedef struct receipt {
    line *line;
    char re[RE_MAX + 1];
} receipt;

static void acknowledge(job *j)
{
    receipt *r = j->context;
    if (j->status)
        line_error(r->line, r->re, TM_EIO, NULL);
    else if (r->line->live)
        line_ok(r->line, r->re, r->line->live->n_stored);
    line_drop(r->line);
    free(r);
}

static int store(line *by, const char *re, int64_t now, const tm_text *text, tm_why *why)
{
    receipt *r = calloc(1, sizeof *r);
    job *j = job_new(1, text->len, acknowledge, r);
    char random[RANDOM + 1];
    tm_text name;
    if (!r || !j) {
        free(r);
        if (j) job_free(j);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    r->line = by;
    line_hold(by);
    strncpy(r->re, re, RE_MAX);
    server_random(random, RANDOM);
    tm_text_init(&name, j->changes[0].fact, sizeof j->changes[0].fact);
    tm_put_str(&name, TM_REPORT_PREFIX);
    tm_put_int(&name, now);
    tm_put_fmt(&name, ".%s", random);
    j->changes[0].kind = TM_CHANGE_FACT;
    j->changes[0].once = true;
    j->changes[0].text.at = memcpy(j->pool, text->at, text->len);
    j->changes[0].text.len = text->len;
    writer_put(&by->server->writer, j);
    return TM_OK;
}

int report_write(line *by, const char *re, const char *who, const char *text, tm_why *why)
{
    char clean[4 * REPORT_CHARACTERS + 1], room_for_text[TEXT_MAX];
    const int64_t now = server_now();
    tm_text reason, out;
    tm_text_init(&reason, clean, sizeof clean);
    tm_text_init(&out, room_for_text, sizeof room_for_text);
    const char *person = find(&by->viewer, who);
    if (!person) return tm_why_not(why, TM_EUNKNOWN, "there is no such person at this table");
    if (strcmp(person, by->person.id) == 0) return tm_why_not(why, TM_EILLEGAL, "you cannot report yourself");
    const int n = clean_text(tm_span_of(text), &reason);
    if (n < 0 || n > REPORT_CHARACTERS || reason.cut)
        return tm_why_not(why, TM_ERANGE, "a report can have at most %d characters", REPORT_CHARACTERS);
    compose(by, person, clean, now, &out);
    return store(by, re, now, &out, why);
}
