/* The messages about a table, each for one viewer. */
#include "server/viewer.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "server/clean.h"
#include "server/work.h"
#include "wire/base64.h"
#include "wire/setup.h"

const char *const PHASE_WORDS[3] = {[TM_WAITING] = "waiting", [TM_RUNNING] = "running", [TM_OVER] = "over"};

int desk_init(desk *d)
{
    uint32_t most = 1;
    for (int i = 0; i < tm_n_games; i++)
        if (tm_games[i]->max_legal > most) most = tm_games[i]->max_legal;
    memset(d, 0, sizeof *d);
    d->keep_after = (uint64_t)KEPT_AFTER_US * 1000;
    d->legal = malloc(most * sizeof *d->legal);
    return d->legal ? TM_OK : TM_ESPACE;
}

void desk_free(desk *d)
{
    free(d->legal);
    tm_choices_free(&d->choices);
}

void viewer_init(viewer *v, room *r, const char *person, const tm_catalogue *language, bool know)
{
    memset(v, 0, sizeof *v);
    v->room = r;
    v->language = language;
    v->know = know;
    strncpy(v->person, person, TM_ID_MAX);
    const int seat = room_seat_of(r, person);
    v->seat = seat < 0 ? TM_SPECTATOR : seat;
}

void viewer_free(viewer *v)
{
    tm_walk_free(v->walk);
    v->walk = NULL;
}

bool viewer_take_seat(viewer *v)
{
    const int seat = room_seat_of(v->room, v->person), now = seat < 0 ? TM_SPECTATOR : seat;
    if (now == v->seat) return false;
    v->seat = now;
    viewer_free(v);
    v->n_walked = 0;
    return true;
}

/* People who were deleted have no name any more. */
static const char *known(const char *name, const tm_say *say)
{
    return *name ? name : tm_tr(say, "Somebody");
}

void viewer_say(const viewer *v, tm_say *out)
{
    static const char *const BOTS[TM_MAX_SEATS] = {"Bot 0", "Bot 1", "Bot 2", "Bot 3",
                                                   "Bot 4", "Bot 5", "Bot 6", "Bot 7"};
    memset(out, 0, sizeof *out);
    tm_catalogue_say(v->language, out);
    for (int i = 0; i < v->room->opening.setup.n_seats; i++)
        out->names[i] = v->room->seats[i].kind == SEAT_PERSON ? known(v->room->seats[i].name, out) : BOTS[i];
}

/* Advances the walk to `n` events. */
static bool walk_to(viewer *v, uint32_t n, tm_event *seen)
{
    if (!v->room->table) return false;
    if (!v->walk && tm_walk_new(v->room->table, v->seat, &v->walk)) return false;
    if (v->n_walked > n) {
        tm_walk_restart(v->walk);
        v->n_walked = 0;
    }
    bool moved = false;
    while (v->n_walked < n && tm_walk_next(v->walk, seen) == 1) {
        v->n_walked++;
        moved = true;
    }
    return moved;
}

static void write_mask(tm_json *json, uint32_t mask)
{
    tm_json_open(json, '[');
    for (int i = 0; i < TM_MAX_SEATS; i++)
        if (mask >> i & 1) tm_json_int(json, i);
    tm_json_close(json, ']');
}

static void write_id(tm_json *json, const char *key, const char *id)
{
    tm_json_key(json, key);
    if (*id)
        tm_json_str(json, id);
    else
        tm_json_null(json);
}

void viewer_who(const viewer *v, const char *person, char out[WHO_LENGTH + 1])
{
    static const char DIGITS[] = "0123456789abcdef";
    char pair[2 * TM_ID_MAX + 2];
    uint8_t sum[TM_SHA256_BYTES];
    tm_text text;
    tm_text_init(&text, pair, sizeof pair);
    tm_put_fmt(&text, "%s\t%s", *v->person ? v->person : v->room->id, person);
    tm_sha256((const uint8_t *)pair, text.len, sum);
    for (int i = 0; i < WHO_LENGTH; i++) out[i] = DIGITS[sum[i / 2] >> (i % 2 ? 0 : 4) & 15];
    out[WHO_LENGTH] = 0;
}

