/* The calls about one game. */
#include <stdlib.h>
#include <string.h>

#include <tatami/bot.h>
#include <tatami/choices.h>
#include <tatami/record.h>
#include <tatami/search.h>

#include "wasm/wasm.h"

enum { N_WALKS = TM_MAX_SEATS + 2 }; /* the seats, a spectator, and a viewer of everything */

typedef struct local_game {
    tm_table *table;
    tm_players players;
    tm_box *box;             /* NULL: the default */
    tm_walk *walks[N_WALKS]; /* NULL until somebody walks */
    bool started[N_WALKS];   /* whether that walk has shown the start */
    char *names;             /* one after the other, each with its NUL */
    tm_say say;              /* the names, and the current language */
} local_game;

static tm_choices choices;

/* A seat of the game uses the network that was given, if any. */
static void use_net(local_game *g)
{
    g->players.net = wasm_net(tm_table_setup(g->table));
}

/* Whether the network whose file begins like this would be used at this table. */
int EXPORT(tatami_net_knows)(local_game *g, const char *head, uint32_t len)
{
    return tm_net_would_know(tm_table_setup(g->table), (tm_span){head, len});
}

/* What the bot of a seat says about itself at this table; empty if there is nothing to say. */
const char *EXPORT(tatami_remark)(local_game *g, int seat)
{
    use_net(g);
    const tm_bot *bot = g->players.bots[seat];
    const char *remark = bot ? tm_bot_remark(bot, tm_table_setup(g->table), g->players.net) : NULL;
    tm_text text = wasm_out(256);
    tm_put_str(&text, remark ? tm_tr(&wasm_say, remark) : "");
    return text.at;
}

void EXPORT(tatami_close)(local_game *g)
{
    for (int i = 0; i < N_WALKS; i++) tm_walk_free(g->walks[i]);
    if (g->players.view) tm_players_free(&g->players);
    tm_table_free(g->table);
    tm_box_free(g->box);
    free(g->names);
    free(g);
}

/* A new game with the current box. NULL if that box is refused. */
static local_game *make(void)
{
    local_game *g = calloc(1, sizeof *g);
    if (g && wasm_read_box(&g->box)) {
        tatami_close(g);
        return NULL;
    }
    return g;
}

static int start(local_game *g, const tm_setup *setup, uint64_t seed)
{
    const int status = tm_table_new(setup, &g->table, &wasm_reason);
    return status ? status : tm_players_init(&g->players, setup->game, seed);
}

static int set_up(local_game *g, const tm_game *game, int n_seats, tm_span options, tm_setup *out_setup)
{
    tm_span word;
    int status = tm_setup_init(out_setup, game, n_seats, &wasm_reason);
    if (status == TM_OK && g->box) status = tm_setup_box(out_setup, g->box, &wasm_reason);
    while (status == TM_OK && tm_span_word(&options, &word)) status = tm_setup_option(out_setup, word, &wasm_reason);
    return status;
}

/* A new game; the options are `name=value` words. NULL if refused. */
local_game *EXPORT(tatami_open)(const char *id, uint32_t id_len, int n_seats, const char *options, uint32_t len,
                                uint64_t seed)
{
    tm_setup setup;
    const tm_span name = {id, id_len}, words = {len ? options : NULL, len};
    const tm_game *game = tm_game_find(name);
    wasm_forget_reason();
    if (!game) {
        wasm_refuse(TM_EUNKNOWN);
        return NULL;
    }
    local_game *g = make();
    if (g && set_up(g, game, n_seats, words, &setup) == TM_OK && start(g, &setup, seed) == TM_OK) return g;
    if (g) tatami_close(g);
    return NULL;
}

/* Plays all events of a record on the table of a new game. */
static int replay(local_game *g, tm_record *record, uint64_t seed)
{
    tm_span line;
    int status = tm_record_use_box(record, g->box, &wasm_reason);
    if (status == TM_OK) status = start(g, &record->setup, seed);
    if (status) return status;
    while ((status = tm_record_next(record, g->table, &line, &wasm_reason)) == 1) continue;
    return status ? status : tm_record_check_result(record, g->table, &wasm_reason);
}

