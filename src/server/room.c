/* Applies the log: the state of a table on the server after each entry. */
#include "server/room_log.h"

#include <stdlib.h>
#include <string.h>

const char *const ENTRY_WORDS[N_ENTRY_KINDS] = {
    [ENTRY_EVENT] = "event",
    [ENTRY_SIT] = "sit",
    [ENTRY_LEAVE] = "leave",
    [ENTRY_BOT] = "bot",
    [ENTRY_MIX] = "mix",
    [ENTRY_START] = "start",
    [ENTRY_UNDO] = "undo",
    [ENTRY_STAND_IN] = "stand-in",
    [ENTRY_BACK] = "back",
    [ENTRY_CHAT] = "chat",
    [ENTRY_CHAT_OFF] = "chat-off",
    [ENTRY_CHAT_ON] = "chat-on",
    [ENTRY_REMATCH] = "rematch",
    [ENTRY_SPECTATORS_OFF] = "spectators-off",
    [ENTRY_SPECTATORS_ON] = "spectators-on",
    [ENTRY_RENAME] = "rename",
    [ENTRY_REMOVE] = "remove",
};

room *room_new(const char *id, int64_t opened_at, room_opening *opening)
{
    room *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    strncpy(r->id, id, TM_ID_MAX);
    r->opened_at = opened_at;
    r->opening = *opening;
    memset(opening, 0, sizeof *opening);
    r->chat = r->opening.chat;
    r->spectators = r->opening.spectators;
    strcpy(r->host, r->opening.host);
    r->asking = -1;
    r->ticks = 1;
    return r;
}

void room_free(room *r)
{
    if (!r) return;
    for (uint32_t i = 0; i < r->n_entries; i++) free(r->entries[i].text);
    free(r->entries);
    free(r->events);
    tm_table_free(r->table);
    kept_free(r->kept);
    room_opening_free(&r->opening);
    free(r);
}

int room_seat_of(const room *r, const char *person)
{
    for (int i = 0; *person && i < r->opening.setup.n_seats; i++)
        if (r->seats[i].kind == SEAT_PERSON && strcmp(r->seats[i].person, person) == 0) return i;
    return -1;
}

uint32_t room_actors(const room *r)
{
    return r->table ? tm_table_actors(r->table) : 0;
}

uint32_t room_people(const room *r)
{
    uint32_t mask = 0;
    for (int i = 0; i < r->opening.setup.n_seats; i++)
        if (r->seats[i].kind == SEAT_PERSON) mask |= 1u << i;
    return mask;
}

bool room_is_host(const room *r, const char *person)
{
    return *person && strcmp(r->host, person) == 0;
}

int64_t room_deadline(const room *r)
{
    int64_t first = 0;
    for (int i = 0; r->opening.clock && i < r->opening.setup.n_seats; i++) {
        const room_seat *seat = &r->seats[i];
        if (seat->kind != SEAT_PERSON || seat->bot || !seat->waits_since) continue;
        int64_t at = seat->waits_since + r->opening.clock;
        if (at == 0) at = -1;
        if (!first || at < first) first = at;
    }
    return first;
}

static const uint8_t N_FIELDS[N_ENTRY_KINDS] = {
    [ENTRY_SIT] = 4,     [ENTRY_LEAVE] = 2,  [ENTRY_BOT] = 2,      [ENTRY_MIX] = 2,
    [ENTRY_UNDO] = 1,    [ENTRY_BACK] = 1,   [ENTRY_STAND_IN] = 2, [ENTRY_CHAT] = 4,
    [ENTRY_REMATCH] = 1, [ENTRY_RENAME] = 2, [ENTRY_REMOVE] = 1,
};

static tm_span cut(tm_span *rest)
{
    tm_span field = *rest;
    const char *tab = rest->len ? memchr(rest->at, '\t', rest->len) : NULL;
    if (tab) field.len = (uint32_t)(tab - rest->at);
    const uint32_t gone = tab ? field.len + 1 : field.len;
    rest->at += gone;
    rest->len -= gone;
    return field;
}

