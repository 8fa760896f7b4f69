/* The module: lists of games and bots, boxes, and turning reasons into exceptions. */
#include "core.h"

#include <string.h>

PyObject *core_error;
PyTypeObject *core_box_type;

PyObject *core_refuse(const tm_why *why, int code)
{
    if (code == TM_ESPACE) return PyErr_NoMemory();
    PyErr_SetString(core_error, why->text.len ? why->text.at : "refused");
    return NULL;
}

int core_setup(tm_setup *setup, const char *game_id, int players, PyObject *options, PyObject *box)
{
    tm_why why;
    tm_why_init(&why, NULL);
    const tm_game *game = tm_game_find(tm_span_of(game_id));
    if (!game) {
        PyErr_Format(core_error, "there is no game called \"%.40s\"", game_id);
        return -1;
    }
    int status = tm_setup_init(setup, game, players ? players : game->usual_seats, &why);
    const Py_ssize_t n = options && options != Py_None ? PySequence_Size(options) : 0;
    if (n < 0) return -1;
    for (Py_ssize_t i = 0; !status && i < n; i++) {
        PyObject *item = PySequence_GetItem(options, i);
        Py_ssize_t len = 0;
        const char *text = item ? PyUnicode_AsUTF8AndSize(item, &len) : NULL;
        if (!text) {
            Py_XDECREF(item);
            return -1;
        }
        const tm_span span = {text, (uint32_t)(len > 4096 ? 4096 : len)};
        status = tm_setup_option(setup, span, &why);
        Py_DECREF(item);
    }
    if (!status && box && box != Py_None) {
        const tm_box *read = core_box_of(box);
        if (!read) return -1;
        status = tm_setup_box(setup, read, &why);
    }
    if (!status) return 0;
    core_refuse(&why, status);
    return -1;
}

/* Box */

const tm_box *core_box_of(PyObject *object)
{
    if (PyObject_TypeCheck(object, core_box_type)) return ((core_box *)object)->box;
    PyErr_SetString(PyExc_TypeError, "a box must be a tatami.Box");
    return NULL;
}

static PyObject *box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"text", NULL};
    const char *text;
    Py_ssize_t len;
    tm_why why;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#:Box", names, &text, &len)) return NULL;
    core_box *self = PyObject_New(core_box, type);
    if (!self) return NULL;
    self->box = NULL;
    tm_why_init(&why, NULL);
    const int status = tm_box_read(text, (size_t)len, &self->box, &why);
    if (!status) return (PyObject *)self;
    Py_DECREF(self);
    return core_refuse(&why, status);
}

static void box_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    tm_box_free(((core_box *)object)->box);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *box_game(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((core_box *)self)->box->game->id);
}

static PyObject *box_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((core_box *)self)->box->name);
}

static PyObject *box_sha256(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((core_box *)self)->box->sha256);
}

static PyGetSetDef BOX_MEMBERS[] = {
    {"game", box_game, NULL, "The game that the box is for.", NULL},
    {"name", box_name, NULL, "The name that the box file gives itself.", NULL},
    {"sha256", box_sha256, NULL, "The checksum of the file, as records name it.", NULL},
    {0},
};

static PyType_Slot BOX_SLOTS[] = {
    {Py_tp_doc, "Box(text): a box file, which corrects the assumed components of a game."},
    {Py_tp_new, box_new},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_getset, BOX_MEMBERS},
    {0},
};

static PyType_Spec BOX_SPEC = {"tatami.Box", sizeof(core_box), 0, Py_TPFLAGS_DEFAULT, BOX_SLOTS};

int core_add_box(PyObject *module)
{
    core_box_type = (PyTypeObject *)PyType_FromSpec(&BOX_SPEC);
    return core_box_type ? PyModule_AddObjectRef(module, "Box", (PyObject *)core_box_type) : -1;
}

/* Facts */

