/* What people at a table may do, and when. Each function refuses with a reason, or writes the log entry. */
#include "server/room.h"

#include <string.h>

#include "server/clean.h"
#include "server/names.h"

static bool is_seat(const room *r, int seat)
{
    return seat >= 0 && seat < r->opening.setup.n_seats;
}

static int refuse_seat(const room *r, tm_why *why)
{
    return tm_why_not(why, TM_ERANGE, "the seats are 0 to %d", r->opening.setup.n_seats - 1);
}

static int refuse_outsider(tm_why *why)
{
    return tm_why_not(why, ROOM_FORBIDDEN, "you have no seat at this table");
}

static int refuse_guest(tm_why *why)
{
    return tm_why_not(why, ROOM_FORBIDDEN, "only the host of the table can do this");
}

/* The name, with a number if another one here looks like it; `seat` is the person's own, or -1. */
static void write_name(const room *r, const char *name, int seat, tm_text *out)
{
    char numbered[TM_NAME_MAX + 8];
    for (int number = 1;; number++) {
        tm_text text;
        bool taken = false;
        tm_text_init(&text, numbered, sizeof numbered);
        tm_put_str(&text, name);
        if (number > 1) tm_put_fmt(&text, " %d", number);
        for (int i = 0; i < r->opening.setup.n_seats; i++)
            taken |= i != seat && r->seats[i].kind == SEAT_PERSON && name_resembles(r->seats[i].name, numbered);
        if (taken) continue;
        tm_put_str(out, numbered);
        return;
    }
}

/* Somebody who has seen one hand of a game may not see another. */
static bool has_seen_another(const room *r, const char *person, int seat)
{
    for (int i = 0; i < r->n_leavers; i++)
        if (strcmp(r->leavers[i].person, person) == 0) return r->leavers[i].seat != seat;
    return r->n_leavers == LEAVERS_MAX; /* the list is full, so others may have left too */
}

/* Whether the host has removed this person. */
static bool is_removed(const room *r, const char *person)
{
    const uint32_t kept = r->n_removed < REMOVED_MAX ? r->n_removed : REMOVED_MAX;
    for (uint32_t i = 0; *person && i < kept; i++)
        if (strcmp(r->removed[i], person) == 0) return true;
    return false;
}

static int refuse_removed(tm_why *why)
{
    return tm_why_not(why, ROOM_FORBIDDEN, "the host has removed you from this table");
}

int room_sit(const room *r, const tm_person *who, int seat, tm_text *out, tm_why *why)
{
    if (!is_seat(r, seat)) return refuse_seat(r, why);
    if (!*who->name) return tm_why_not(why, ROOM_FORBIDDEN, "choose a name first");
    const int has = room_seat_of(r, who->id);
    if (has == seat) return ROOM_DONE;
    if (has >= 0) return tm_why_not(why, TM_EILLEGAL, "you already have a seat at this table");
    if (is_removed(r, who->id)) return refuse_removed(why);
    if (r->phase == TM_OVER) return tm_why_not(why, TM_EILLEGAL, "the game is over");
    if (r->seats[seat].kind != SEAT_OPEN) return tm_why_not(why, TM_EILLEGAL, "this seat is taken");
    if (r->phase == TM_RUNNING && has_seen_another(r, who->id, seat))
        return tm_why_not(why, ROOM_FORBIDDEN, "you have already seen another player’s cards in this game");
    tm_put_fmt(out, "sit\t%d\t%s\t%s\t", seat, who->id, who->bot ? "p" : "-");
    write_name(r, who->name, -1, out);
    return TM_OK;
}

/* `Aiko 2` is still Aiko. */
static bool is_numbered(const char *shown, const char *name)
{
    const size_t len = strlen(name);
    if (strncmp(shown, name, len) != 0) return false;
    return !shown[len] ||
           (shown[len] == ' ' && shown[len + 1] && strspn(shown + len + 1, "0123456789") == strlen(shown + len + 1));
}