/* A game restored from a record. NULL if refused. */
local_game *EXPORT(tatami_read)(const char *text, uint32_t len, uint64_t seed)
{
    tm_record record;
    wasm_forget_reason();
    if (tm_record_open(&record, text, len, &wasm_reason)) return NULL;
    local_game *g = make();
    if (g && replay(g, &record, seed) == TM_OK) return g;
    if (g) tatami_close(g);
    return NULL;
}

/* Sets the names of the seats: each followed by a NUL. */
int EXPORT(tatami_names)(local_game *g, const char *names, uint32_t len)
{
    char *copy = malloc((size_t)len + 1);
    wasm_forget_reason();
    if (!copy) return wasm_refuse(TM_ESPACE);
    memcpy(copy, names, len);
    copy[len] = 0;
    free(g->names);
    g->names = copy;
    const char *at = copy;
    for (int seat = 0; seat < TM_MAX_SEATS; seat++) {
        g->say.names[seat] = at;
        if (at < copy + len) at += strlen(at) + 1;
        if (at > copy + len) at = copy + len;
    }
    return TM_OK;
}

uint32_t EXPORT(tatami_actors)(const local_game *g)
{
    return tm_table_actors(g->table);
}

/* A seat's legal actions, one per line, sorted. */
const char *EXPORT(tatami_legal)(local_game *g, int seat)
{
    size_t room = 1;
    tm_choices_list(&choices, g->table, seat);
    for (int i = 0; i < choices.n; i++) room += choices.list[i].text.len + 1;
    tm_text text = wasm_out(room);
    for (int i = 0; i < choices.n; i++) {
        tm_put_mem(&text, choices.list[i].text.at, choices.list[i].text.len);
        tm_put_char(&text, '\n');
    }
    return text.at;
}

int EXPORT(tatami_act)(local_game *g, int seat, const char *action, uint32_t len)
{
    const tm_span text = {action, len};
    tm_action a;
    wasm_forget_reason();
    const int status = tm_table_setup(g->table)->game->read_action(tm_table_config(g->table), text, &a);
    if (status) return wasm_refuse(status);
    return tm_table_act(g->table, seat, a) ? tm_table_why(g->table, seat, a, &wasm_reason) : TM_OK;
}

/* What tatami_act would say, and nothing is done. */
int EXPORT(tatami_why)(local_game *g, int seat, const char *action, uint32_t len)
{
    const tm_span text = {action, len};
    const tm_action *legal;
    tm_action a;
    wasm_forget_reason();
    const int status = tm_table_setup(g->table)->game->read_action(tm_table_config(g->table), text, &a);
    if (status) return wasm_refuse(status);
    const int n = tm_table_legal(g->table, seat, &legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == a) return TM_OK;
    return tm_table_why(g->table, seat, a, &wasm_reason);
}

/* What to ask a careful person before a legal action, "" if nothing (tm_game: caution). */
const char *EXPORT(tatami_caution)(local_game *g, int seat, const char *action, uint32_t len)
{
    const tm_span text = {action, len};
    tm_action a;
    if (tm_table_setup(g->table)->game->read_action(tm_table_config(g->table), text, &a)) return "";
    const char *id = tm_table_caution(g->table, seat, a);
    return id ? tm_tr(&wasm_say, id) : "";
}

/* Plays one event as in a record, chance or decision: for replaying a known game. */
int EXPORT(tatami_put)(local_game *g, const char *line, uint32_t len)
{
    const tm_game *game = tm_table_setup(g->table)->game;
    tm_span rest = {line, len}, who;
    tm_event event = {.seat = TM_CHANCE};
    int32_t seat;
    wasm_forget_reason();
    int status = tm_span_word(&rest, &who) ? TM_OK : TM_ESYNTAX;
    if (status == TM_OK && tm_span_is(who, "*")) {
        status = game->read_outcome(tm_table_config(g->table), rest, &event.outcome);
    } else if (status == TM_OK) {
        status = tm_span_int(who, 0, TM_MAX_SEATS - 1, &seat);
        if (status == TM_OK) status = game->read_action(tm_table_config(g->table), rest, &event.action);
        event.seat = seat;
    }
    if (status == TM_OK) status = tm_table_add(g->table, &event);
    return status ? wasm_refuse(status) : TM_OK;
}

