/* tatami._core.Table: one running game with its random numbers and the bots' memory. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

typedef struct core_table {
    PyObject_HEAD tm_table *table;
    tm_rng dice;
    PyObject *box;  /* kept alive */
    PyObject *tags; /* of the record it was read from: a list of (name, value) */
    int busy;
} core_table;

static PyTypeObject *table_type;

enum { SHOW_ROOM = 1 << 16, VIEW_ROOM = 1 << 17 };

static int usable(const core_table *self)
{
    if (!self->busy) return 1;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using this table");
    return 0;
}

static const tm_game *game_of(const core_table *self)
{
    return tm_table_setup(self->table)->game;
}

static int n_seats(const core_table *self)
{
    return tm_table_setup(self->table)->n_seats;
}

static int is_seat(const core_table *self, int seat)
{
    if (seat >= 0 && seat < n_seats(self)) return 1;
    PyErr_Format(core_error, "there is no seat %d, expected 0 to %d", seat, n_seats(self) - 1);
    return 0;
}

static int is_viewer(const core_table *self, int viewer)
{
    return viewer == TM_SPECTATOR || is_seat(self, viewer);
}

static core_table *make(PyTypeObject *type, const tm_setup *setup, PyObject *box, unsigned long long seed)
{
    tm_why why;
    core_table *self = PyObject_New(core_table, type);
    if (!self) return NULL;
    self->table = NULL;
    self->box = Py_NewRef(box ? box : Py_None);
    self->tags = PyList_New(0);
    self->busy = 0;
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
    return (PyObject *)make(type, &setup, box, seed);
}