int room_rename(const room *r, const tm_person *who, tm_text *out, tm_why *why)
{
    const int seat = room_seat_of(r, who->id);
    (void)why;
    if (seat < 0 || r->phase == TM_OVER || !*who->name || is_numbered(r->seats[seat].name, who->name)) return ROOM_DONE;
    tm_put_fmt(out, "rename\t%d\t%s\t", seat, who->id);
    write_name(r, who->name, seat, out);
    return TM_OK;
}

int room_remove(const room *r, const char *host, int seat, tm_text *out, tm_why *why)
{
    if (!is_seat(r, seat)) return refuse_seat(r, why);
    if (!room_is_host(r, host)) return refuse_guest(why);
    if (r->phase != TM_WAITING) return tm_why_not(why, TM_EILLEGAL, "the game has begun");
    if (r->seats[seat].kind != SEAT_PERSON) return tm_why_not(why, TM_EILLEGAL, "nobody sits there");
    if (room_is_host(r, r->seats[seat].person)) return tm_why_not(why, TM_EILLEGAL, "this is your own seat: leave it");
    tm_put_fmt(out, "remove\t%d", seat);
    return TM_OK;
}

int room_leave(const room *r, int seat, tm_text *out, tm_why *why)
{
    if (seat < 0) return refuse_outsider(why);
    if (r->phase == TM_OVER) return tm_why_not(why, TM_EILLEGAL, "the game is over");
    tm_put_fmt(out, "leave\t%d\t%s", seat, r->phase == TM_WAITING ? "-" : "medium");
    return TM_OK;
}

int room_bot(const room *r, const char *person, int seat, const char *level, tm_text *out, tm_why *why)
{
    if (!is_seat(r, seat)) return refuse_seat(r, why);
    if (!room_is_host(r, person)) return refuse_guest(why);
    if (r->phase != TM_WAITING) return tm_why_not(why, TM_EILLEGAL, "the game has begun");
    if (r->seats[seat].kind == SEAT_PERSON) return tm_why_not(why, TM_EILLEGAL, "this seat is taken");
    const tm_bot *bot = level ? tm_bot_find(tm_span_of(level)) : NULL;
    if (level && !bot) return tm_why_not(why, TM_EUNKNOWN, "there is no such bot");
    tm_put_fmt(out, "bot\t%d\t%s", seat, bot ? bot->name : "-");
    return TM_OK;
}

int room_mix(const room *r, int seat, tm_span word, tm_text *out, tm_why *why)
{
    tm_fair try = r->opening.fair;
    if (seat < 0) return refuse_outsider(why);
    if (r->phase != TM_WAITING) return tm_why_not(why, TM_EILLEGAL, "the game has begun");
    if (tm_fair_word(&try, seat, word))
        return tm_why_not(why, TM_ESYNTAX, "a word for the shuffles has at most %d characters: 0-9 a-z A-Z _ -",
                          TM_FAIR_WORD);
    tm_put_fmt(out, "mix\t%d\t", seat);
    tm_put_mem(out, word.at, word.len);
    return TM_OK;
}

int room_start(const room *r, const char *person, tm_text *out, tm_why *why)
{
    if (!room_is_host(r, person)) return refuse_guest(why);
    if (r->phase != TM_WAITING) return ROOM_DONE;
    for (int i = 0; i < r->opening.setup.n_seats; i++)
        if (r->seats[i].kind == SEAT_OPEN) return tm_why_not(why, TM_EILLEGAL, "there is still a free seat");
    tm_put_str(out, "start");
    return TM_OK;
}

/* What this seat has decided after entry n, or whether something was taken back since; 0: neither. */
static int look_behind(const room *r, int seat, uint32_t n, uint32_t *out_entry)
{
    for (uint32_t i = n; i < r->n_entries; i++) {
        if (r->entries[i].kind == ENTRY_UNDO) return ROOM_STALE;
        if (r->entries[i].kind != ENTRY_EVENT || r->entries[i].undone || r->entries[i].seat != seat) continue;
        *out_entry = i;
        return ROOM_DONE;
    }
    return TM_OK;
}