static void write_who(const viewer *v, const char *person, tm_json *json)
{
    char who[WHO_LENGTH + 1] = "";
    if (*person) viewer_who(v, person, who);
    write_id(json, "who", who);
}

static void write_seat(const viewer *v, int index, tm_json *json)
{
    static const char *const KINDS[] = {[SEAT_OPEN] = "open", [SEAT_PERSON] = "person", [SEAT_BOT] = "bot"};
    const room_seat *seat = &v->room->seats[index];
    tm_say say;
    viewer_say(v, &say);
    tm_json_open(json, '{');
    tm_json_key(json, "kind");
    tm_json_str(json, KINDS[seat->kind]);
    tm_json_key(json, "name");
    if (seat->kind == SEAT_OPEN && !seat->bot)
        tm_json_null(json);
    else
        tm_json_str(json, say.names[index]);
    tm_json_key(json, "you");
    tm_json_bool(json, index == v->seat);
    tm_json_key(json, "online");
    tm_json_bool(json, seat->kind == SEAT_BOT || seat->n_online > 0);
    tm_json_key(json, "program");
    tm_json_bool(json, seat->program);
    write_id(json, "bot", seat->bot ? seat->bot->name : "");
    write_who(v, seat->kind == SEAT_PERSON ? seat->person : "", json);
    tm_json_close(json, '}');
}

static void write_people(const viewer *v, bool stored, tm_json *json)
{
    const room *r = v->room;
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int i = 0; i < r->opening.setup.n_seats; i++) write_seat(v, i, json);
    tm_json_close(json, ']');
    tm_json_key(json, "you");
    if (v->seat >= 0)
        tm_json_int(json, v->seat);
    else
        tm_json_null(json);
    tm_json_key(json, "host");
    tm_json_bool(json, room_is_host(r, v->person));
    tm_json_key(json, "phase");
    tm_json_str(json, PHASE_WORDS[r->phase == TM_OVER && !stored ? TM_RUNNING : r->phase]);
    tm_json_key(json, "chat");
    tm_json_bool(json, r->chat);
    tm_json_key(json, "spectators_chat");
    tm_json_bool(json, r->spectators);
    tm_json_key(json, "watching");
    tm_json_int(json, r->n_watching < WATCHING_MAX ? r->n_watching : WATCHING_MAX);
    const int host = room_seat_of(r, r->host);
    write_id(json, "host_name", host < 0 ? "" : r->seats[host].name);
    write_id(json, "next", r->next);
}

/* The result may be sent only once everything that led to it is stored. */
static void write_result(room *r, bool stored, tm_json *json)
{
    const bool over = r->phase == TM_OVER && stored;
    if (over && !r->scored) tm_table_score(r->table, r->points, &r->winners);
    r->scored |= over;
    tm_json_key(json, "points");
    if (over) {
        tm_json_open(json, '[');
        for (int i = 0; i < r->opening.setup.n_seats; i++) tm_json_int(json, r->points[i]);
        tm_json_close(json, ']');
    } else {
        tm_json_null(json);
    }
    tm_json_key(json, "winners");
    if (over)
        write_mask(json, r->winners);
    else
        tm_json_null(json);
}

void viewer_write_facts(const viewer *v, bool stored, tm_json *json)
{
    const room *r = v->room;
    const room_opening *o = &r->opening;
    tm_json_key(json, "id");
    tm_json_str(json, r->id);
    json_setup(json, &o->setup);
    char box[256];
    tm_text name;
    tm_text_init(&name, box, sizeof box);
    if (o->box) clean_text(tm_span_of(o->box->name), &name); /* from somebody's own file */
    write_id(json, "box", box);
    write_id(json, "box_sha256", o->box ? o->box->sha256 : "");
    tm_json_key(json, "listed");
    tm_json_bool(json, o->listed);
    tm_json_key(json, "clock");
    if (o->clock)
        tm_json_int(json, o->clock / 1000);
    else
        tm_json_null(json);
    tm_json_key(json, "opened");
    tm_json_int(json, r->opened_at);
    tm_json_key(json, "chats");
    tm_json_int(json, r->n_chats);
    write_people(v, stored, json);
    tm_json_key(json, "actors");
    write_mask(json, room_actors(r));
    write_result(v->room, stored, json);
}

