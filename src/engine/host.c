#include "engine/host.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>

#include "engine/outbox.h"
#include "engine/process.h"
#include "engine/protocol.h"

enum {
    PATIENCE = 60000, /* milliseconds for an answer */
    GRACE = 5000,     /* on top of the time for the decision */
    QUITTING = 2000,
};

enum { WANTS_EVENT = 1, WANTS_VIEW = 2, WANTS_LEGAL = 4, WANTS_KNOW = 8 };

/* A program that runs. */
typedef struct link {
    struct link *next;
    process *process;
    uint32_t wants;
} link;

struct engine {
    tm_bot bot; /* its context is the engine */
    char name[ENGINE_COMMAND_MAX + 16], command[ENGINE_COMMAND_MAX + 1];
    const uint32_t *movetime;
    char variable[sizeof ENGINE_KEY + 1 + 64]; /* for the environment, with the key */
    pthread_mutex_t lock;                      /* guards `idle` */
    link *idle;
};

/* A program in a game. */
typedef struct mind {
    engine *engine;
    link *link;
    tm_walk *walk;
    int seat;
    outbox out;
} mind;

static const char *key_of(const engine *e)
{
    return e->variable + sizeof ENGINE_KEY;
}

/* The deadline for an answer. */
static int64_t deadline_of(const engine *e)
{
    return process_now() + (*e->movetime ? (int64_t)*e->movetime + GRACE : PATIENCE);
}

static int stop(link *l, int64_t patience)
{
    const int status = process_stop(l->process, process_now() + patience);
    free(l);
    return status;
}

static void write_quoted(char *room, uint32_t size, tm_span text)
{
    tm_text quoted;
    tm_text_init(&quoted, room, size);
    tm_put_quoted(&quoted, text.at, text.len, 100);
}

/* The engine is stopped; *why says how it failed. */
static int fail(mind *m, int status, tm_why *why)
{
    tm_why reason;
    char name[400];
    write_quoted(name, sizeof name, tm_span_of(m->engine->name));
    tm_why_init(&reason, why->say);
    const int ended = stop(m->link, status == PROCESS_ENDED ? QUITTING : 0);
    m->link = NULL;
    if (status == TM_ESPACE)
        tm_why_not(&reason, status, "out of memory");
    else if (status == PROCESS_LATE)
        tm_why_not(&reason, status, "did not answer in time");
    else if (status == PROCESS_LONG)
        tm_why_not(&reason, status, "sent a line of more than %d bytes", PROCESS_LINE_MAX);
    else if (WIFSIGNALED(ended))
        tm_why_not(&reason, status, "was ended by signal %d instead of answering", WTERMSIG(ended));
    else
        tm_why_not(&reason, status, "exited with status %d instead of answering", WEXITSTATUS(ended));
    return tm_why_not(why, TM_EIO, "%s, seat %d: %s", name, m->seat, reason.text.at);
}

/* It is alive, but broke the protocol. */
static int refuse(mind *m, tm_span line, const char *expected, tm_why *why)
{
    char name[400], found[400];
    write_quoted(name, sizeof name, tm_span_of(m->engine->name));
    write_quoted(found, sizeof found, line);
    stop(m->link, 0);
    m->link = NULL;
    return tm_why_not(why, TM_EIO, "%s, seat %d: found \"%s\", expected %s", name, m->seat, found, expected);
}

/* Takes `word` and a space off the front. */
static bool take_word(tm_span *line, const char *word)
{
    const uint32_t len = (uint32_t)strlen(word);
    if (line->len <= len || memcmp(line->at, word, len) != 0 || line->at[len] != ' ') return false;
    line->at += len + 1;
    line->len -= len + 1;
    return true;
}

/* Sends what is in the outbox and empties it. */
static int send_all(mind *m, int64_t deadline)
{
    const int status = m->out.failed ? TM_ESPACE : process_send(m->link->process, m->out.at, m->out.len, deadline);
    m->out.len = 0;
    return status;
}

static int read_wants(mind *m, tm_span words, tm_why *why)
{
    static const char *const NAMES[] = {"event", "view", "legal", "know"};
    const tm_span all = words;
    tm_span word;
    m->link->wants = 0;
    while (tm_span_word(&words, &word)) {
        uint32_t found = 0;
        for (int i = 0; i < 4; i++)
            if (tm_span_is(word, NAMES[i])) found = 1u << i;
        if (!found) return refuse(m, all, tm_tr(why->say, "event, view, legal or know"), why);
        m->link->wants |= found;
    }
    return TM_OK;
}

