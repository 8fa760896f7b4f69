/* tatami._core.Table: bots choose, a search weighs, bots play to the end, and luck is measured then.
 *
 * They do not use the table's random numbers: each call has its own seed. */
#include <stdlib.h>
#include <time.h>

#include <tatami/luck.h>

#include "bot.h"
#include "table.h"

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int is_due(core_table *self, int seat)
{
    if (!core_table_is_seat(self, seat)) return 0;
    if (tm_table_actors(self->table) >> seat & 1) return 1;
    PyErr_Format(core_error, "seat %d does not decide now", seat);
    return 0;
}

/* A bot that could not decide has said why: in Python, or in words. */
static PyObject *failed(const tm_players *players, int status)
{
    if (PyErr_Occurred()) return NULL;
    return players->why.text.len ? core_refuse(&players->why, TM_EIO) : core_refuse(&players->why, status);
}

/* Lets everybody leave. Without the interpreter lock: an engine may take its time. */
static void part(tm_players *players)
{
    Py_BEGIN_ALLOW_THREADS tm_players_free(players);
    Py_END_ALLOW_THREADS
}

/* One decision, without playing it. */
static tm_action think(core_table *self, int seat, tm_players *players)
{
    const tm_bot *bot = players->bots[seat];
    tm_question question;
    if (bot->sit) {
        if (tm_walk_new(self->table, seat, &players->walks[seat])) return TM_HIDDEN_ACTION;
        if (bot->sit(bot, players->walks[seat], seat, players->seeds[seat], &players->minds[seat], &players->why))
            return TM_HIDDEN_ACTION;
    }
    tm_players_ask(players, self->table, seat, &question);
    return bot->choose(&question, &players->thoughts[seat]);
}

PyObject *core_table_choose(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *who;
    int seat;
    unsigned long long seed;
    tm_players players;
    tm_action action;
    core_bot bot;
    if (!PyArg_ParseTuple(args, "iOK:choose", &seat, &who, &seed) || !core_table_usable(self)) return NULL;
    if (!is_due(self, seat) || core_bot_take(who, &bot)) return NULL;
    PyObject *result = NULL;
    if (tm_players_init(&players, core_table_game(self), seed)) {
        PyErr_NoMemory();
    } else {
        players.bots[seat] = bot.bot;
        self->busy = 1;
        Py_BEGIN_ALLOW_THREADS action = think(self, seat, &players);
        Py_END_ALLOW_THREADS result = action == TM_HIDDEN_ACTION
                                          ? failed(&players, TM_ESPACE)
                                          : core_action(core_table_game(self), tm_table_config(self->table), action);
        part(&players);
        self->busy = 0;
    }
    core_bot_drop(&bot);
    return result;
}