static void write_note(const room_entry *entry, const char *name, const tm_say *say, tm_json *json)
{
    char before[TM_NAME_MAX + 8] = ""; /* the name, of somebody who has a new one */
    static const char *const WORDS[N_ENTRY_KINDS] = {
        [ENTRY_EVENT] = N_("%s: a decision that was taken back"),
        [ENTRY_SIT] = N_("%s sits down"),
        [ENTRY_LEAVE] = N_("%s leaves the table"),
        [ENTRY_BOT] = N_("a bot sits down"),
        [ENTRY_MIX] = N_("%s: gave a word for the shuffles"),
        [ENTRY_START] = N_("the game begins"),
        [ENTRY_UNDO] = N_("%s: the last decision was taken back"),
        [ENTRY_STAND_IN] = N_("%s: a bot takes over for now"),
        [ENTRY_BACK] = N_("%s is back"),
        [ENTRY_CHAT_OFF] = N_("the chat is off"),
        [ENTRY_CHAT_ON] = N_("the chat is on"),
        [ENTRY_REMATCH] = N_("a rematch is open"),
        [ENTRY_SPECTATORS_OFF] = N_("only players can chat now"),
        [ENTRY_SPECTATORS_ON] = N_("spectators can chat now"),
        [ENTRY_RENAME] = N_("%1$s is now called %2$s"),
        [ENTRY_REMOVE] = N_("the host removed %s from the table"),
    };
    char room_for_words[256];
    tm_text words;
    tm_json_key(json, "note");
    tm_json_str(json, entry->kind == ENTRY_EVENT ? "taken-back" : ENTRY_WORDS[entry->kind]);
    tm_json_key(json, "seat");
    if (entry->seat >= 0)
        tm_json_int(json, entry->seat);
    else
        tm_json_null(json);
    if (!name) name = entry->seat >= 0 ? say->names[entry->seat] : "";
    write_id(json, "name", name);
    tm_text_init(&words, room_for_words, sizeof room_for_words);
    const bool gone = entry->kind == ENTRY_BOT && !entry->event;
    const char *format = tm_tr(say, gone ? N_("a bot leaves its seat") : WORDS[entry->kind]);
    if (entry->kind == ENTRY_RENAME && entry->text) {
        const size_t len = strcspn(entry->text, "\t");
        memcpy(before, entry->text, len < sizeof before ? len : sizeof before - 1);
        tm_put_fmt(&words, format, before, name);
    } else if (strstr(format, "%s"))
        tm_put_fmt(&words, format, name);
    else
        tm_put_str(&words, format);
    tm_json_key(json, "words");
    tm_json_str(json, words.at);
}

static void write_event(viewer *v, const room_entry *entry, const tm_say *say, tm_json *json)
{
    char room_for_text[TM_LINE_MAX];
    tm_text text;
    tm_event seen;
    const room *r = v->room;
    if (v->n_walked > entry->event) walk_to(v, entry->event, &seen); /* sent again: we walk there once more */
    if (!walk_to(v, entry->event + 1, &seen)) return;
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    tm_event_write(r->table, &seen, &text);
    tm_json_key(json, "event");
    tm_json_str(json, text.at);
    tm_text_init(&text, room_for_text, sizeof room_for_text);
    r->opening.setup.game->tell(tm_table_config(r->table), tm_walk_before(v->walk), &seen, tm_walk_after(v->walk), say,
                                &text);
    while (text.len && text.at[text.len - 1] == '\n') text.at[--text.len] = 0;
    tm_json_key(json, "words");
    tm_json_str(json, text.at);
}