static int greet(mind *m, tm_why *why)
{
    const int64_t deadline = deadline_of(m->engine);
    m->link->wants = WANTS_EVENT | WANTS_VIEW | WANTS_LEGAL;
    outbox_put(&m->out, "tatami %d\n", ENGINE_VERSION);
    int status = send_all(m, deadline);
    for (;;) {
        tm_span line;
        if (!status) status = process_receive(m->link->process, &line, deadline);
        if (status) return fail(m, status, why);
        tm_span rest = line;
        if (tm_span_is(line, "ready")) return TM_OK;
        if (take_word(&rest, "name")) continue;
        if (!take_word(&rest, "wants")) return refuse(m, line, tm_tr(why->say, "name, wants or ready"), why);
        status = read_wants(m, rest, why);
        if (status) return status;
    }
}

/* An idle process, or a new one. */
static int connect(mind *m, tm_why *why)
{
    engine *e = m->engine;
    pthread_mutex_lock(&e->lock);
    m->link = e->idle;
    if (m->link) e->idle = m->link->next;
    pthread_mutex_unlock(&e->lock);
    if (m->link) return TM_OK;
    m->link = calloc(1, sizeof *m->link);
    const int error = m->link ? process_start(e->command, e->variable, &m->link->process) : -1;
    if (!error) return greet(m, why);
    free(m->link);
    m->link = NULL;
    if (error < 0) return tm_why_not(why, TM_ESPACE, "out of memory");
    return tm_why_not(why, TM_EIO, "%s, seat %d: %s", e->name, m->seat, strerror(error));
}

static void put_setup(mind *m, uint64_t seed)
{
    const tm_setup *setup = tm_walk_setup(m->walk);
    tm_text text = outbox_open(&m->out, 1024);
    engine_write_new(setup, &text);
    outbox_close(&m->out, &text);
    for (uint32_t i = 0, start = 0; setup->box && i <= setup->box->len; i++) {
        if (i < setup->box->len && setup->box->text[i] != '\n') continue;
        text = outbox_open(&m->out, 16 + i - start);
        tm_put_str(&text, "box ");
        tm_put_mem(&text, setup->box->text + start, i - start);
        outbox_close(&m->out, &text);
        start = i + 1;
    }
    outbox_put(&m->out, "seat %d %llu\n", m->seat, (unsigned long long)seed);
}

static void put_events(mind *m)
{
    tm_event seen;
    while (tm_walk_next(m->walk, &seen)) {
        if (!(m->link->wants & WANTS_EVENT)) continue;
        tm_text text = outbox_open(&m->out, 4096 + 16);
        tm_put_str(&text, "event ");
        tm_walk_write(m->walk, &seen, &text);
        outbox_close(&m->out, &text);
    }
}

static void put_question(mind *m, const tm_question *q)
{
    const uint32_t wants = m->link->wants, size = q->game->view_size;
    put_events(m);
    if (wants & WANTS_VIEW) {
        tm_text text = outbox_open(&m->out, 1 << 16);
        tm_put_str(&text, "view ");
        q->game->write_view(q->config, q->view, &text);
        outbox_close(&m->out, &text);
    }
    for (int i = 0; wants & WANTS_LEGAL && i < q->n_legal; i++) {
        tm_text text = outbox_open(&m->out, 96);
        tm_put_str(&text, "legal ");
        q->game->write_action(q->config, q->legal[i], &text);
        outbox_close(&m->out, &text);
    }
    if (wants & WANTS_KNOW) {
        char seal[ENGINE_SEAL + 1] = "";
        if (engine_seal(key_of(m->engine), tm_walk_setup(m->walk), m->seat, q->view, seal)) m->out.failed = true;
        tm_text text = outbox_open(&m->out, 2 * size + 96);
        tm_put_str(&text, "know ");
        engine_write_hex(q->view, size, &text);
        tm_put_fmt(&text, " %s", seal);
        outbox_close(&m->out, &text);
    }
    if (*m->engine->movetime)
        outbox_put(&m->out, "go movetime %u\n", *m->engine->movetime);
    else
        outbox_put(&m->out, "go\n");
}

