#include "engine/session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tatami/record.h>
#include <tatami/search.h>

#include "engine/protocol.h"

enum { ITERATIONS_MAX = 2000000, MOVETIME_MAX = 3600000 }; /* milliseconds: an hour */

struct session {
    const tm_bot *bot;
    const char *key;
    session_write write;
    void *context;

    bool begun; /* `new` was received: the setup is valid */
    tm_setup setup;
    tm_box *box;
    char *box_text; /* as it comes; NULL without a box */
    size_t box_len;

    tm_table *table; /* `seat` was received: an empty table, for its config */
    int seat;
    tm_rng rng;
    void *view, *view2, *world;
    tm_action *legal;
    int n_legal; /* `know` was received: the view and the legal actions are valid; 0 otherwise */
};

/* An `error` line; always true, so that a command can end in `return complain(…)`. */
static bool complain(const session *s, const char *reason, tm_span found)
{
    char buffer[400];
    tm_text text;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, "error %s", reason);
    if (found.len) {
        tm_put_str(&text, ": ");
        tm_put_quoted(&text, found.at, found.len, 60);
    }
    s->write(s->context, buffer);
    return true;
}

static const tm_span NOTHING = {"", 0};

static void stand_up(session *s)
{
    tm_table_free(s->table);
    free(s->view);
    free(s->view2);
    free(s->world);
    free(s->legal);
    s->table = NULL;
    s->view = s->view2 = s->world = NULL;
    s->legal = NULL;
    s->n_legal = 0;
}

static void forget_game(session *s)
{
    stand_up(s);
    tm_box_free(s->box);
    free(s->box_text);
    s->box = NULL;
    s->box_text = NULL;
    s->box_len = 0;
    s->begun = false;
}

static bool greet(session *s, tm_span version)
{
    char buffer[128];
    tm_text text;
    if (!tm_span_is(version, "1")) return complain(s, "this engine supports version 1", version);
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, "name Tatami %s, %s", TATAMI_VERSION, s->bot->name);
    s->write(s->context, buffer);
    s->write(s->context, "wants know");
    s->write(s->context, "ready");
    return true;
}

/* `new GAME PLAYERS NAME=VALUE…` */
static bool begin(session *s, tm_span rest)
{
    const tm_span line = rest;
    tm_span id, players, option;
    tm_why why;
    int32_t n = 0;
    forget_game(s);
    if (!tm_span_word(&rest, &id) || !tm_span_word(&rest, &players) || tm_span_int(players, 0, 99, &n))
        return complain(s, "expected new GAME PLAYERS", line);
    const tm_game *game = tm_game_find(id);
    if (!game) return complain(s, "unknown game", id);
    tm_why_init(&why, NULL);
    int status = tm_setup_init(&s->setup, game, n, &why);
    while (!status && tm_span_word(&rest, &option)) status = tm_setup_option(&s->setup, option, &why);
    if (status) return complain(s, why.text.at, NOTHING);
    s->begun = true;
    return true;
}

/* `box LINE`: a line of a box file. */
static bool add_box(session *s, tm_span line)
{
    if (!s->begun || s->table) return complain(s, "box comes between new and seat", NOTHING);
    const size_t more = (size_t)line.len + 1; /* the line feed of the previous line */
    if (s->box_len + more > TM_RECORD_MAX) return complain(s, "the box is too large", NOTHING);
    char *text = realloc(s->box_text, s->box_len + more);
    if (!text) return complain(s, "out of memory", NOTHING);
    if (s->box_text) text[s->box_len++] = '\n';
    memcpy(text + s->box_len, line.at, line.len);
    s->box_text = text;
    s->box_len += line.len;
    return true;
}

