/* tatami._core.Table: making one, deciding, and its list of methods. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

int core_table_usable(const core_table *self)
{
    if (!self->busy) return 1;
    PyErr_SetString(PyExc_RuntimeError, "this table is in use: by another thread, or because a bot is deciding");
    return 0;
}

const tm_game *core_table_game(const core_table *self)
{
    return tm_table_setup(self->table)->game;
}

int core_table_seats(const core_table *self)
{
    return tm_table_setup(self->table)->n_seats;
}

int core_table_is_seat(const core_table *self, int seat)
{
    if (seat >= 0 && seat < core_table_seats(self)) return 1;
    PyErr_Format(core_error, "there is no seat %d, expected 0 to %d", seat, core_table_seats(self) - 1);
    return 0;
}

int core_table_is_viewer(const core_table *self, int viewer)
{
    return viewer == TM_SPECTATOR || core_table_is_seat(self, viewer);
}

int core_table_draw_due(core_table *self)
{
    if (self->is_fair) return tm_fair_draw(&self->fair, self->table);
    if (self->by_number) tm_rng_init(&self->dice, self->deal_seed, self->n_drawn++);
    return tm_table_draw(self->table, &self->dice);
}

PyObject *core_action(const tm_game *game, const void *config, tm_action action)
{
    char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    game->write_action(config, action, &text);
    return PyUnicode_FromString(room);
}

core_table *core_table_make(PyTypeObject *type, const tm_setup *setup, PyObject *box, unsigned long long seed)
{
    tm_why why;
    core_table *self = PyObject_New(core_table, type);
    if (!self) return NULL;
    self->table = NULL;
    self->box = Py_NewRef(box ? box : Py_None);
    self->tags = PyList_New(0);
    self->net = NULL;
    self->busy = self->is_fair = self->by_number = 0;
    tm_rng_init(&self->dice, seed, 0);
    tm_why_init(&why, NULL);
    const int status = self->tags ? tm_table_new(setup, &self->table, &why) : TM_ESPACE;
    if (!status) return self;
    Py_DECREF(self);
    core_refuse(&why, status);
    return NULL;
}

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game", "players", "options", "box", "seed", NULL};
    const char *game;
    int players;
    unsigned long long seed;
    PyObject *options, *box;
    tm_setup setup;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "siOOK:Table", names, &game, &players, &options, &box, &seed))
        return NULL;
    if (core_setup(&setup, game, players, options, box)) return NULL;
    return (PyObject *)core_table_make(type, &setup, box, seed);
}

static void table_dealloc(PyObject *object)
{
    core_table *self = (core_table *)object;
    PyTypeObject *type = Py_TYPE(object);
    tm_table_free(self->table);
    Py_XDECREF(self->box);
    Py_XDECREF(self->tags);
    Py_XDECREF(self->net);
    PyObject_Free(object);
    Py_DECREF(type);
}

/* Facts that do not depend on a seat. */

static PyObject *table_facts(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    const tm_setup *setup = tm_table_setup(self->table);
    PyObject *options = PyList_New(0);
    (void)unused;
    for (int i = 0; options && i < setup->game->n_options; i++) {
        char room[128];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        tm_setup_write_option(setup, i, &text);
        PyObject *one = PyUnicode_FromString(room);
        if (!one || PyList_Append(options, one)) Py_CLEAR(options);
        Py_XDECREF(one);
    }
    return options ? Py_BuildValue("(siNOO)", setup->game->id, setup->n_seats, options, self->box, self->tags) : NULL;
}

/* (seats that decide, whether chance is due) */
static PyObject *table_due(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    (void)unused;
    if (!core_table_usable(self)) return NULL;
    const uint32_t actors = tm_table_actors(self->table);
    PyObject *seats = PyList_New(0);
    for (int seat = 0; seats && seat < core_table_seats(self); seat++) {
        if (!(actors >> seat & 1)) continue;
        PyObject *one = PyLong_FromLong(seat);
        if (!one || PyList_Append(seats, one)) Py_CLEAR(seats);
        Py_XDECREF(one);
    }
    return seats ? Py_BuildValue("(NO)", seats, actors & TM_ACTOR_CHANCE ? Py_True : Py_False) : NULL;
}