static void write_entry(viewer *v, uint32_t n, const tm_say *say, tm_json *json)
{
    const room_entry *entry = &v->room->entries[n];
    const char *tab = entry->text ? strchr(entry->text, '\t') : NULL, *name = tab ? known(tab + 1, say) : NULL;
    tm_json_open(json, '{');
    tm_json_key(json, "n");
    tm_json_int(json, n);
    tm_json_key(json, "at");
    tm_json_int(json, entry->at);
    if (entry->kind == ENTRY_EVENT && !entry->undone) {
        write_event(v, entry, say, json);
    } else if (entry->kind == ENTRY_CHAT && tab) {
        const tm_span said = {entry->text, (uint32_t)(tab - entry->text)};
        tm_json_key(json, "chat");
        tm_json_span(json, said);
        tm_json_key(json, "name");
        tm_json_str(json, name);
        tm_json_key(json, "seat");
        if (entry->seat >= 0)
            tm_json_int(json, entry->seat);
        else
            tm_json_null(json);
        write_who(v, tab + strlen(tab) + 1, json); /* `name` may be another text, if it was erased */
    } else {
        if (entry->kind == ENTRY_UNDO) {
            tm_event seen;
            walk_to(v, entry->event, &seen);
        }
        write_note(entry, name, say, json);
    }
    tm_json_close(json, '}');
}

static bool decides(const viewer *v)
{
    const uint32_t actors = tm_walk_actors(v->walk);
    return v->seat >= 0 && !(actors & TM_ACTOR_CHANCE) && (actors >> v->seat & 1);
}

/* Of a long list we send only the length. */
static void write_legal(const viewer *v, desk *d, tm_json *json)
{
    const room *r = v->room;
    const int n = decides(v) ? tm_walk_legal(v->walk, v->seat, d->legal) : 0;
    tm_json_key(json, "legal");
    if (n == 0 || n > LEGAL_TOLD) {
        tm_json_null(json);
    } else {
        tm_json_open(json, '[');
        if (tm_choices_sort(&d->choices, r->opening.setup.game, tm_table_config(r->table), d->legal, n) == TM_OK)
            for (int i = 0; i < d->choices.n; i++) tm_json_span(json, d->choices.list[i].text);
        tm_json_close(json, ']');
    }
    if (n <= LEGAL_TOLD) return;
    tm_json_key(json, "n_legal");
    tm_json_int(json, n);
}

/* In the game's order: sorting so many would take too long. */
int viewer_write_legal(viewer *v, desk *d, const char *re, uint32_t from, tm_text *out)
{
    const room *r = v->room;
    tm_json json = {out, false};
    if (!v->walk || !decides(v)) return TM_EILLEGAL;
    const uint32_t n = (uint32_t)tm_walk_legal(v->walk, v->seat, d->legal);
    tm_json_open(&json, '{');
    tm_json_key(&json, "type");
    tm_json_str(&json, "legal");
    if (*re) {
        tm_json_key(&json, "re");
        tm_json_str(&json, re);
    }
    tm_json_key(&json, "n");
    tm_json_int(&json, v->n_told);
    tm_json_key(&json, "from");
    tm_json_int(&json, from);
    tm_json_key(&json, "n_legal");
    tm_json_int(&json, n);
    tm_json_key(&json, "legal");
    tm_json_open(&json, '[');
    for (uint32_t i = from; i < n && i - from < LEGAL_PAGE; i++) {
        char room_for_text[TM_LINE_MAX];
        tm_text text;
        tm_text_init(&text, room_for_text, sizeof room_for_text);
        r->opening.setup.game->write_action(tm_table_config(r->table), d->legal[i], &text);
        tm_json_str(&json, text.at);
    }
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
    return TM_OK;
}

static void write_know(const viewer *v, tm_json *json)
{
    tm_json_key(json, "know");
    tm_put_char(json->text, '"');
    base64_write(tm_walk_after(v->walk), v->room->opening.setup.game->view_size, json->text);
    tm_put_char(json->text, '"');
    json->comma = true;
}

/* Written once if it takes long (kept.h). */
static void write_view(const viewer *v, const desk *d, tm_text *out)
{
    const tm_game *game = v->room->opening.setup.game;
    const void *view = tm_walk_after(v->walk);
    uint32_t len = 0;
    const char *text = kept_find(v->room->kept, view, game->view_size, &len);
    if (text) {
        tm_put_mem(out, text, len);
        return;
    }
    const uint32_t from = out->len;
    const uint64_t since = work_clock();
    game->write_view(tm_table_config(v->room->table), view, out);
    if (!out->cut && work_clock() - since >= d->keep_after)
        kept_add(&v->room->kept, view, game->view_size, out->at + from, out->len - from);
}