static PyObject *facts_of_options(const tm_game *game)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < game->n_options; i++) {
        const tm_option *o = &game->options[i];
        PyObject *words = Py_NewRef(Py_None);
        if (o->words) {
            Py_DECREF(words);
            words = PyList_New(0);
            for (int w = o->range.min; words && w <= o->range.max; w++) {
                PyObject *word = PyUnicode_FromString(o->words[w]);
                if (!word || PyList_Append(words, word)) Py_CLEAR(words);
                Py_XDECREF(word);
            }
        }
        PyObject *one = words
                            ? Py_BuildValue("{s:s,s:s,s:i,s:i,s:i,s:N}", "name", o->name, "help", o->help, "min",
                                            o->range.min, "max", o->range.max, "default", o->range.def, "words", words)
                            : NULL;
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *facts_of_planes(const tm_learn *learn)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < learn->n_planes; i++) {
        PyObject *one = Py_BuildValue("(sii)", learn->planes[i].name, learn->planes[i].count, learn->planes[i].max);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *games(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < tm_n_games; i++) {
        const tm_game *g = tm_games[i];
        const tm_learn *learn = tm_learn_find(g);
        PyObject *options = facts_of_options(g), *planes = facts_of_planes(learn);
        PyObject *one =
            options && planes
                ? Py_BuildValue("{s:s,s:s,s:s,s:i,s:i,s:i,s:O,s:O,s:i,s:i,s:I}", "id", g->id, "title", g->title,
                                "about", g->about, "min_players", g->min_seats, "max_players", g->max_seats,
                                "usual_players", g->usual_seats, "options", options, "planes", planes, "n_tokens",
                                learn->n_tokens, "n_steps", learn->n_steps, "observation_size", tm_learn_size(learn))
                : NULL;
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
        Py_XDECREF(options);
        Py_XDECREF(planes);
    }
    return list;
}

static PyObject *bots(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < tm_n_bots; i++) {
        PyObject *about = PyUnicode_FromString(tm_bots[i]->about);
        if (!about || PyDict_SetItemString(dict, tm_bots[i]->name, about)) Py_CLEAR(dict);
        Py_XDECREF(about);
    }
    return dict;
}

static PyObject *verify(PyObject *self, PyObject *args)
{
    const char *text;
    Py_ssize_t len;
    PyObject *box_object = Py_None;
    const tm_box *box = NULL;
    tm_fair_proof proof;
    tm_why why;
    (void)self;
    if (!PyArg_ParseTuple(args, "s#|O:verify", &text, &len, &box_object)) return NULL;
    if (box_object != Py_None && !(box = core_box_of(box_object))) return NULL;
    tm_why_init(&why, NULL);
    const int status = tm_fair_verify(text, (size_t)len, box, NULL, &proof, &why);
    if (status) return core_refuse(&why, status);
    return Py_BuildValue("{s:s,s:I,s:O}", "commitment", proof.commitment, "outcomes", proof.n_outcomes, "over",
                         proof.over ? Py_True : Py_False);
}

static PyMethodDef FUNCTIONS[] = {
    {"games", games, METH_NOARGS, "The facts of every game."},
    {"bots", bots, METH_NOARGS, "The bots by name, with a sentence about each."},
    {"net_values", core_net_values, METH_VARARGS, "Fills in what a network says about each token, for each observation."},
    {"verify", verify, METH_VARARGS, "Checks that the shuffles of a record follow from its secret."},
    {0},
};

static struct PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "tatami._core", "Tatami's rules, in C.", -1, FUNCTIONS, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&MODULE);
    if (!module) return NULL;
    core_error = PyErr_NewExceptionWithDoc("tatami.Error", "Something that the rules or the notation refuse.",
                                           PyExc_ValueError, NULL);
    if (!core_error || PyModule_AddObjectRef(module, "Error", core_error) || core_add_box(module) ||
        core_add_table(module) || core_add_vector(module) ||
        PyModule_AddStringConstant(module, "version", tm_version()) ||
        PyModule_AddIntConstant(module, "CHANCE", TM_CHANCE) ||
        PyModule_AddIntConstant(module, "SPECTATOR", TM_SPECTATOR) ||
        PyModule_AddIntConstant(module, "EVERYTHING", TM_EVERYTHING)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