static int refuse_stale(tm_why *why)
{
    return tm_why_not(why, ROOM_STALE, "something else has happened at the table in the meantime");
}

int room_act(const room *r, int seat, uint32_t n, tm_span action, tm_text *out, tm_why *why)
{
    uint32_t entry = 0;
    tm_event event = {.seat = seat};
    if (seat < 0) return refuse_outsider(why);
    if (!r->table) return tm_why_not(why, TM_EILLEGAL, "the game has not begun");
    const tm_game *game = r->opening.setup.game;
    if (n > r->n_entries) return refuse_stale(why);
    const int behind = look_behind(r, seat, n, &entry);
    if (behind == ROOM_STALE) return refuse_stale(why);
    if (game->read_action(tm_table_config(r->table), action, &event.action))
        return tm_why_not(why, TM_ESYNTAX, "this is not an action of this game");
    if (behind == ROOM_DONE) return r->entries[entry].action == event.action ? ROOM_DONE : refuse_stale(why);
    if (r->phase == TM_OVER) return tm_why_not(why, TM_EILLEGAL, "the game is over");
    if (r->seats[seat].bot) return tm_why_not(why, TM_EILLEGAL, "a bot is playing for you: take your seat back first");
    if (!r->seats[seat].waits_since) return tm_why_not(why, TM_EILLEGAL, "it is not your turn");
    const tm_action *legal;
    const int n_legal = tm_table_legal(r->table, seat, &legal);
    for (int i = 0; i < n_legal; i++) {
        if (legal[i] != event.action) continue;
        tm_event_write(r->table, &event, out);
        return TM_OK;
    }
    return tm_table_why(r->table, seat, event.action, why);
}

/* Whether a seat saw more of an event than that it happened. */
static bool saw(const room *r, uint32_t event, int seat)
{
    tm_walk *walk;
    tm_event seen = {.action = TM_HIDDEN_ACTION};
    if (tm_walk_new(r->table, seat, &walk)) return true;
    for (uint32_t i = 0; i <= event; i++) tm_walk_next(walk, &seen);
    tm_walk_free(walk);
    return seen.action != TM_HIDDEN_ACTION;
}

/* The people affected if this seat goes back to n_events: those who have decided since, or saw what was decided. */
static uint32_t touched(const room *r, int seat, uint32_t n_events)
{
    uint32_t mask = 0;
    const uint32_t others = room_people(r) & ~(1u << seat);
    for (uint32_t event = n_events; event < tm_table_n_events(r->table); event++) {
        if (r->entries[r->events[event]].seat != seat) return others;
        for (int other = 0; other < r->opening.setup.n_seats; other++)
            if ((others >> other & 1) && saw(r, event, other)) mask |= 1u << other;
    }
    return mask;
}

int room_undo(const room *r, int seat, uint32_t n, uint32_t *out_ask, tm_text *out, tm_why *why)
{
    uint32_t n_events, entry;
    if (seat < 0) return refuse_outsider(why);
    if (!r->table) return tm_why_not(why, TM_EILLEGAL, "the game has not begun");
    if (r->phase == TM_OVER) return tm_why_not(why, TM_EILLEGAL, "the game is over"); /* everything is known now */
    if (n > r->n_entries || look_behind(r, seat, n, &entry) != TM_OK) return refuse_stale(why);
    if (r->asking >= 0 && r->asking != seat) return tm_why_not(why, TM_EILLEGAL, "somebody else has already asked");
    const int status = tm_table_undo_point(r->table, seat, &n_events, why);
    if (status) return status;
    *out_ask = touched(r, seat, n_events);
    tm_put_fmt(out, "undo\t%d", seat);
    return TM_OK;
}

