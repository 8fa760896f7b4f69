/* Bots from Python, and tatami._core.Engine.
 *
 * A callable becomes a tm_bot whose functions take the interpreter lock. It is called with what its seat knows, as plain data, and
 * never with the table, which is busy meanwhile: a bot in Python can no more look into other hands than one in C. An exception it
 * raises stays set in its thread until the call into the extension ends. */
#include "bot.h"

#include <stdlib.h>
#include <string.h>

#include "engine/host.h"
#include "table.h"

/* Engine */

typedef struct core_engine {
    PyObject_HEAD engine *engine; /* NULL once closed */
    uint32_t movetime;
    int seated; /* calls that use it now */
} core_engine;

static PyTypeObject *engine_type;

static PyObject *engine_make(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"command", "movetime", NULL};
    const char *command;
    int movetime = 0;
    char name[ENGINE_COMMAND_MAX + 16];
    tm_text text;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|i:Engine", names, &command, &movetime)) return NULL;
    const size_t len = strlen(command);
    if (len < 1 || len > ENGINE_COMMAND_MAX)
        return PyErr_Format(core_error, "a command of %zu bytes, expected 1 to %d", len, ENGINE_COMMAND_MAX);
    if (movetime < 0) return PyErr_Format(core_error, "%d milliseconds, expected 0 or more", movetime);
    core_engine *self = PyObject_New(core_engine, type);
    if (!self) return NULL;
    self->engine = NULL;
    self->seated = 0;
    self->movetime = (uint32_t)movetime;
    tm_text_init(&text, name, sizeof name);
    tm_put_fmt(&text, "engine:%s", command);
    const int status = engine_new(name, command, &self->movetime, &self->engine);
    if (!status) return (PyObject *)self;
    Py_DECREF(self);
    return status == TM_ESPACE ? PyErr_NoMemory() : PyErr_Format(PyExc_OSError, "the system has no random numbers");
}

/* May wait two seconds for programs that do not end by themselves. */
static void end_engine(core_engine *self)
{
    engine *e = self->engine;
    self->engine = NULL;
    Py_BEGIN_ALLOW_THREADS engine_free(e);
    Py_END_ALLOW_THREADS
}

static void engine_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    end_engine((core_engine *)object);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *engine_close(PyObject *object, PyObject *unused)
{
    core_engine *self = (core_engine *)object;
    (void)unused;
    if (self->seated) {
        PyErr_SetString(PyExc_RuntimeError, "the engine is playing");
        return NULL;
    }
    end_engine(self);
    Py_RETURN_NONE;
}

static PyMethodDef ENGINE_METHODS[] = {
    {"close", engine_close, METH_NOARGS, "Ends its processes."},
    {0},
};

static PyType_Slot ENGINE_SLOTS[] = {
    {Py_tp_doc, "A program that plays; see tatami.Engine."},
    {Py_tp_new, engine_make},
    {Py_tp_dealloc, engine_dealloc},
    {Py_tp_methods, ENGINE_METHODS},
    {0},
};

static PyType_Spec ENGINE_SPEC = {"tatami._core.Engine", sizeof(core_engine), 0, Py_TPFLAGS_DEFAULT, ENGINE_SLOTS};

int core_add_engine(PyObject *module)
{
    engine_type = (PyTypeObject *)PyType_FromSpec(&ENGINE_SPEC);
    return engine_type ? PyModule_AddObjectRef(module, "Engine", (PyObject *)engine_type) : -1;
}

/* Callables */

/* A callable in a game. */
typedef struct mind {
    PyObject *call; /* borrowed from the core_bot */
    tm_walk *walk;
    PyObject *events; /* a list of lines, as the seat saw them */
    unsigned long long seed;
} mind;

static int sit(const tm_bot *bot, tm_walk *walk, int seat, uint64_t seed, void **out_mind, tm_why *why)
{
    (void)seat;
    mind *m = calloc(1, sizeof *m);
    const PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *events = m ? PyList_New(0) : NULL;
    if (!events) PyErr_Clear();
    PyGILState_Release(lock);
    if (!events) {
        free(m);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    *m = (mind){.call = bot->context, .walk = walk, .events = events, .seed = seed};
    *out_mind = m;
    return TM_OK;
}

static void leave(void *context)
{
    mind *m = context;
    const PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace); /* freeing may run Python, which must not see the bot's exception */
    Py_DECREF(m->events);
    PyErr_Restore(type, value, trace);
    PyGILState_Release(lock);
    free(m);
}

static int add_events(mind *m)
{
    tm_event seen;
    while (tm_walk_next(m->walk, &seen)) {
        char line[TM_LINE_MAX];
        tm_text text;
        tm_text_init(&text, line, sizeof line);
        tm_walk_write(m->walk, &seen, &text);
        PyObject *one = PyUnicode_FromString(line);
        const int failed = !one || PyList_Append(m->events, one);
        Py_XDECREF(one);
        if (failed) return -1;
    }
    return 0;
}

static PyObject *write_view(const tm_question *q)
{
    enum { ROOM = 1 << 17 };
    char *room = malloc(ROOM);
    tm_text text;
    if (!room) return PyErr_NoMemory();
    tm_text_init(&text, room, ROOM);
    q->game->write_view(q->config, q->view, &text);
    PyObject *result = PyUnicode_FromStringAndSize(room, text.len);
    free(room);
    return result;
}