/* The position at the end of what has been stored and sent. */
static void write_now(viewer *v, desk *d, tm_json *json)
{
    const room *r = v->room;
    tm_event seen;
    tm_json_key(json, "now");
    if (!r->table || (!v->walk && (walk_to(v, 0, &seen), !v->walk))) {
        tm_json_null(json);
        return;
    }
    const uint32_t actors = tm_walk_actors(v->walk);
    tm_json_open(json, '{');
    tm_json_key(json, "actors");
    write_mask(json, actors & TM_ACTOR_CHANCE ? 0 : actors);
    tm_json_key(json, "view");
    write_view(v, d, json->text);
    json->comma = true;
    if (v->know) write_know(v, json);
    write_legal(v, d, json);
    tm_json_key(json, "deadline");
    const int64_t deadline = room_deadline(r);
    if (deadline)
        tm_json_int(json, deadline + d->wall);
    else
        tm_json_null(json);
    uint32_t n_events;
    const bool undo =
        v->seat >= 0 && r->phase == TM_RUNNING && tm_table_undo_point(r->table, v->seat, &n_events, NULL) == TM_OK;
    tm_json_key(json, "undo");
    tm_json_bool(json, undo);
    tm_json_key(json, "takes_back");
    if (undo)
        tm_json_int(json, r->events[n_events]);
    else
        tm_json_null(json);
    write_result(v->room, v->n_told == r->n_entries, json);
    tm_json_close(json, '}');
}

static void write_entries(viewer *v, uint32_t from, uint32_t n, tm_json *json)
{
    tm_say say;
    viewer_say(v, &say);
    tm_json_key(json, "entries");
    tm_json_open(json, '[');
    for (uint32_t i = from; i < n; i++) write_entry(v, i, &say, json);
    tm_json_close(json, ']');
    v->n_told = n;
    tm_json_key(json, "n");
    tm_json_int(json, n);
}

/* The secret may be sent only once the end is stored: otherwise the game could go on, and everybody knew what comes. */
static void write_fairness(const room *r, bool stored, tm_json *json)
{
    char commitment[TM_FAIR_HEX + 1];
    tm_fair_commitment(&r->opening.fair, commitment);
    tm_json_key(json, "commitment");
    tm_json_str(json, commitment);
    tm_json_key(json, "mixes");
    tm_json_open(json, '[');
    for (int i = 0; i < r->opening.setup.n_seats; i++) {
        if (*r->opening.fair.words[i])
            tm_json_str(json, r->opening.fair.words[i]);
        else
            tm_json_null(json);
    }
    tm_json_close(json, ']');
    write_id(json, "secret", r->phase == TM_OVER && stored ? r->opening.fair.secret : "");
}

void viewer_write_table(viewer *v, desk *d, uint32_t from, uint32_t n, tm_text *out)
{
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "type");
    tm_json_str(&json, "table");
    const bool stored = n == v->room->n_entries;
    viewer_write_facts(v, stored, &json);
    write_fairness(v->room, stored, &json);
    if (from > n) from = n;
    if (n - from > ENTRIES_MAX) from = n - ENTRIES_MAX;
    /* Skips what was sent before. */
    for (uint32_t i = 0; i < from; i++) {
        tm_event seen;
        const room_entry *entry = &v->room->entries[i];
        if (entry->kind == ENTRY_EVENT && !entry->undone) walk_to(v, entry->event + 1, &seen);
    }
    write_entries(v, from, n, &json);
    write_now(v, d, &json);
    tm_json_close(&json, '}');
}

void viewer_write_log(viewer *v, desk *d, uint32_t n, tm_text *out)
{
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "type");
    tm_json_str(&json, "log");
    write_entries(v, v->n_told, n, &json);
    write_now(v, d, &json);
    tm_json_close(&json, '}');
}

void viewer_write_seats(const viewer *v, tm_text *out)
{
    tm_json json = {out, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "type");
    tm_json_str(&json, "seats");
    write_people(v, v->n_told == v->room->n_entries, &json);
    tm_json_close(&json, '}');
}