int room_stand_in(const room *r, int seat, const tm_bot *bot, tm_text *out, tm_why *why)
{
    if (r->phase != TM_RUNNING || r->seats[seat].kind != SEAT_PERSON)
        return tm_why_not(why, TM_EILLEGAL, "this is not possible here");
    if (r->seats[seat].bot) return ROOM_DONE;
    tm_put_fmt(out, "stand-in\t%d\t%s", seat, bot->name);
    return TM_OK;
}

int room_vote(const room *r, int voter, int seat, int64_t grace, tm_why *why)
{
    if (voter < 0) return refuse_outsider(why);
    if (!is_seat(r, seat)) return refuse_seat(r, why);
    const room_seat *late = &r->seats[seat];
    if (seat == voter || late->kind != SEAT_PERSON || late->bot || r->phase != TM_RUNNING)
        return tm_why_not(why, TM_EILLEGAL, "a bot cannot stand in for that seat now");
    if (!late->waits_since || r->ticks - late->waits_since < grace)
        return tm_why_not(why, TM_EILLEGAL, "this player still has time: a bot can stand in only after %d s of waiting",
                          (int)(grace / 1000));
    return TM_OK;
}

bool room_votes_suffice(const room *r, int seat)
{
    const uint32_t others = room_people(r) & ~(1u << seat);
    return 2 * __builtin_popcount(r->seats[seat].votes & others) > __builtin_popcount(others);
}

int room_back(const room *r, int seat, tm_text *out, tm_why *why)
{
    if (seat < 0) return refuse_outsider(why);
    if (!r->seats[seat].bot || r->phase != TM_RUNNING) return ROOM_DONE;
    tm_put_fmt(out, "back\t%d", seat);
    return TM_OK;
}

int room_chat(const room *r, const tm_person *who, tm_span said, tm_text *out, tm_why *why)
{
    if (!r->chat) return tm_why_not(why, TM_EILLEGAL, "chat is off at this table");
    if (!*who->name) return tm_why_not(why, ROOM_FORBIDDEN, "choose a name first");
    const int seat = room_seat_of(r, who->id);
    if (seat < 0 && is_removed(r, who->id)) return refuse_removed(why);
    if (seat < 0 && !r->spectators) return tm_why_not(why, TM_EILLEGAL, "only players chat at this table");
    tm_put_fmt(out, "chat\t%s\t", who->id);
    if (seat >= 0)
        tm_put_int(out, seat);
    else
        tm_put_char(out, '-');
    tm_put_char(out, '\t');
    if (seat >= 0)
        tm_put_str(out, r->seats[seat].name);
    else
        write_name(r, who->name, -1, out);
    tm_put_char(out, '\t');
    const int n = clean_text(said, out);
    if (n < 0) return tm_why_not(why, TM_ESYNTAX, "chat must be valid UTF-8");
    if (n == 0) return tm_why_not(why, TM_ESYNTAX, "the message is empty");
    if (n > CHAT_CHARACTERS)
        return tm_why_not(why, TM_ERANGE, "a message can have at most %d characters", CHAT_CHARACTERS);
    return TM_OK;
}

int room_switch_chat(const room *r, const char *person, bool on, tm_text *out, tm_why *why)
{
    if (!room_is_host(r, person)) return refuse_guest(why);
    if (r->chat == on) return ROOM_DONE;
    tm_put_str(out, on ? "chat-on" : "chat-off");
    return TM_OK;
}

int room_switch_spectators(const room *r, const char *person, bool on, tm_text *out, tm_why *why)
{
    if (!room_is_host(r, person)) return refuse_guest(why);
    if (r->spectators == on) return ROOM_DONE;
    tm_put_str(out, on ? "spectators-on" : "spectators-off");
    return TM_OK;
}

int room_rematch(const room *r, int seat, const char *next, tm_text *out, tm_why *why)
{
    if (seat < 0) return refuse_outsider(why);
    if (r->phase != TM_OVER) return tm_why_not(why, TM_EILLEGAL, "the game is not over");
    if (*r->next) return ROOM_DONE;
    tm_put_fmt(out, "rematch\t%s", next);
    return TM_OK;
}
