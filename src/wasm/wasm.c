/* What the browser calls. No imports: whoever loads the module brings seeds and shows what comes back.
 *
 * Texts go in as (pointer, length) in memory from tatami_room; texts come out as a pointer to a NUL-terminated string that
 * holds until the next call that returns one. Functions that can be refused return 0 or a negative TM_E…, and
 * tatami_reason says why. One module plays any number of tables, one call at a time. */
#include <stdlib.h>
#include <string.h>

#include <tatami/bench.h>
#include <tatami/bot.h>
#include <tatami/choices.h>
#include <tatami/fair.h>
#include <tatami/search.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef struct local_game {
    tm_table *table;
    tm_players players;
} local_game;

static char *out; /* the last text given */
static size_t out_room;
static tm_why reason;
static tm_choices choices;

/* A tm_text over `out` with at least `room` bytes. */
static tm_text out_text(size_t room)
{
    tm_text text;
    if (room > out_room) {
        free(out);
        out = malloc(room);
        out_room = room;
        tm_assert(out);
    }
    tm_text_init(&text, out, (uint32_t)out_room);
    return text;
}

static int refuse(int status)
{
    return tm_why_not(&reason, status, "this is not possible here");
}

void *EXPORT(tatami_room)(uint32_t size)
{
    return malloc(size);
}

void EXPORT(tatami_forget)(void *room)
{
    free(room);
}

const char *EXPORT(tatami_reason)(void)
{
    return reason.text.at ? reason.text.at : "";
}

static void json_option(tm_json *json, const tm_option *option)
{
    tm_json_open(json, '{');
    tm_json_key(json, "name");
    tm_json_str(json, option->name);
    tm_json_key(json, "help");
    tm_json_str(json, option->help);
    tm_json_key(json, "min");
    tm_json_int(json, option->range.min);
    tm_json_key(json, "max");
    tm_json_int(json, option->range.max);
    tm_json_key(json, "default");
    tm_json_int(json, option->range.def);
    tm_json_key(json, "words");
    tm_json_open(json, '[');
    for (int i = option->range.min; option->words && i <= option->range.max; i++) tm_json_str(json, option->words[i]);
    tm_json_close(json, ']');
    tm_json_close(json, '}');
}

/* The games and their facts, as JSON. */
const char *EXPORT(tatami_games)(void)
{
    tm_text text = out_text(1 << 16);
    tm_json json = {&text, false};
    tm_json_open(&json, '[');
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        tm_json_open(&json, '{');
        tm_json_key(&json, "id");
        tm_json_str(&json, game->id);
        tm_json_key(&json, "title");
        tm_json_str(&json, game->title);
        tm_json_key(&json, "about");
        tm_json_str(&json, game->about);
        tm_json_key(&json, "seats");
        tm_json_open(&json, '[');
        for (int n = game->min_seats; n <= game->max_seats; n++) tm_json_int(&json, n);
        tm_json_close(&json, ']');
        tm_json_key(&json, "options");
        tm_json_open(&json, '[');
        for (int k = 0; k < game->n_options; k++) json_option(&json, &game->options[k]);
        tm_json_close(&json, ']');
        tm_json_close(&json, '}');
    }
    tm_json_close(&json, ']');
    return out;
}

static local_game *start(const tm_setup *setup, uint64_t seed)
{
    local_game *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    if (tm_table_new(setup, &g->table, &reason) == TM_OK && tm_players_init(&g->players, setup->game, seed) == TM_OK)
        return g;
    tm_table_free(g->table);
    free(g);
    return NULL;
}

/* A new game; the options are `name=value` words. NULL if refused. */
local_game *EXPORT(tatami_open)(const char *id, uint32_t id_len, int n_seats, const char *options, uint32_t len,
                                uint64_t seed)
{
    tm_setup setup;
    tm_span rest = {len ? options : NULL, len}, word;
    const tm_span name = {id, id_len};
    const tm_game *game = tm_game_find(name);
    tm_why_init(&reason, NULL);
    if (!game) {
        refuse(TM_EUNKNOWN);
        return NULL;
    }
    if (tm_setup_init(&setup, game, n_seats, &reason)) return NULL;
    while (tm_span_word(&rest, &word))
        if (tm_setup_option(&setup, word, &reason)) return NULL;
    return start(&setup, seed);
}

/* A game as a record left it. NULL if refused. */
local_game *EXPORT(tatami_read)(const char *text, uint32_t len, uint64_t seed)
{
    tm_record record;
    tm_span line;
    int status;
    tm_why_init(&reason, NULL);
    if (tm_record_open(&record, text, len, &reason) || tm_record_use_box(&record, NULL, &reason)) return NULL;
    local_game *g = start(&record.setup, seed);
    if (!g) return NULL;
    while ((status = tm_record_next(&record, g->table, &line, &reason)) == 1) continue;
    if (status == TM_OK) status = tm_record_check_result(&record, g->table, &reason);
    if (status == TM_OK) return g;
    tm_players_free(&g->players);
    tm_table_free(g->table);
    free(g);
    return NULL;
}

void EXPORT(tatami_close)(local_game *g)
{
    tm_players_free(&g->players);
    tm_table_free(g->table);
    free(g);
}

uint32_t EXPORT(tatami_actors)(const local_game *g)
{
    return tm_table_actors(g->table);
}

/* A seat's legal actions, one a line, sorted. */
const char *EXPORT(tatami_legal)(local_game *g, int seat)
{
    size_t room = 1;
    tm_choices_list(&choices, g->table, seat);
    for (int i = 0; i < choices.n; i++) room += choices.list[i].text.len + 1;
    tm_text text = out_text(room);
    for (int i = 0; i < choices.n; i++) {
        tm_put_mem(&text, choices.list[i].text.at, choices.list[i].text.len);
        tm_put_char(&text, '\n');
    }
    return out;
}