/* [(action, visits, chance)] in the order of the legal list. */
static PyObject *results_of(core_table *self, const tm_question *question, const tm_search_result *results)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < question->n_legal; i++) {
        PyObject *text = core_action(core_table_game(self), tm_table_config(self->table), question->legal[i]);
        PyObject *one =
            text ? Py_BuildValue("(NId)", text, results[i].visits, (double)results[i].chance / TM_SURE) : NULL;
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

PyObject *core_table_weigh(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int seat, iterations, status;
    unsigned long long seed;
    tm_players players;
    tm_question question;
    if (!PyArg_ParseTuple(args, "iiK:weigh", &seat, &iterations, &seed) || !core_table_usable(self)) return NULL;
    if (iterations < 1) return PyErr_Format(core_error, "%d iterations, expected 1 or more", iterations);
    if (!is_due(self, seat)) return NULL;
    if (tm_players_init(&players, core_table_game(self), seed)) return PyErr_NoMemory();
    tm_players_ask(&players, self->table, seat, &question);
    tm_search_result *results = calloc((size_t)question.n_legal, sizeof *results);
    const tm_search_limits limits = {.iterations = (uint32_t)iterations};
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS status =
        results ? tm_search(&question, &limits, &players.thoughts[seat], results) : TM_ESPACE;
    Py_END_ALLOW_THREADS self->busy = 0;
    PyObject *list = status < 0 ? PyErr_NoMemory() : results_of(self, &question, results);
    free(results);
    tm_players_free(&players);
    return list;
}

/* How long the bot of a seat thought. */
typedef struct thinking {
    uint64_t decisions, nanoseconds;
} thinking;

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Lets chance or a bot do one thing: 1, 0 at the end of the game, or an error. `times` are those of the seats, or NULL: asking the clock
 * takes as long as a simple bot. As in the arena of the program, time is the thread's, but an engine's passes in another process. */
static int step(core_table *self, tm_players *players, thinking *times)
{
    const uint32_t actors = tm_table_actors(self->table);
    if (actors & TM_ACTOR_CHANCE) {
        const int status = core_table_draw_due(self);
        return status ? status : 1;
    }
    if (!times || !actors) return tm_players_step(players, self->table);
    const int seat = __builtin_ctz(actors);
    const clockid_t clock = players->bots[seat]->sit ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const uint64_t start = nanoseconds(clock);
    const int status = tm_players_step(players, self->table);
    times[seat].decisions++;
    times[seat].nanoseconds += nanoseconds(clock) - start;
    return status;
}

/* Plays for about a tenth of a second, so that the caller can look for Ctrl-C in between. */
static int play_a_while(core_table *self, tm_players *players, thinking *times)
{
    const int64_t end = now() + 100;
    int status;
    do status = step(self, players, times);
    while (status > 0 && now() < end);
    return status;
}

static int take_bots(core_table *self, PyObject *list, core_bot *bots)
{
    const Py_ssize_t n = PySequence_Size(list);
    if (n < 0) return -1;
    if (n != core_table_seats(self)) {
        PyErr_Format(core_error, "%zd bots for %d seats", n, core_table_seats(self));
        return -1;
    }
    for (int seat = 0; seat < (int)n; seat++) {
        PyObject *item = PySequence_GetItem(list, seat);
        const int wrong = !item || core_bot_take(item, &bots[seat]);
        Py_XDECREF(item);
        if (!wrong) continue;
        while (seat--) core_bot_drop(&bots[seat]);
        return -1;
    }
    return 0;
}

static PyObject *times_of(const thinking *times, int n)
{
    PyObject *list = PyList_New(n);
    for (int seat = 0; list && seat < n; seat++) {
        PyObject *one = Py_BuildValue("(KK)", (unsigned long long)times[seat].decisions,
                                      (unsigned long long)times[seat].nanoseconds);
        if (!one || PyList_SetItem(list, seat, one)) Py_CLEAR(list);
    }
    return list;
}

/* The network for `reflex` and `master`, or None for the built-in one. Borrowed. */
static int take_net(core_table *self, PyObject *object, tm_span *out)
{
    char *bytes;
    Py_ssize_t len;
    tm_why why;
    tm_why_init(&why, NULL);
    *out = (tm_span){NULL, 0};
    if (!object || object == Py_None) return 0;
    if (PyBytes_AsStringAndSize(object, &bytes, &len)) return -1;
    *out = (tm_span){bytes, (uint32_t)(len > INT32_MAX ? INT32_MAX : len)};
    if (object == self->net) return 0;
    const int status = tm_net_check(core_table_game(self), *out, &why);
    if (status) {
        core_refuse(&why, status);
        return status;
    }
    Py_XDECREF(self->net);
    self->net = Py_NewRef(object);
    return 0;
}

/* think(seat, bot, seed[, net]): what a bot that rates actions thinks of each of them; without visits where it did not look. */
PyObject *core_table_think(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *name;
    PyObject *file = NULL;
    int seat;
    unsigned long long seed;
    tm_players players;
    tm_question question;
    if (!PyArg_ParseTuple(args, "isK|O:think", &seat, &name, &seed, &file) || !core_table_usable(self)) return NULL;
    const tm_bot *bot = tm_bot_find(tm_span_of(name));
    if (!bot) return PyErr_Format(core_error, "there is no bot called \"%.40s\"", name);
    if (!is_due(self, seat)) return NULL;
    if (tm_players_init(&players, core_table_game(self), seed)) return PyErr_NoMemory();
    PyObject *list = NULL;
    if (!take_net(self, file, &players.net)) {
        tm_players_ask(&players, self->table, seat, &question);
        question.thoughts = calloc((size_t)question.n_legal, sizeof *question.thoughts);
        self->busy = 1;
        Py_BEGIN_ALLOW_THREADS if (question.thoughts) bot->choose(&question, &players.thoughts[seat]);
        Py_END_ALLOW_THREADS self->busy = 0;
        list = question.thoughts ? results_of(self, &question, question.thoughts) : PyErr_NoMemory();
        free(question.thoughts);
    }
    tm_players_free(&players);
    return list;
}

/* play(bots, seed[, net]): lets bots play the game to its end; a seed per seat follows from `seed`. If one fails, the game stays where it
 * was then. play_timed() also says how long each seat thought: decisions and nanoseconds. */
static PyObject *play(PyObject *object, PyObject *args, bool timed)
{
    core_table *self = (core_table *)object;
    PyObject *list, *file = NULL;
    unsigned long long seed;
    tm_span net;
    tm_players players;
    core_bot bots[TM_MAX_SEATS];
    thinking times[TM_MAX_SEATS] = {{0}};
    if (!PyArg_ParseTuple(args, "OK|O:play", &list, &seed, &file) || !core_table_usable(self)) return NULL;
    if (take_net(self, file, &net) || take_bots(self, list, bots)) return NULL;
    const int n = core_table_seats(self);
    /* Usable, again: the list may have run Python, and let another thread in. */
    int status = core_table_usable(self) ? 1 : 0;
    if (status && tm_players_init(&players, core_table_game(self), seed)) {
        PyErr_NoMemory();
        status = 0;
    }
    if (status) {
        players.net = net;
        for (int seat = 0; seat < n; seat++) players.bots[seat] = bots[seat].bot;
        self->busy = 1;
        do {
            Py_BEGIN_ALLOW_THREADS status = play_a_while(self, &players, timed ? times : NULL);
            Py_END_ALLOW_THREADS
        } while (status > 0 && !PyErr_CheckSignals());
        if (status < 0) failed(&players, status);
        part(&players);
        self->busy = 0;
    }
    for (int seat = 0; seat < n; seat++) core_bot_drop(&bots[seat]);
    if (PyErr_Occurred()) return NULL;
    if (timed) return times_of(times, n);
    Py_RETURN_NONE;
}

PyObject *core_table_play(PyObject *self, PyObject *args)
{
    return play(self, args, false);
}

PyObject *core_table_play_timed(PyObject *self, PyObject *args)
{
    return play(self, args, true);
}

/* luck(n, seed): [share of the win that chance gave] by seat. */
PyObject *core_table_luck(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    long n;
    unsigned long long seed;
    int32_t luck[TM_MAX_SEATS];
    int status;
    if (!PyArg_ParseTuple(args, "lK:luck", &n, &seed) || !core_table_usable(self)) return NULL;
    if (n < 1 || n > TM_LUCK_MOST)
        return PyErr_Format(core_error, "%ld other outcomes, expected 1 to %d", n, (int)TM_LUCK_MOST);
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS status = tm_luck(self->table, (uint32_t)n, seed, luck);
    Py_END_ALLOW_THREADS self->busy = 0;
    if (status == TM_ETURN) return PyErr_Format(core_error, "luck is told when the game is over");
    if (status) return PyErr_NoMemory();
    PyObject *list = PyList_New(core_table_seats(self));
    for (int seat = 0; list && seat < core_table_seats(self); seat++) {
        PyObject *share = PyFloat_FromDouble((double)luck[seat] / TM_SURE);
        if (!share || PyList_SetItem(list, seat, share)) Py_CLEAR(list);
    }
    return list;
}