int room_take_apart(tm_span text, room_fields *out)
{
    memset(out, 0, sizeof *out);
    if (text.len && (text.at[0] == '*' || (text.at[0] >= '0' && text.at[0] <= '9'))) return TM_OK;
    const tm_span word = cut(&text);
    for (int kind = ENTRY_SIT; kind < N_ENTRY_KINDS; kind++) {
        if (!tm_span_is(word, ENTRY_WORDS[kind])) continue;
        out->kind = (entry_kind)kind;
        while (out->n < N_FIELDS[kind] - 1) out->at[out->n++] = cut(&text);
        if (N_FIELDS[kind]) out->at[out->n++] = text;
        return TM_OK;
    }
    return TM_ESYNTAX;
}

static void copy(char *out, size_t size, tm_span span)
{
    const size_t len = span.len < size ? span.len : size - 1;
    memcpy(out, span.at, len);
    out[len] = 0;
}

/* Whose turn it is may have changed. */
static void note_turns(room *r, int64_t at)
{
    const uint32_t actors = room_actors(r);
    for (int i = 0; i < r->opening.setup.n_seats; i++) {
        room_seat *seat = &r->seats[i];
        const bool waits = !(actors & TM_ACTOR_CHANCE) && (actors >> i & 1);
        if (waits == (seat->waits_since != 0)) continue;
        seat->waits_since = waits ? r->ticks : 0;
        seat->waits_at = at;
        seat->votes = 0;
        seat->turn++;
    }
}

/* Allocates first, so that an event that has happened can always be stored here. */
static int make_space_for_event(room *r, uint32_t n)
{
    if (n < r->events_capacity) return TM_OK;
    const uint32_t capacity = r->events_capacity ? 2 * r->events_capacity : 64;
    uint32_t *events = realloc(r->events, capacity * sizeof *events);
    if (!events) return TM_ESPACE;
    r->events = events;
    r->events_capacity = capacity;
    return TM_OK;
}

static int add_event(room *r, tm_span text, room_entry *entry)
{
    tm_event event;
    if (!r->table) return TM_EILLEGAL;
    entry->event = tm_table_n_events(r->table);
    int status = make_space_for_event(r, entry->event);
    if (status == TM_OK) status = tm_event_read(r->table, text, &event);
    if (status == TM_OK) status = tm_table_add(r->table, &event);
    if (status) return status;
    r->events[entry->event] = r->n_entries;
    entry->seat = (int8_t)event.seat;
    entry->action = event.action;
    if (event.seat != TM_CHANCE) r->seats[event.seat].waits_since = 0; /* a second decision is a new turn */
    if (room_actors(r) == 0) r->phase = TM_OVER;
    return TM_OK;
}

static int add_undo(room *r, int seat, room_entry *entry)
{
    tm_why why;
    tm_why_init(&why, NULL);
    const uint32_t n_before = r->table ? tm_table_n_events(r->table) : 0;
    const int status = r->phase == TM_RUNNING ? tm_table_undo(r->table, seat, &why) : TM_EILLEGAL;
    if (status) return status;
    entry->event = tm_table_n_events(r->table);
    for (uint32_t i = entry->event; i < n_before; i++) r->entries[r->events[i]].undone = true;
    for (int i = 0; i < r->opening.setup.n_seats; i++) r->seats[i].waits_since = 0;
    return TM_OK;
}

static void pass_host_on(room *r)
{
    r->host[0] = 0;
    for (int i = r->opening.setup.n_seats; i-- > 0;)
        if (r->seats[i].kind == SEAT_PERSON) strcpy(r->host, r->seats[i].person);
}

static int add_sit(room *r, room_seat *seat, const room_fields *f)
{
    if (seat->kind != SEAT_OPEN || f->at[1].len > TM_ID_MAX || f->at[1].len == 0) return TM_EILLEGAL;
    seat->kind = SEAT_PERSON;
    seat->bot = NULL;
    seat->program = tm_span_is(f->at[2], "p");
    copy(seat->person, sizeof seat->person, f->at[1]);
    copy(seat->name, sizeof seat->name, f->at[3]);
    if (!*r->host) strcpy(r->host, seat->person);
    return TM_OK;
}

/* Once per person, so that somebody who comes and goes does not fill the list. Nobody can leave two seats of one
 * game. */
static void note_leaver(room *r, const char *person, int seat)
{
    for (int i = 0; i < r->n_leavers; i++)
        if (strcmp(r->leavers[i].person, person) == 0) return;
    if (r->n_leavers == LEAVERS_MAX) return;
    room_leaver *leaver = &r->leavers[r->n_leavers++];
    strcpy(leaver->person, person);
    leaver->seat = (int8_t)seat;
}