static int open_table(session *s, tm_why *why)
{
    const tm_game *game = s->setup.game;
    int status = TM_OK;
    if (s->box_text && !s->box) {
        status = tm_box_read(s->box_text, s->box_len, &s->box, why);
        if (!status) status = tm_setup_box(&s->setup, s->box, why);
    }
    if (!status) status = tm_table_new(&s->setup, &s->table, why);
    if (status) return status;
    s->view = malloc(game->view_size);
    s->view2 = malloc(game->view_size);
    s->world = malloc(game->state_size);
    s->legal = malloc(game->max_legal * sizeof *s->legal);
    return s->view && s->view2 && s->world && s->legal ? TM_OK : tm_why_not(why, TM_ESPACE, "out of memory");
}

static bool read_seed(tm_span text, uint64_t *out)
{
    uint64_t value = 0;
    if (!text.len || text.len > 20) return false;
    for (uint32_t i = 0; i < text.len; i++) {
        const uint64_t digit = (uint64_t)(text.at[i] - '0');
        if (text.at[i] < '0' || text.at[i] > '9' || value > (UINT64_MAX - digit) / 10) return false;
        value = 10 * value + digit;
    }
    *out = value;
    return true;
}

/* `seat N SEED` */
static bool sit(session *s, tm_span rest)
{
    tm_span words[2];
    int32_t seat = 0;
    uint64_t seed = 0;
    tm_why why;
    if (!s->begun) return complain(s, "seat comes after new", NOTHING);
    if (tm_span_words(rest, words, 2) != 2 || tm_span_int(words[0], 0, s->setup.n_seats - 1, &seat) ||
        !read_seed(words[1], &seed))
        return complain(s, "expected seat N SEED", rest);
    stand_up(s);
    tm_why_init(&why, NULL);
    if (open_table(s, &why)) {
        forget_game(s);
        return complain(s, why.text.at, NOTHING);
    }
    s->seat = seat;
    tm_rng_init(&s->rng, seed, 0);
    return true;
}

static bool is_sealed(const session *s, tm_span seal)
{
    char expected[ENGINE_SEAL + 1];
    uint8_t differs = 0;
    if (!s->key || seal.len != ENGINE_SEAL || engine_seal(s->key, &s->setup, s->seat, s->view, expected)) return false;
    for (int i = 0; i < ENGINE_SEAL; i++) differs |= (uint8_t)(seal.at[i] ^ expected[i]);
    return differs == 0;
}

/* `know VIEW SEAL`, both in hexadecimal. The seal is checked before the view is read. */
static bool learn(session *s, tm_span rest)
{
    tm_span words[2];
    tm_rng rng;
    if (!s->table) return complain(s, "know comes after seat", NOTHING);
    const tm_game *game = s->setup.game;
    const void *config = tm_table_config(s->table);
    s->n_legal = 0;
    if (tm_span_words(rest, words, 2) != 2 || !engine_read_hex(words[0], s->view, game->view_size))
        return complain(s, "expected know VIEW SEAL", rest);
    if (!is_sealed(s, words[1]))
        return complain(s, "this view does not have the seal of the program that started the engine (" ENGINE_KEY ")",
                        NOTHING);
    tm_rng_init(&rng, 0, 0);
    memset(s->world, 0, game->state_size);
    game->world(config, s->view, &rng, s->world);
    game->view(config, s->world, s->seat, s->view2);
    if (game->check(config, s->world) != 0 || memcmp(s->view, s->view2, game->view_size) != 0)
        return complain(s, "this view belongs to another version of the game", NOTHING);
    if (game->actors(config, s->world) >> s->seat & 1)
        s->n_legal = game->legal(config, s->world, s->seat, s->legal); /* depends only on what the seat sees */
    return true;
}