int EXPORT(tatami_act)(local_game *g, int seat, const char *action, uint32_t len)
{
    const tm_span text = {action, len};
    tm_action a;
    tm_why_init(&reason, NULL);
    int status = tm_table_setup(g->table)->game->read_action(tm_table_config(g->table), text, &a);
    if (status == TM_OK) status = tm_table_act(g->table, seat, a);
    return status ? refuse(status) : TM_OK;
}

/* Who decides for a seat from now on when tatami_step is called: a bot's name, or nothing for a person. */
int EXPORT(tatami_seat)(local_game *g, int seat, const char *bot, uint32_t len)
{
    const tm_span name = {bot, len};
    tm_why_init(&reason, NULL);
    if (seat < 0 || seat >= tm_table_setup(g->table)->n_seats) return refuse(TM_ERANGE);
    const tm_bot *found = len ? tm_bot_find(name) : NULL;
    if (len && !found) return refuse(TM_EUNKNOWN);
    g->players.bots[seat] = found;
    return TM_OK;
}

/* Chance or one bot does one thing: 1, or 0 when a person is to decide or the game is over. */
int EXPORT(tatami_step)(local_game *g)
{
    return tm_players_step(&g->players, g->table);
}

int EXPORT(tatami_undo)(local_game *g, int seat)
{
    tm_why_init(&reason, NULL);
    return tm_table_undo(g->table, seat, &reason);
}

/* What a strong bot would do for a seat, from what it knows: a JSON list of actions with visits and the chance to win in
 * millionths, the best first. */
const char *EXPORT(tatami_hint)(local_game *g, int seat)
{
    const tm_game *game = tm_table_setup(g->table)->game;
    tm_question question;
    tm_players_ask(&g->players, g->table, seat, &question);
    tm_search_result *results = malloc(game->max_legal * sizeof *results);
    const bool thought =
        results && question.n_legal > 0 && tm_hint(&question, &g->players.thoughts[seat], results) == TM_OK;
    tm_text text = out_text(64 + 128 * (size_t)question.n_legal);
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
        tm_json_close(&json, '}');
    }
    tm_json_close(&json, ']');
    free(results);
    return out;
}

/* What a viewer may know, as JSON. */
const char *EXPORT(tatami_view)(local_game *g, int viewer)
{
    const tm_game *game = tm_table_setup(g->table)->game;
    tm_text text = out_text(1 << 16);
    tm_table_view(g->table, viewer, g->players.view);
    game->write_view(tm_table_config(g->table), g->players.view, &text);
    return out;
}

/* `212 96 212 96`, and the mask of winners. */
const char *EXPORT(tatami_points)(local_game *g)
{
    tm_text text = out_text(256);
    tm_record_write_points(g->table, &text);
    return out;
}

uint32_t EXPORT(tatami_winners)(local_game *g)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(g->table, points, &winners);
    return winners;
}

/* The record, as the viewer lived it (TM_EVERYTHING: all of it). */
const char *EXPORT(tatami_record)(local_game *g, int viewer)
{
    size_t len;
    char *record = tm_record_write(g->table, NULL, 0, viewer, &len);
    if (!record) return "";
    tm_text text = out_text(len + 1);
    tm_put_mem(&text, record, (uint32_t)len);
    free(record);
    return out;
}

/* Whether every outcome of a finished record follows from its secret: its commitment and the words of the seats, to be
 * compared with those kept from before the game, and how many outcomes there were, as JSON. "" if not, and tatami_reason
 * says what does not follow. The box is the text of its file, of length 0 if there is none. */
const char *EXPORT(tatami_verify)(const char *record, uint32_t len, const char *box_text, uint32_t box_len)
{
    tm_box *box = NULL;
    tm_fair_proof proof;
    tm_why_init(&reason, NULL);
    int status = box_len ? tm_box_read(box_text, box_len, &box, &reason) : TM_OK;
    if (status == TM_OK) status = tm_fair_verify(record, len, box, &proof, &reason);
    tm_box_free(box);
    if (status) return "";
    tm_text text = out_text(1 << 12);
    tm_json json = {&text, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "commitment");
    tm_json_str(&json, proof.commitment);
    tm_json_key(&json, "words");
    tm_json_open(&json, '[');
    for (int seat = 0; seat < proof.fair.n_seats; seat++) tm_json_str(&json, proof.fair.words[seat]);
    tm_json_close(&json, ']');
    tm_json_key(&json, "outcomes");
    tm_json_int(&json, proof.n_outcomes);
    tm_json_key(&json, "over");
    tm_json_bool(&json, proof.over);
    tm_json_close(&json, '}');
    return out;
}

uint64_t EXPORT(tatami_hash)(const local_game *g)
{
    return tm_table_hash(g->table);
}

uint64_t EXPORT(tatami_bench_signature)(void)
{
    return tm_bench_signature();
}

uint64_t EXPORT(tatami_bench_play)(uint32_t game, int n_seats, uint64_t n_decisions, uint64_t seed)
{
    return game < (uint32_t)tm_n_games ? tm_bench_play(tm_games[game], n_seats, n_decisions, seed) : 0;
}

uint64_t EXPORT(tatami_bench_calibrate)(uint64_t n_decisions, uint64_t seed)
{
    uint32_t sum;
    return tm_bench_calibrate(n_decisions, seed, &sum);
}