static int add_leave(room *r, int index, const tm_bot *bot)
{
    room_seat *seat = &r->seats[index];
    if (seat->kind != SEAT_PERSON || (r->phase != TM_WAITING) != (bot != NULL)) return TM_EILLEGAL;
    const bool was_host = room_is_host(r, seat->person);
    if (r->phase != TM_WAITING) note_leaver(r, seat->person, index);
    const tm_span none = {"", 0};
    seat->kind = SEAT_OPEN;
    seat->bot = bot;
    seat->person[0] = 0;
    seat->name[0] = 0;
    seat->program = false;
    if (r->phase == TM_WAITING) tm_fair_word(&r->opening.fair, index, none);
    if (was_host) pass_host_on(r);
    return TM_OK;
}

static int add_bot(const room *r, room_seat *seat, const tm_bot *bot)
{
    if (r->phase != TM_WAITING || seat->kind == SEAT_PERSON) return TM_EILLEGAL;
    seat->kind = bot ? SEAT_BOT : SEAT_OPEN;
    seat->bot = bot;
    return TM_OK;
}

static int start(room *r)
{
    tm_why why;
    tm_why_init(&why, NULL);
    if (r->phase != TM_WAITING) return TM_EILLEGAL;
    const int status = tm_table_new(&r->opening.setup, &r->table, &why);
    if (status == TM_OK) r->phase = TM_RUNNING;
    return status;
}

static int keep_text(room_entry *entry, tm_span said, tm_span name, tm_span person)
{
    const size_t after_name = (size_t)said.len + 1 + name.len;
    entry->text = calloc(after_name + 1 + person.len + 1, 1);
    if (!entry->text) return TM_ESPACE;
    memcpy(entry->text, said.at, said.len);
    entry->text[said.len] = '\t';
    memcpy(entry->text + said.len + 1, name.at, name.len);
    memcpy(entry->text + after_name + 1, person.at, person.len);
    return TM_OK;
}

/* Before the start: the host opens the seat again, and this person stays away from it. */
static int add_remove(room *r, int index)
{
    room_seat *seat = &r->seats[index];
    const tm_span none = {"", 0};
    if (r->phase != TM_WAITING || seat->kind != SEAT_PERSON || room_is_host(r, seat->person)) return TM_EILLEGAL;
    memcpy(r->removed[r->n_removed++ % REMOVED_MAX], seat->person, sizeof seat->person);
    const uint32_t turn = seat->turn;
    memset(seat, 0, sizeof *seat);
    seat->turn = turn;
    return tm_fair_word(&r->opening.fair, index, none);
}

static int add_rename(room_seat *seat, tm_span name, room_entry *entry)
{
    const tm_span none = {"", 0};
    if (seat->kind != SEAT_PERSON || name.len == 0) return TM_EILLEGAL;
    if (keep_text(entry, tm_span_of(seat->name), name, none)) return TM_ESPACE;
    copy(seat->name, sizeof seat->name, name);
    return TM_OK;
}

static int add_chat(const room *r, const room_fields *f, room_entry *entry)
{
    int32_t seat = TM_SPECTATOR;
    if (!tm_span_is(f->at[1], "-") && tm_span_int(f->at[1], 0, r->opening.setup.n_seats - 1, &seat)) return TM_ESYNTAX;
    entry->seat = (int8_t)seat;
    return keep_text(entry, f->at[3], f->at[2], f->at[0]);
}