static PyObject *table_score(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    (void)unused;
    if (!core_table_usable(self)) return NULL;
    tm_table_score(self->table, points, &winners);
    PyObject *by_seat = PyList_New(0), *won = PyList_New(0);
    for (int seat = 0; by_seat && won && seat < core_table_seats(self); seat++) {
        PyObject *one = PyLong_FromLong(points[seat]), *number = PyLong_FromLong(seat);
        if (!one || !number || PyList_Append(by_seat, one) || (winners >> seat & 1 && PyList_Append(won, number)))
            Py_CLEAR(won);
        Py_XDECREF(one);
        Py_XDECREF(number);
    }
    if (by_seat && won) return Py_BuildValue("(NN)", by_seat, won);
    Py_XDECREF(by_seat);
    Py_XDECREF(won);
    return NULL;
}

static PyObject *table_hash(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    (void)unused;
    return core_table_usable(self) ? PyLong_FromUnsignedLongLong(tm_table_hash(self->table)) : NULL;
}

/* Decisions. */

static PyObject *table_legal(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int seat;
    if (!PyArg_ParseTuple(args, "i:legal", &seat) || !core_table_usable(self) || !core_table_is_seat(self, seat))
        return NULL;
    tm_choices choices = {0};
    PyObject *list = NULL;
    if (tm_choices_list(&choices, self->table, seat)) {
        PyErr_NoMemory();
    } else {
        list = PyList_New(choices.n);
        for (int i = 0; list && i < choices.n; i++) {
            PyObject *one = PyUnicode_FromStringAndSize(choices.list[i].text.at, choices.list[i].text.len);
            if (!one || PyList_SetItem(list, i, one)) Py_CLEAR(list);
        }
    }
    tm_choices_free(&choices);
    return list;
}

/* Reads a line as in a record, `0 play r5` or `* deal …`, and applies it. */
static PyObject *table_add(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *line;
    Py_ssize_t len;
    tm_event event;
    if (!PyArg_ParseTuple(args, "s#:add", &line, &len) || !core_table_usable(self)) return NULL;
    const tm_span span = {line, (uint32_t)(len > TM_LINE_MAX ? TM_LINE_MAX : len)};
    int status = tm_event_read(self->table, span, &event);
    if (!status) status = tm_table_add(self->table, &event);
    if (!status) Py_RETURN_NONE;
    if (status == TM_ESPACE) return PyErr_NoMemory();
    tm_why why;
    const char *reason = NULL;
    tm_why_init(&why, NULL);
    if (status == TM_EILLEGAL && event.seat >= 0) {
        if (tm_table_why(self->table, event.seat, event.action, &why) == TM_ESPACE) return PyErr_NoMemory();
        reason = why.text.at;
    }
    char quoted[128];
    tm_text text;
    tm_text_init(&text, quoted, sizeof quoted);
    tm_put_quoted(&text, line, span.len, 80);
    PyErr_Format(core_error, "%s: %s", quoted,
                 reason                 ? reason
                 : status == TM_ESYNTAX ? "this is not in the notation of the game"
                 : status == TM_ETURN   ? "it is not this one's turn"
                 : status == TM_EOVER   ? "the game is over"
                                        : "this is not legal here");
    return NULL;
}

static PyObject *table_draw(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    (void)unused;
    if (!core_table_usable(self)) return NULL;
    const int status = core_table_draw_due(self);
    if (!status) Py_RETURN_NONE;
    if (status == TM_ESPACE) return PyErr_NoMemory();
    PyErr_SetString(core_error, "nothing is to be drawn now");
    return NULL;
}

static PyObject *table_undo(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int seat;
    tm_why why;
    if (!PyArg_ParseTuple(args, "i:undo", &seat) || !core_table_usable(self) || !core_table_is_seat(self, seat))
        return NULL;
    tm_why_init(&why, NULL);
    const int status = tm_table_undo(self->table, seat, &why);
    if (status) return core_refuse(&why, status);
    Py_RETURN_NONE;
}

/* deal_from(seed): from now on the k-th outcome depends on the seed and k alone, whatever was drawn before it. So the same seed deals
 * the same cards to different bots, as far as their decisions allow. */
static PyObject *table_deal_from(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "K:deal_from", &seed) || !core_table_usable(self)) return NULL;
    self->by_number = 1;
    self->deal_seed = seed;
    self->n_drawn = 0;
    Py_RETURN_NONE;
}