/* Sets who decides for a seat in tatami_step: a bot's name, or nothing for a person. */
int EXPORT(tatami_seat)(local_game *g, int seat, const char *bot, uint32_t len)
{
    const tm_span name = {bot, len};
    wasm_forget_reason();
    if (seat < 0 || seat >= tm_table_setup(g->table)->n_seats) return wasm_refuse(TM_ERANGE);
    const tm_bot *found = len ? tm_bot_find(name) : NULL;
    if (len && !found) return wasm_refuse(TM_EUNKNOWN);
    g->players.bots[seat] = found;
    return TM_OK;
}

/* Lets chance or one bot do one thing: 1, or 0 if a person must decide or the game is over. */
int EXPORT(tatami_step)(local_game *g)
{
    use_net(g);
    return tm_players_step(&g->players, g->table);
}

/* Walks start again from the beginning. */
void EXPORT(tatami_rewind)(local_game *g)
{
    for (int i = 0; i < N_WALKS; i++) {
        if (g->walks[i]) tm_walk_restart(g->walks[i]);
        g->started[i] = false;
    }
}

/* The number of the decision that an undo would take back, from 0; negative if it would be refused, and tatami_reason says why. */
int EXPORT(tatami_undo_point)(local_game *g, int seat)
{
    uint32_t n_events;
    wasm_forget_reason();
    const int status = tm_table_undo_point(g->table, seat, &n_events, &wasm_reason);
    return status ? status : (int)n_events;
}

int EXPORT(tatami_undo)(local_game *g, int seat)
{
    wasm_forget_reason();
    const int status = tm_table_undo(g->table, seat, &wasm_reason);
    if (status == TM_OK) tatami_rewind(g);
    return status;
}

/* The game's own words are in the language that is set now. */
static void speak(local_game *g)
{
    g->say.tr = wasm_say.tr;
    g->say.trn = wasm_say.trn;
    g->say.context = wasm_say.context;
}

static void write_words(local_game *g, const tm_walk *walk, const tm_event *seen, tm_json *json)
{
    static char words[1 << 14];
    tm_text text;
    tm_text_init(&text, words, sizeof words);
    tm_event_write(g->table, seen, &text);
    tm_json_key(json, "event");
    tm_json_str(json, words);
    tm_text_init(&text, words, sizeof words);
    speak(g);
    tm_table_setup(g->table)->game->tell(tm_table_config(g->table), tm_walk_before(walk), seen, tm_walk_after(walk),
                                         &g->say, &text);
    tm_json_key(json, "words");
    tm_json_str(json, words);
}

/* The next step of the game as a viewer saw it: {"event", "words", "actors", "view"}. The first one is the start,
 * with neither event nor words. Nothing at the end, until the game goes on. The names must be set. */
const char *EXPORT(tatami_next)(local_game *g, int viewer)
{
    const int i = viewer >= 0 ? viewer : TM_MAX_SEATS + (viewer == TM_EVERYTHING);
    tm_event seen;
    if (!g->walks[i] && tm_walk_new(g->table, viewer, &g->walks[i])) return "";
    tm_walk *walk = g->walks[i];
    const bool first = !g->started[i];
    if (!first && !tm_walk_next(walk, &seen)) return "";
    g->started[i] = true;
    tm_text text = wasm_out(1 << 17);
    tm_json json = {&text, false};
    tm_json_open(&json, '{');
    if (!first) write_words(g, walk, &seen, &json);
    tm_json_key(&json, "actors");
    tm_json_int(&json, tm_walk_actors(walk));
    tm_json_key(&json, "view");
    tm_table_setup(g->table)->game->write_view(tm_table_config(g->table), tm_walk_after(walk), &text);
    json.comma = true;
    tm_json_close(&json, '}');
    return text.at;
}

enum { EXPLAINED = 12, REASONS = 2048 }; /* actions with reasons, best first; bytes of the reasons of one */

static void write_numbers(tm_json *json, const char *key, const int32_t *numbers, int n)
{
    tm_json_key(json, key);
    tm_json_open(json, '[');
    for (int i = 0; i < n; i++) tm_json_int(json, numbers[i]);
    tm_json_close(json, ']');
}