static bool is_late(void *context)
{
    const struct timespec *end = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec || (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

/* `[movetime MS] [iterations N]`. False if it is something else. */
static bool read_limits(tm_span rest, tm_search_limits *limits, struct timespec *end)
{
    tm_span name, value;
    limits->iterations = ITERATIONS_MAX;
    while (rest.len && tm_span_word(&rest, &name)) {
        int32_t n = 0;
        if (!tm_span_word(&rest, &value)) return false;
        if (tm_span_is(name, "iterations")) {
            if (tm_span_int(value, 1, ITERATIONS_MAX, &n)) return false;
            limits->iterations = (uint32_t)n;
        } else {
            if (!tm_span_is(name, "movetime") || tm_span_int(value, 1, MOVETIME_MAX, &n)) return false;
            clock_gettime(CLOCK_MONOTONIC, end);
            end->tv_sec += n / 1000;
            end->tv_nsec += n % 1000 * 1000000L;
            end->tv_sec += end->tv_nsec / 1000000000;
            end->tv_nsec %= 1000000000;
            limits->stop = is_late;
            limits->context = end;
        }
    }
    return true;
}

static void tell_thought(const session *s, const tm_search_result *thought)
{
    char buffer[160];
    tm_text text;
    const uint32_t value = (uint32_t)((uint64_t)thought->chance * 10000 / TM_SURE);
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_fmt(&text, "info visits %u value %u.", thought->visits, value / 10000);
    for (uint32_t unit = 1000; unit; unit /= 10) tm_put_fmt(&text, "%u", value / unit % 10);
    tm_put_str(&text, " action ");
    s->setup.game->write_action(tm_table_config(s->table), thought->action, &text);
    s->write(s->context, buffer);
}

static bool think(session *s, tm_span rest)
{
    char buffer[128];
    tm_text text;
    struct timespec end;
    tm_search_limits limits = {0};
    if (!s->n_legal) return complain(s, "there is nothing to decide yet: send know before go", NOTHING);
    if (!read_limits(rest, &limits, &end))
        return complain(s, "expected go [movetime MILLISECONDS] [iterations N]", rest);
    tm_search_result *thoughts = calloc((size_t)s->n_legal, sizeof *thoughts);
    if (!thoughts) return complain(s, "out of memory", NOTHING);
    const tm_question question = {
        .game = s->setup.game,
        .config = tm_table_config(s->table),
        .view = s->view,
        .seat = s->seat,
        .legal = s->legal,
        .n_legal = s->n_legal,
        .limits = rest.len ? &limits : NULL,
        .thoughts = thoughts,
        .net = tm_net_for(&s->setup, NOTHING),
    };
    const tm_action action = s->bot->choose(&question, &s->rng);
    for (int i = 0; i < s->n_legal; i++)
        if (thoughts[i].visits) tell_thought(s, &thoughts[i]);
    free(thoughts);
    s->n_legal = 0;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_str(&text, "best ");
    s->setup.game->write_action(question.config, action, &text);
    s->write(s->context, buffer);
    return true;
}

int session_new(const tm_bot *bot, const char *key, session_write write, void *context, session **out)
{
    session *s = calloc(1, sizeof *s);
    if (!s) return TM_ESPACE;
    s->bot = bot;
    s->key = key;
    s->write = write;
    s->context = context;
    *out = s;
    return TM_OK;
}

void session_free(session *s)
{
    if (!s) return;
    forget_game(s);
    free(s);
}

static bool ignore(session *s, tm_span rest)
{
    (void)s;
    (void)rest;
    return true;
}

bool session_take(session *s, tm_span line)
{
    static const struct {
        const char *word;
        bool (*run)(session *s, tm_span rest);
    } COMMANDS[] = {
        {"tatami", greet}, {"new", begin},    {"box", add_box}, {"seat", sit},     {"know", learn},
        {"go", think},     {"event", ignore}, {"view", ignore}, {"legal", ignore}, {"over", ignore},
    };
    uint32_t len = 0;
    while (len < line.len && line.at[len] != ' ') len++;
    const tm_span word = {line.at, len};
    const uint32_t taken = len < line.len ? len + 1 : len;
    const tm_span rest = {line.at + taken, line.len - taken};
    if (tm_span_is(word, "quit")) return false;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (tm_span_is(word, COMMANDS[i].word)) return COMMANDS[i].run(s, rest);
    return complain(s, "unknown command", word);
}