static PyObject *write_observation(const tm_question *q, const tm_learn *learn)
{
    const uint32_t size = tm_learn_size(learn);
    uint8_t *bytes = malloc(size);
    if (!bytes) return PyErr_NoMemory();
    learn->observe(q->config, q->view, bytes);
    PyObject *result = PyBytes_FromStringAndSize((const char *)bytes, size);
    free(bytes);
    return result;
}

/* The tokens of every legal action, n_steps numbers of two bytes each; those that an action does not need are 65535. */
static PyObject *write_spellings(const tm_question *q, const tm_learn *learn)
{
    const size_t n = (size_t)q->n_legal * learn->n_steps;
    uint16_t *all = malloc(n * sizeof *all);
    if (!all) return PyErr_NoMemory();
    memset(all, 0xff, n * sizeof *all);
    for (int i = 0; i < q->n_legal; i++) {
        uint16_t tokens[TM_MAX_STEPS];
        const int steps = learn->spell(q->config, q->legal[i], tokens);
        memcpy(all + (size_t)i * learn->n_steps, tokens, (size_t)steps * sizeof *tokens);
    }
    PyObject *result = PyBytes_FromStringAndSize((const char *)all, (Py_ssize_t)(n * sizeof *all));
    free(all);
    return result;
}

static PyObject *write_legal(const tm_question *q)
{
    PyObject *list = PyList_New(q->n_legal);
    for (int i = 0; list && i < q->n_legal; i++)
        if (PyList_SetItem(list, i, core_action(q->game, q->config, q->legal[i]))) Py_CLEAR(list);
    return list;
}

/* (seat, seed, legal, view, observation, spellings, events); NULL and an exception on failure. */
static PyObject *write_question(const tm_question *q, mind *m)
{
    const tm_learn *learn = tm_learn_find(q->game);
    if (add_events(m)) return NULL;
    PyObject *parts[] = {write_legal(q), write_view(q), write_observation(q, learn), write_spellings(q, learn)};
    PyObject *result = NULL;
    if (parts[0] && parts[1] && parts[2] && parts[3])
        result = Py_BuildValue("(siKOOOOO)", q->game->id, q->seat, m->seed, parts[0], parts[1], parts[2], parts[3],
                               m->events);
    for (int i = 0; i < 4; i++) Py_XDECREF(parts[i]);
    return result;
}

static tm_action read_answer(const tm_question *q, PyObject *answer)
{
    Py_ssize_t len = 0;
    tm_action action;
    const char *text = PyUnicode_Check(answer) ? PyUnicode_AsUTF8AndSize(answer, &len) : NULL;
    if (!text) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "the bot at seat %d must return the text of an action, not %R", q->seat,
                         (PyObject *)Py_TYPE(answer));
        return TM_HIDDEN_ACTION;
    }
    const tm_span span = {text, (uint32_t)(len > 256 ? 256 : len)};
    if (!q->game->read_action(q->config, span, &action))
        for (int i = 0; i < q->n_legal; i++)
            if (q->legal[i] == action) return action;
    PyErr_Format(core_error, "the bot at seat %d chose %R, which is not legal here", q->seat, answer);
    return TM_HIDDEN_ACTION;
}

static tm_action choose(const tm_question *q, tm_rng *rng)
{
    mind *m = q->mind;
    tm_action action = TM_HIDDEN_ACTION;
    (void)rng; /* it has a seed of its own */
    const PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *question = write_question(q, m);
    PyObject *answer = question ? PyObject_CallObject(m->call, question) : NULL;
    if (answer) action = read_answer(q, answer);
    Py_XDECREF(answer);
    Py_XDECREF(question);
    PyGILState_Release(lock);
    return action;
}

int core_bot_take(PyObject *object, core_bot *out)
{
    *out = (core_bot){0};
    if (PyUnicode_Check(object)) {
        Py_ssize_t len;
        const char *name = PyUnicode_AsUTF8AndSize(object, &len);
        if (!name) return -1;
        out->bot = tm_bot_find((tm_span){name, (uint32_t)(len > 256 ? 256 : len)});
        if (out->bot) return 0;
        PyErr_Format(core_error, "there is no bot called \"%.40s\"", name);
        return -1;
    }
    if (PyObject_TypeCheck(object, engine_type)) {
        core_engine *e = (core_engine *)object;
        if (!e->engine) {
            PyErr_SetString(PyExc_ValueError, "the engine is closed");
            return -1;
        }
        e->seated++;
        out->bot = engine_bot(e->engine);
        out->object = Py_NewRef(object);
        return 0;
    }
    if (!PyCallable_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a bot is a name, a tatami.Engine or something that can be called");
        return -1;
    }
    out->object = Py_NewRef(object);
    out->own = (tm_bot){.name = "python", .context = object, .choose = choose, .sit = sit, .leave = leave};
    out->bot = &out->own;
    return 0;
}

void core_bot_drop(core_bot *bot)
{
    if (bot->object && PyObject_TypeCheck(bot->object, engine_type)) ((core_engine *)bot->object)->seated--;
    Py_CLEAR(bot->object);
}