static void write_reasons(local_game *g, const tm_question *q, const tm_outlook *outlooks, int n, int which,
                          tm_json *json)
{
    static char room[REASONS];
    const tm_outlook *o = &outlooks[which];
    int32_t shares[TM_MAX_SEATS];
    tm_text why;
    if (!o->n) return;
    for (int i = 0; i < o->n_seats; i++) shares[i] = (int32_t)((int64_t)o->shares[i] * 1000000 / TM_SURE);
    write_numbers(json, "shares", shares, o->n_seats);
    write_numbers(json, "points", o->points, o->n_seats);
    tm_text_init(&why, room, sizeof room);
    tm_explain_write(q, outlooks, n, which, &g->say, &g->players.thoughts[q->seat], &why);
    tm_json_key(json, "why");
    tm_json_str(json, room);
}

/* What a bot that thinks for this many iterations (0: like the strongest bot) would do for a seat with what it knows: a JSON list of
 * actions, best first, with visits and the chance of winning in millionths. The first few have reasons: each seat's share of the
 * wins in millionths, everybody's points on average in hundredths, and words (tm_explain_write). The names must be set. */
const char *EXPORT(tatami_hint)(local_game *g, int seat, uint32_t iterations)
{
    const tm_search_limits limits = {.iterations = iterations};
    const tm_game *game = tm_table_setup(g->table)->game;
    tm_outlook outlooks[EXPLAINED];
    tm_question question;
    use_net(g);
    tm_players_ask(&g->players, g->table, seat, &question);
    tm_search_result *results = malloc(game->max_legal * sizeof *results);
    const int explained = question.n_legal < EXPLAINED ? question.n_legal : EXPLAINED;
    const bool thought = results && question.n_legal > 0 &&
                         tm_explain(&question, iterations ? &limits : NULL, &g->players.thoughts[seat], results,
                                    outlooks, explained) == TM_OK;
    speak(g);
    tm_text text = wasm_out(64 + 128 * (size_t)question.n_legal + EXPLAINED * 2 * (size_t)REASONS);
    tm_json json = {&text, false};
    tm_json_open(&json, '[');
    for (int i = 0; thought && i < question.n_legal; i++) {
        char room[64];
        tm_text action;
        tm_text_init(&action, room, sizeof room);
        game->write_action(question.config, results[i].action, &action);
        tm_json_open(&json, '{');
        tm_json_key(&json, "action");
        tm_json_str(&json, room);
        tm_json_key(&json, "visits");
        tm_json_int(&json, results[i].visits);
        tm_json_key(&json, "chance");
        tm_json_int(&json, (int64_t)results[i].chance * 1000000 / TM_SURE);
        if (i < explained) write_reasons(g, &question, outlooks, explained, i, &json);
        tm_json_close(&json, '}');
    }
    tm_json_close(&json, ']');
    free(results);
    return text.at;
}

/* What a viewer may know, as JSON. */
const char *EXPORT(tatami_view)(local_game *g, int viewer)
{
    const tm_game *game = tm_table_setup(g->table)->game;
    tm_text text = wasm_out(1 << 16);
    tm_table_view(g->table, viewer, g->players.view);
    game->write_view(tm_table_config(g->table), g->players.view, &text);
    return text.at;
}

/* `212 96 212 96`, and the mask of winners. */
const char *EXPORT(tatami_points)(local_game *g)
{
    tm_text text = wasm_out(256);
    tm_record_write_points(g->table, &text);
    return text.at;
}

uint32_t EXPORT(tatami_winners)(local_game *g)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(g->table, points, &winners);
    return winners;
}

/* The record as the viewer saw it (TM_EVERYTHING: all of it). */
const char *EXPORT(tatami_record)(local_game *g, int viewer)
{
    size_t len;
    char *record = tm_record_write(g->table, NULL, 0, viewer, &len);
    if (!record) return "";
    tm_text text = wasm_out(len + 1);
    tm_put_mem(&text, record, (uint32_t)len);
    free(record);
    return text.at;
}

uint64_t EXPORT(tatami_hash)(const local_game *g)
{
    return tm_table_hash(g->table);
}