static bool is_legal(const tm_question *q, tm_action action)
{
    int low = 0, high = q->n_legal;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (q->legal[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < q->n_legal && q->legal[low] == action;
}

static tm_action choose(const tm_question *q, tm_rng *rng)
{
    mind *m = q->mind;
    const int64_t deadline = deadline_of(m->engine);
    const tm_say *say = q->why->say;
    (void)rng; /* the engine has its own, from the seed it was given */
    if (!m->link) return TM_HIDDEN_ACTION;
    put_question(m, q);
    int status = send_all(m, deadline);
    for (;;) {
        tm_span line;
        tm_action action;
        if (!status) status = process_receive(m->link->process, &line, deadline);
        if (status) {
            fail(m, status, q->why);
            return TM_HIDDEN_ACTION;
        }
        tm_span rest = line;
        if (take_word(&rest, "info")) continue;
        if (take_word(&rest, "best") && q->game->read_action(q->config, rest, &action) == TM_OK && is_legal(q, action))
            return action;
        const bool is_best = rest.at != line.at;
        refuse(m, line, is_best ? tm_tr(say, "a legal action after best") : tm_tr(say, "info or best"), q->why);
        return TM_HIDDEN_ACTION;
    }
}

static void leave(void *context)
{
    mind *m = context;
    engine *e = m->engine;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    if (m->link) {
        put_events(m);
        if (tm_walk_score(m->walk, points, &winners) == TM_OK) {
            outbox_put(&m->out, "over");
            for (int i = 0; i < tm_walk_setup(m->walk)->n_seats; i++) outbox_put(&m->out, " %d", points[i]);
            outbox_put(&m->out, " won");
            for (int i = 0; i < TM_MAX_SEATS; i++)
                if (winners >> i & 1) outbox_put(&m->out, " %d", i);
            outbox_put(&m->out, "\n");
        }
        if (send_all(m, deadline_of(m->engine))) {
            stop(m->link, 0); /* the game has ended without it */
        } else {
            pthread_mutex_lock(&e->lock);
            m->link->next = e->idle;
            e->idle = m->link;
            pthread_mutex_unlock(&e->lock);
        }
    }
    free(m->out.at);
    free(m);
}

static int sit(const tm_bot *bot, tm_walk *walk, int seat, uint64_t seed, void **out_mind, tm_why *why)
{
    mind *m = calloc(1, sizeof *m);
    if (!m) return tm_why_not(why, TM_ESPACE, "out of memory");
    m->engine = bot->context;
    m->walk = walk;
    m->seat = seat;
    int status = connect(m, why);
    if (!status) {
        put_setup(m, seed);
        status = send_all(m, deadline_of(m->engine));
        if (status) status = fail(m, status, why);
    }
    if (status) {
        free(m->out.at);
        free(m);
        return status;
    }
    *out_mind = m;
    return TM_OK;
}

int engine_new(const char *name, const char *command, const uint32_t *movetime, engine **out)
{
    uint8_t key[32];
    tm_text text;
    engine *e = calloc(1, sizeof *e);
    if (!e) return TM_ESPACE;
    if (getrandom(key, sizeof key, 0) != sizeof key) {
        free(e);
        return TM_EIO;
    }
    tm_text_init(&text, e->variable, sizeof e->variable);
    tm_put_str(&text, ENGINE_KEY "=");
    engine_write_hex(key, sizeof key, &text);
    tm_text_init(&text, e->name, sizeof e->name);
    tm_put_str(&text, name);
    tm_text_init(&text, e->command, sizeof e->command);
    tm_put_str(&text, command);
    tm_assert(!text.cut);
    e->movetime = movetime;
    e->bot = (tm_bot){.name = e->name, .context = e, .choose = choose, .sit = sit, .leave = leave};
    pthread_mutex_init(&e->lock, NULL);
    *out = e;
    return TM_OK;
}

void engine_free(engine *e)
{
    if (!e) return;
    for (link *l = e->idle; l; l = l->next) process_send(l->process, "quit\n", 5, process_now() + QUITTING);
    while (e->idle) {
        link *l = e->idle;
        e->idle = l->next;
        stop(l, QUITTING);
    }
    pthread_mutex_destroy(&e->lock);
    free(e);
}

const tm_bot *engine_bot(const engine *e)
{
    return &e->bot;
}
