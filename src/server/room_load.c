/* Reads a log back. A log also keeps what was taken back, and that may be most of it: an hour of playing and undoing
 * leaves a hundred thousand entries in a game that has not moved. So we first find out what remains, and play only
 * that. */
#include <stdlib.h>
#include <string.h>

#include "server/room_log.h"

/* What becomes of an entry. */
typedef struct fate {
    uint32_t n_events; /* an event's number, or how many events an undo leaves */
    bool undone;
} fate;

static int seat_of_event(tm_span text, int32_t *out)
{
    tm_span rest = text, who;
    tm_span_word(&rest, &who);
    if (tm_span_is(who, "*")) {
        *out = TM_CHANCE;
        return TM_OK;
    }
    return tm_span_int(who, 0, TM_MAX_SEATS - 1, out);
}

/* An undo takes back the last decision of its seat and everything since. `live` has the entries of the events that stand. */
static int foresee(const tm_entry *entries, uint32_t n, fate *fates, uint32_t *live)
{
    uint32_t n_live = 0;
    for (uint32_t i = 0; i < n; i++) {
        room_fields f;
        int32_t seat;
        if (room_take_apart(entries[i].text, &f)) return TM_ESYNTAX;
        if (f.kind == ENTRY_EVENT) {
            fates[i].n_events = n_live;
            live[n_live++] = i;
        }
        if (f.kind != ENTRY_UNDO) continue;
        if (tm_span_int(f.at[0], 0, TM_MAX_SEATS - 1, &seat)) return TM_ESYNTAX;
        for (int32_t whose = TM_SPECTATOR; whose != seat;) {
            if (n_live == 0) return TM_EILLEGAL;
            fates[live[--n_live]].undone = true;
            if (seat_of_event(entries[live[n_live]].text, &whose)) return TM_ESYNTAX;
        }
        fates[i].n_events = n_live;
    }
    return TM_OK;
}

/* Appends the entry to the log without its effect. */
static int note(room *r, const tm_entry *from, const fate *its, tm_why *why)
{
    room_fields f;
    int32_t seat;
    room_entry entry = {.at = from->at, .event = its->n_events, .undone = its->undone};
    if (room_take_apart(from->text, &f)) return TM_ESYNTAX;
    entry.kind = (uint8_t)f.kind;
    const int status =
        f.kind == ENTRY_EVENT ? seat_of_event(from->text, &seat) : tm_span_int(f.at[0], 0, TM_MAX_SEATS - 1, &seat);
    if (status || seat >= r->opening.setup.n_seats || r->phase != TM_RUNNING)
        return room_refuse_entry(r, TM_EILLEGAL, why);
    entry.seat = (int8_t)seat;
    for (int i = 0; f.kind == ENTRY_UNDO && i < r->opening.setup.n_seats; i++) r->seats[i].waits_at = from->at;
    return room_put_entry(r, &entry, why);
}

int room_load(room *r, const tm_entry *entries, uint32_t n, tm_why *why)
{
    fate *fates = calloc((size_t)n + 1, sizeof *fates);
    uint32_t *live = calloc((size_t)n + 1, sizeof *live);
    int status = fates && live ? foresee(entries, n, fates, live) : TM_ESPACE;
    if (status) tm_why_not(why, status, "a table’s log does not follow");
    for (uint32_t i = 0; i < n && status == TM_OK; i++) {
        room_fields f;
        const bool skip = room_take_apart(entries[i].text, &f) == TM_OK && (fates[i].undone || f.kind == ENTRY_UNDO);
        status = skip ? note(r, &entries[i], &fates[i], why) : room_add(r, entries[i].at, entries[i].text, why);
    }
    free(fates);
    free(live);
    return status;
}