static void table_dealloc(PyObject *object)
{
    core_table *self = (core_table *)object;
    PyTypeObject *type = Py_TYPE(object);
    tm_table_free(self->table);
    Py_XDECREF(self->box);
    Py_XDECREF(self->tags);
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
    if (!usable(self)) return NULL;
    const uint32_t actors = tm_table_actors(self->table);
    PyObject *seats = PyList_New(0);
    for (int seat = 0; seats && seat < n_seats(self); seat++) {
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
    if (!usable(self)) return NULL;
    tm_table_score(self->table, points, &winners);
    PyObject *by_seat = PyList_New(0), *won = PyList_New(0);
    for (int seat = 0; by_seat && won && seat < n_seats(self); seat++) {
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
    return usable(self) ? PyLong_FromUnsignedLongLong(tm_table_hash(self->table)) : NULL;
}

/* Decisions. */

static PyObject *table_legal(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int seat;
    if (!PyArg_ParseTuple(args, "i:legal", &seat) || !usable(self) || !is_seat(self, seat)) return NULL;
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
    if (!PyArg_ParseTuple(args, "s#:add", &line, &len) || !usable(self)) return NULL;
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
    if (!usable(self)) return NULL;
    const int status = tm_table_draw(self->table, &self->dice);
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
    if (!PyArg_ParseTuple(args, "i:undo", &seat) || !usable(self) || !is_seat(self, seat)) return NULL;
    tm_why_init(&why, NULL);
    const int status = tm_table_undo(self->table, seat, &why);
    if (status) return core_refuse(&why, status);
    Py_RETURN_NONE;
}

/* Bots. They do not use the table's random numbers: each call has its own seed. */

static int ask(core_table *self, int seat, tm_players *players, tm_question *question, unsigned long long seed)
{
    if (!is_seat(self, seat)) return -1;
    if (!(tm_table_actors(self->table) >> seat & 1)) {
        PyErr_Format(core_error, "seat %d does not decide now", seat);
        return -1;
    }
    if (tm_players_init(players, game_of(self), seed)) {
        PyErr_NoMemory();
        return -1;
    }
    tm_players_ask(players, self->table, seat, question);
    return 0;
}

static PyObject *write_action(const core_table *self, tm_action action)
{
    char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    game_of(self)->write_action(tm_table_config(self->table), action, &text);
    return PyUnicode_FromString(room);
}

static PyObject *table_choose(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *name;
    int seat;
    unsigned long long seed;
    tm_players players;
    tm_question question;
    tm_action action;
    if (!PyArg_ParseTuple(args, "isK:choose", &seat, &name, &seed) || !usable(self)) return NULL;
    const tm_bot *bot = tm_bot_find(tm_span_of(name));
    if (!bot) return PyErr_Format(core_error, "there is no bot called \"%.40s\"", name);
    if (ask(self, seat, &players, &question, seed)) return NULL;
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS action = bot->choose(&question, &players.thoughts[seat]);
    Py_END_ALLOW_THREADS self->busy = 0;
    tm_players_free(&players);
    if (action == TM_HIDDEN_ACTION) return PyErr_NoMemory();
    return write_action(self, action);
}

static PyObject *table_weigh(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int seat, iterations, status;
    unsigned long long seed;
    tm_players players;
    tm_question question;
    if (!PyArg_ParseTuple(args, "iiK:weigh", &seat, &iterations, &seed) || !usable(self)) return NULL;
    if (iterations < 1) return PyErr_Format(core_error, "%d iterations, expected 1 or more", iterations);
    if (ask(self, seat, &players, &question, seed)) return NULL;
    tm_search_result *results = calloc((size_t)question.n_legal, sizeof *results);
    const tm_search_limits limits = {.iterations = (uint32_t)iterations};
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS status =
        results ? tm_search(&question, &limits, &players.thoughts[seat], results) : TM_ESPACE;
    Py_END_ALLOW_THREADS self->busy = 0;
    PyObject *list = status < 0 ? PyErr_NoMemory() : PyList_New(0);
    for (int i = 0; list && i < question.n_legal; i++) {
        PyObject *text = write_action(self, results[i].action);
        PyObject *one =
            text ? Py_BuildValue("(NId)", text, results[i].visits, (double)results[i].chance / TM_SURE) : NULL;
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    free(results);
    tm_players_free(&players);
    return list;
}

/* What a viewer sees. */

static const tm_say ENGLISH = {
    .names = {"seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7"}};

typedef void (*writer)(const tm_game *game, const void *config, const void *view, tm_text *out);

static void as_json(const tm_game *game, const void *config, const void *view, tm_text *out)
{
    game->write_view(config, view, out);
}

static void as_lines(const tm_game *game, const void *config, const void *view, tm_text *out)
{
    game->show(config, view, &ENGLISH, out);
}

static PyObject *write_seen(core_table *self, PyObject *args, uint32_t size, writer write)
{
    int viewer;
    if (!PyArg_ParseTuple(args, "i", &viewer) || !usable(self) || !is_viewer(self, viewer)) return NULL;
    void *view = malloc(game_of(self)->view_size);
    char *room = malloc(size);
    PyObject *result = NULL;
    if (!view || !room) {
        PyErr_NoMemory();
    } else {
        tm_text text;
        tm_text_init(&text, room, size);
        tm_table_view(self->table, viewer, view);
        write(game_of(self), tm_table_config(self->table), view, &text);
        result = PyUnicode_FromStringAndSize(room, text.len);
    }
    free(view);
    free(room);
    return result;
}

static PyObject *table_view(PyObject *self, PyObject *args)
{
    return write_seen((core_table *)self, args, VIEW_ROOM, as_json);
}

static PyObject *table_show(PyObject *self, PyObject *args)
{
    return write_seen((core_table *)self, args, SHOW_ROOM, as_lines);
}

static PyObject *table_observe(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int viewer;
    if (!PyArg_ParseTuple(args, "i:observe", &viewer) || !usable(self) || !is_viewer(self, viewer)) return NULL;
    const tm_learn *learn = tm_learn_find(game_of(self));
    const uint32_t size = tm_learn_size(learn);
    void *view = malloc(game_of(self)->view_size);
    uint8_t *bytes = malloc(size);
    PyObject *result = NULL;
    if (!view || !bytes) {
        PyErr_NoMemory();
    } else {
        tm_table_view(self->table, viewer, view);
        learn->observe(tm_table_config(self->table), view, bytes);
        result = PyBytes_FromStringAndSize((const char *)bytes, size);
    }
    free(view);
    free(bytes);
    return result;
}

/* next(seat, tokens): the mask of tokens that may follow, as bytes, or the action they spell, as text. */
static PyObject *table_next(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *list;
    int seat;
    uint16_t tokens[TM_MAX_STEPS];
    if (!PyArg_ParseTuple(args, "iO:next", &seat, &list) || !usable(self) || !is_seat(self, seat)) return NULL;
    const Py_ssize_t n = PySequence_Size(list);
    if (n < 0) return NULL;
    const tm_learn *learn = tm_learn_find(game_of(self));
    if (n > learn->n_steps) return PyErr_Format(core_error, "%zd tokens, expected %d at most", n, learn->n_steps);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *item = PySequence_GetItem(list, i);
        const long token = item ? PyLong_AsLong(item) : -1;
        Py_XDECREF(item);
        if (PyErr_Occurred()) return NULL;
        if (token < 0 || token >= learn->n_tokens)
            return PyErr_Format(core_error, "token %ld, expected 0 to %d", token, learn->n_tokens - 1);
        tokens[i] = (uint16_t)token;
    }
    if (!usable(self)) return NULL; /* again: the list may have run Python, and let another thread in */
    const tm_action *legal;
    tm_action action;
    const int n_legal = tm_table_legal(self->table, seat, &legal);
    uint8_t *mask = malloc(learn->n_tokens);
    if (!mask) return PyErr_NoMemory();
    PyObject *result = NULL;
    const int next = tm_learn_next(learn, tm_table_config(self->table), legal, n_legal, tokens, (int)n, mask, &action);
    if (next > 0)
        result = PyBytes_FromStringAndSize((const char *)mask, learn->n_tokens);
    else if (next == 0)
        result = write_action(self, action);
    else
        PyErr_SetString(core_error, "no legal action begins with these tokens");
    free(mask);
    return result;
}

/* spell(action): its tokens. */
static PyObject *table_spell(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *text;
    Py_ssize_t len;
    tm_action action;
    uint16_t tokens[TM_MAX_STEPS];
    if (!PyArg_ParseTuple(args, "s#:spell", &text, &len) || !usable(self)) return NULL;
    const tm_span span = {text, (uint32_t)(len > 256 ? 256 : len)};
    if (game_of(self)->read_action(tm_table_config(self->table), span, &action))
        return PyErr_Format(core_error, "\"%.60s\" is no action of this game", text);
    const tm_learn *learn = tm_learn_find(game_of(self));
    const int n = learn->spell(tm_table_config(self->table), action, tokens);
    for (int i = 0; i < n; i++)
        if (tokens[i] >= learn->n_tokens) return PyErr_Format(core_error, "\"%.60s\" is never legal", text);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++)
        if (PyList_SetItem(list, i, PyLong_FromLong(tokens[i]))) Py_CLEAR(list);
    return list;
}

/* The log as one viewer saw it: the lines and, except for EVERYTHING, what they mean in words. */
static PyObject *table_log(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int viewer;
    tm_walk *walk;
    tm_event seen;
    if (!PyArg_ParseTuple(args, "i:log", &viewer) || !usable(self)) return NULL;
    if (viewer != TM_EVERYTHING && !is_viewer(self, viewer)) return NULL;
    if (tm_walk_new(self->table, viewer, &walk)) return PyErr_NoMemory();
    PyObject *list = PyList_New(0);
    while (list && tm_walk_next(walk, &seen)) {
        char line[TM_LINE_MAX], words[TM_LINE_MAX];
        tm_text text, told;
        tm_text_init(&text, line, sizeof line);
        tm_text_init(&told, words, sizeof words);
        tm_walk_write(walk, &seen, &text);
        game_of(self)->tell(tm_table_config(self->table), tm_walk_before(walk), &seen, tm_walk_after(walk), &ENGLISH,
                            &told);
        PyObject *one = Py_BuildValue("(ss)", line, words);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    tm_walk_free(walk);
    return list;
}

static PyObject *table_record(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *tags;
    int viewer;
    tm_tag list[TM_RECORD_TAGS];
    if (!PyArg_ParseTuple(args, "iO:record", &viewer, &tags) || !usable(self)) return NULL;
    if (viewer != TM_EVERYTHING && !is_viewer(self, viewer)) return NULL;
    if (!PyList_Check(tags)) {
        PyErr_SetString(PyExc_TypeError, "tags must be a list of pairs");
        return NULL;
    }
    const Py_ssize_t n = PyList_Size(tags);
    if (n > TM_RECORD_TAGS) return PyErr_Format(core_error, "%zd tags, expected %d at most", n, TM_RECORD_TAGS);
    for (Py_ssize_t i = 0; i < n; i++) {
        const char *name, *value;
        PyObject *pair = PyList_GetItem(tags, i);
        if (!PyTuple_Check(pair) || !PyArg_ParseTuple(pair, "ss", &name, &value)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tag is a pair of name and value");
            return NULL;
        }
        list[i] = (tm_tag){tm_span_of(name), tm_span_of(value)};
    }
    size_t len;
    char *text = tm_record_write(self->table, list, (int)n, viewer, &len);
    if (!text) return PyErr_NoMemory();
    PyObject *result = PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
    free(text);
    return result;
}

/* A table with the same log and random numbers. */
static PyObject *table_copy(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    tm_walk *walk;
    tm_event event;
    (void)unused;
    if (!usable(self)) return NULL;
    core_table *copy = make(table_type, tm_table_setup(self->table), self->box, 0);
    if (!copy) return NULL;
    copy->dice = self->dice;
    int status = tm_walk_new(self->table, TM_EVERYTHING, &walk);
    while (!status && tm_walk_next(walk, &event)) status = tm_table_add(copy->table, &event);
    if (status) {
        Py_DECREF(copy);
        copy = NULL;
        PyErr_NoMemory();
    }
    tm_walk_free(walk);
    return (PyObject *)copy;
}

/* read(text, box): the table of a record, played to its end. */
static PyObject *table_read(PyObject *type, PyObject *args)
{
    const char *text;
    Py_ssize_t len;
    PyObject *box_object;
    const tm_box *box = NULL;
    tm_record record;
    tm_why why;
    tm_span line;
    if (!PyArg_ParseTuple(args, "s#O:read", &text, &len, &box_object)) return NULL;
    if (box_object != Py_None && !(box = core_box_of(box_object))) return NULL;
    tm_why_init(&why, NULL);
    int status = tm_record_open(&record, text, (size_t)len, &why);
    if (!status) status = tm_record_use_box(&record, box, &why);
    if (status) return core_refuse(&why, status);
    core_table *self = make((PyTypeObject *)type, &record.setup, box_object, 0);
    if (!self) return NULL;
    while ((status = tm_record_next(&record, self->table, &line, &why)) > 0) {
    }
    if (!status) status = tm_record_check_result(&record, self->table, &why);
    for (int i = 0; !status && i < record.n_tags; i++) {
        PyObject *one = Py_BuildValue("(s#s#)", record.tags[i].name.at, (Py_ssize_t)record.tags[i].name.len,
                                      record.tags[i].value.at, (Py_ssize_t)record.tags[i].value.len);
        if (!one || PyList_Append(self->tags, one)) status = TM_ESPACE;
        Py_XDECREF(one);
    }
    if (!status) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_Occurred() ? NULL : core_refuse(&why, status);
}

/* play(bots): lets named bots play the game to its end; a seed per seat follows from `seed`. */
static PyObject *table_play(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *names;
    unsigned long long seed;
    tm_players players;
    int status;
    if (!PyArg_ParseTuple(args, "OK:play", &names, &seed) || !usable(self)) return NULL;
    if (PySequence_Size(names) != n_seats(self)) {
        if (!PyErr_Occurred()) PyErr_Format(core_error, "%zd bots for %d seats", PySequence_Size(names), n_seats(self));
        return NULL;
    }
    if (tm_players_init(&players, game_of(self), seed)) return PyErr_NoMemory();
    for (int seat = 0; seat < n_seats(self); seat++) {
        PyObject *item = PySequence_GetItem(names, seat);
        const char *name = item ? PyUnicode_AsUTF8AndSize(item, NULL) : NULL;
        players.bots[seat] = name ? tm_bot_find(tm_span_of(name)) : NULL;
        if (name && !players.bots[seat]) PyErr_Format(core_error, "there is no bot called \"%.40s\"", name);
        Py_XDECREF(item);
        if (!players.bots[seat]) {
            tm_players_free(&players);
            return NULL;
        }
    }
    if (!usable(self)) { /* again: the names may have run Python, and let another thread in */
        tm_players_free(&players);
        return NULL;
    }
    players.dice = self->dice;
    self->busy = 1;
    Py_BEGIN_ALLOW_THREADS while ((status = tm_players_step(&players, self->table)) > 0)
    {
    }
    Py_END_ALLOW_THREADS self->busy = 0;
    self->dice = players.dice;
    tm_players_free(&players);
    if (status) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyMethodDef METHODS[] = {
    {"facts", table_facts, METH_NOARGS, "(game, players, options, box, tags)"},
    {"due", table_due, METH_NOARGS, "(seats that decide now, whether chance is due)"},
    {"score", table_score, METH_NOARGS, "(points by seat, seats that have won)"},
    {"hash", table_hash, METH_NOARGS, "A number that tells positions apart."},
    {"legal", table_legal, METH_VARARGS, "legal(seat): its legal actions as texts, sorted"},
    {"add", table_add, METH_VARARGS, "add(line): plays a line of a record"},
    {"draw", table_draw, METH_NOARGS, "Draws what chance has to decide now."},
    {"undo", table_undo, METH_VARARGS, "undo(seat): takes back its last decision and what followed"},
    {"choose", table_choose, METH_VARARGS, "choose(seat, bot, seed): what a bot would do"},
    {"weigh", table_weigh, METH_VARARGS, "weigh(seat, iterations, seed): [(action, visits, chance)]"},
    {"view", table_view, METH_VARARGS, "view(viewer): what it may know, as JSON"},
    {"show", table_show, METH_VARARGS, "show(viewer): the table as lines of text"},
    {"observe", table_observe, METH_VARARGS, "observe(viewer): the observation as bytes"},
    {"next", table_next, METH_VARARGS, "next(seat, tokens): the mask that follows, or the action spelled"},
    {"spell", table_spell, METH_VARARGS, "spell(action): its tokens"},
    {"log", table_log, METH_VARARGS, "log(viewer): [(line, words)]"},
    {"record", table_record, METH_VARARGS, "record(viewer, tags): the game as text"},
    {"copy", table_copy, METH_NOARGS, "A table with the same log and random numbers."},
    {"play", table_play, METH_VARARGS, "play(bots, seed): lets bots play to the end"},
    {"read", table_read, METH_VARARGS | METH_CLASS, "read(text, box): the table of a record"},
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
    table_type = (PyTypeObject *)PyType_FromSpec(&SPEC);
    return table_type ? PyModule_AddObjectRef(module, "Table", (PyObject *)table_type) : -1;
}