/* Entries about a seat. */
static int add_to_seat(room *r, const room_fields *f, room_entry *entry)
{
    const tm_span none = {"", 0};
    int32_t index;
    if (tm_span_int(f->at[0], 0, r->opening.setup.n_seats - 1, &index)) return TM_ESYNTAX;
    room_seat *seat = &r->seats[index];
    const tm_bot *bot = f->n > 1 ? tm_bot_find(f->at[1]) : NULL;
    const bool wants_bot = f->kind == ENTRY_LEAVE || f->kind == ENTRY_BOT || f->kind == ENTRY_STAND_IN;
    entry->seat = (int8_t)index;
    if (wants_bot && !bot && !tm_span_is(f->at[1], "-")) return TM_EUNKNOWN;
    switch (f->kind) {
    case ENTRY_SIT:
        if (add_sit(r, seat, f)) return TM_EILLEGAL;
        return keep_text(entry, none, f->at[3], none);
    case ENTRY_LEAVE:
        return keep_text(entry, none, tm_span_of(seat->name), none) ? TM_ESPACE : add_leave(r, index, bot);
    case ENTRY_REMOVE: return keep_text(entry, none, tm_span_of(seat->name), none) ? TM_ESPACE : add_remove(r, index);
    case ENTRY_RENAME: return add_rename(seat, f->at[1], entry);
    case ENTRY_BOT: entry->event = bot != NULL; return add_bot(r, seat, bot);
    case ENTRY_MIX: return r->phase == TM_WAITING ? tm_fair_word(&r->opening.fair, index, f->at[1]) : TM_EILLEGAL;
    case ENTRY_UNDO: return add_undo(r, index, entry);
    case ENTRY_STAND_IN:
        if (seat->kind != SEAT_PERSON || !bot) return TM_EILLEGAL;
        seat->bot = bot;
        seat->turn++;
        return TM_OK;
    case ENTRY_BACK:
        if (seat->kind != SEAT_PERSON) return TM_EILLEGAL;
        seat->bot = NULL;
        seat->votes = 0;
        seat->turn++;
        seat->waits_since = 0; /* whoever comes back has the whole time again */
        return TM_OK;
    default: return TM_ESYNTAX;
    }
}

static int make_so(room *r, tm_span text, const room_fields *f, room_entry *entry)
{
    switch (f->kind) {
    case ENTRY_EVENT: return add_event(r, text, entry);
    case ENTRY_START: return start(r);
    case ENTRY_CHAT: return add_chat(r, f, entry);
    case ENTRY_CHAT_OFF:
    case ENTRY_CHAT_ON: r->chat = f->kind == ENTRY_CHAT_ON; return TM_OK;
    case ENTRY_SPECTATORS_OFF:
    case ENTRY_SPECTATORS_ON: r->spectators = f->kind == ENTRY_SPECTATORS_ON; return TM_OK;
    case ENTRY_REMATCH: copy(r->next, sizeof r->next, f->at[0]); return TM_OK;
    default: return add_to_seat(r, f, entry);
    }
}

static int make_space_for_entry(room *r, tm_why *why)
{
    if (r->n_entries < r->entries_capacity) return TM_OK;
    const uint32_t capacity = r->entries_capacity ? 2 * r->entries_capacity : 64;
    room_entry *entries = realloc(r->entries, capacity * sizeof *entries);
    if (!entries) return tm_why_not(why, TM_ESPACE, "out of memory");
    r->entries = entries;
    r->entries_capacity = capacity;
    return TM_OK;
}

int room_refuse_entry(const room *r, int status, tm_why *why)
{
    return tm_why_not(why, status, "entry %u of the log does not fit what came before", r->n_entries);
}

int room_put_entry(room *r, const room_entry *entry, tm_why *why)
{
    const int status = make_space_for_entry(r, why);
    if (status == TM_OK) r->entries[r->n_entries++] = *entry;
    return status;
}

int room_add(room *r, int64_t at, tm_span text, tm_why *why)
{
    room_fields f;
    room_entry entry = {.at = at, .seat = TM_SPECTATOR};
    int status = make_space_for_entry(r, why);
    if (status) return status;
    status = room_take_apart(text, &f);
    entry.kind = (uint8_t)f.kind;
    if (status == TM_OK) status = make_so(r, text, &f, &entry);
    if (status) {
        free(entry.text);
        return room_refuse_entry(r, status, why);
    }
    r->entries[r->n_entries++] = entry;
    r->n_chats += f.kind == ENTRY_CHAT;
    if (f.kind == ENTRY_EVENT || f.kind == ENTRY_UNDO || f.kind == ENTRY_START) r->asking = -1;
    note_turns(r, at);
    return TM_OK;
}

void room_wake(room *r, int64_t ticks, int64_t now, const outages *away)
{
    r->ticks = ticks;
    for (int i = 0; i < r->opening.setup.n_seats; i++) {
        room_seat *seat = &r->seats[i];
        if (!seat->waits_since) continue;
        seat->waits_since = ticks - outages_served(away, seat->waits_at, now);
        if (seat->waits_since == 0) seat->waits_since = -1;
    }
}

bool room_is_full(const room *r)
{
    return r->n_entries >= LOG_ENTRIES_MAX;
}

bool room_plays_on(tm_span text)
{
    room_fields f;
    return room_take_apart(text, &f) == TM_OK && (f.kind == ENTRY_EVENT || f.kind == ENTRY_STAND_IN);
}