/* fair(secret, mix): from now on outcomes follow from these, and the record says so. */
static PyObject *table_fair(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *secret, *mix;
    tm_fair fair;
    if (!PyArg_ParseTuple(args, "ss:fair", &secret, &mix) || !core_table_usable(self)) return NULL;
    if (tm_table_n_events(self->table)) return PyErr_Format(core_error, "the game has already begun");
    memset(&fair, 0, sizeof fair);
    fair.n_seats = core_table_seats(self);
    if (tm_fair_read_secret(&fair, tm_span_of(secret)))
        return PyErr_Format(core_error, "a secret is 64 hexadecimal digits in lower case");
    if (tm_fair_read_mix(&fair, tm_span_of(mix)))
        return PyErr_Format(core_error, "words are up to 64 letters, digits, _ and -, one per seat");
    self->fair = fair;
    self->is_fair = 1;
    Py_RETURN_NONE;
}

static PyMethodDef METHODS[] = {
    {"facts", table_facts, METH_NOARGS, "(game, players, options, box, tags)"},
    {"due", table_due, METH_NOARGS, "(seats that decide now, whether chance is due)"},
    {"score", table_score, METH_NOARGS, "(points by seat, seats that have won)"},
    {"hash", table_hash, METH_NOARGS, "A number that tells positions apart."},
    {"legal", table_legal, METH_VARARGS, "legal(seat): its legal actions as texts, sorted"},
    {"add", table_add, METH_VARARGS, "add(line): plays a line of a record"},
    {"deal_from", table_deal_from, METH_VARARGS, "deal_from(seed): outcome k follows from the seed and k"},
    {"fair", table_fair, METH_VARARGS, "fair(secret, mix): lets outcomes follow from these"},
    {"draw", table_draw, METH_NOARGS, "Draws what chance has to decide now."},
    {"undo", table_undo, METH_VARARGS, "undo(seat): takes back its last decision and what followed"},
    {"choose", core_table_choose, METH_VARARGS, "choose(seat, bot, seed): what a bot would do"},
    {"weigh", core_table_weigh, METH_VARARGS, "weigh(seat, iterations, seed): [(action, visits, chance)]"},
    {"think", core_table_think, METH_VARARGS, "think(seat, bot, seed[, net]): [(action, visits, chance)]"},
    {"view", core_table_view, METH_VARARGS, "view(viewer): what it may know, as JSON"},
    {"show", core_table_show, METH_VARARGS, "show(viewer[, language]): the table as lines of text"},
    {"paint", core_table_paint, METH_VARARGS, "paint(viewer, width, height[, language]): rows of (characters, styles)"},
    {"observe", core_table_observe, METH_VARARGS, "observe(viewer): the observation as bytes"},
    {"next", core_table_next, METH_VARARGS, "next(seat, tokens): the mask that follows, or the action spelled"},
    {"spell", core_table_spell, METH_VARARGS, "spell(action): its tokens"},
    {"log", core_table_log, METH_VARARGS, "log(viewer[, language]): [(line, words)]"},
    {"record", core_table_record, METH_VARARGS, "record(viewer, tags): the game as text"},
    {"copy", core_table_copy, METH_NOARGS, "A table with the same log and random numbers."},
    {"play", core_table_play, METH_VARARGS, "play(bots, seed[, net]): lets bots play to the end"},
    {"play_timed", core_table_play_timed, METH_VARARGS,
     "play_timed(bots, seed[, net]): the same; [(decisions, nanoseconds)] by seat"},
    {"luck", core_table_luck, METH_VARARGS, "luck(n, seed): what chance gave each seat"},
    {"read", core_table_read, METH_VARARGS | METH_CLASS, "read(text, box): the table of a record"},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "One running game; see tatami.Table."},
    {Py_tp_new, table_new},
    {Py_tp_dealloc, table_dealloc},
    {Py_tp_methods, METHODS},
    {0},
};

static PyType_Spec SPEC = {"tatami._core.Table", sizeof(core_table), 0, Py_TPFLAGS_DEFAULT, SLOTS};

int core_add_table(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&SPEC);
    const int status = type ? PyModule_AddObjectRef(module, "Table", type) : -1;
    Py_XDECREF(type);
    return status;
}
