/* The module: lists of games and bots, boxes, and turning reasons into exceptions. */
#include "core.h"

#include <string.h>

#include "base/hash.h"
#include "language.h"

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

/* verify(text, box, commitment, words): the last two are what somebody remembers, or None; words is a list with one per seat. */
static PyObject *verify(PyObject *self, PyObject *args)
{
    const char *text;
    Py_ssize_t len;
    PyObject *box_object = Py_None, *words = Py_None;
    const tm_box *box = NULL;
    tm_fair_kept kept = {0};
    tm_fair_proof proof;
    tm_why why;
    (void)self;
    if (!PyArg_ParseTuple(args, "s#|OzO:verify", &text, &len, &box_object, &kept.commitment, &words)) return NULL;
    if (box_object != Py_None && !(box = core_box_of(box_object))) return NULL;
    if (words != Py_None && !PyTuple_Check(words)) return PyErr_Format(PyExc_TypeError, "words must be a tuple");
    const Py_ssize_t n = words == Py_None ? 0 : PyTuple_Size(words);
    if (n > TM_MAX_SEATS) return PyErr_Format(core_error, "%zd words, expected %d at most", n, TM_MAX_SEATS);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *word = PyTuple_GetItem(words, i); /* the tuple keeps it */
        if (word == Py_None) continue;
        if (!(kept.words[i] = PyUnicode_AsUTF8AndSize(word, NULL))) return NULL;
    }
    tm_why_init(&why, NULL);
    const int status = tm_fair_verify(text, (size_t)len, box, &kept, &proof, &why);
    if (status) return core_refuse(&why, status);
    return Py_BuildValue("{s:s,s:I,s:O}", "commitment", proof.commitment, "outcomes", proof.n_outcomes, "over",
                         proof.over ? Py_True : Py_False);
}

/* What a kernel gets that is not computed on the card: the config's bytes. */
static PyObject *config(PyObject *self, PyObject *args)
{
    const char *game;
    int players;
    PyObject *options, *box;
    tm_setup setup;
    tm_table *table;
    tm_why why;
    (void)self;
    if (!PyArg_ParseTuple(args, "siOO:config", &game, &players, &options, &box)) return NULL;
    if (core_setup(&setup, game, players, options, box)) return NULL;
    tm_why_init(&why, NULL);
    const int status = tm_table_new(&setup, &table, &why);
    if (status) return core_refuse(&why, status);
    PyObject *bytes = PyBytes_FromStringAndSize(tm_table_config(table), (Py_ssize_t)setup.game->config_size);
    tm_table_free(table);
    return bytes ? Py_BuildValue("{s:i,s:N,s:I}", "players", setup.n_seats, "config", bytes, "state_size",
                                 setup.game->state_size)
                 : NULL;
}

static PyObject *sums_of_seats(const int64_t *values, int n)
{
    PyObject *tuple = PyTuple_New(n);
    for (int i = 0; tuple && i < n; i++) {
        PyObject *value = PyLong_FromLongLong(values[i]);
        if (!value || PyTuple_SetItem(tuple, i, value)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *playouts(PyObject *self, PyObject *args)
{
    const char *game;
    int players, thumb, threads, status;
    unsigned long long games, seed;
    PyObject *options, *box;
    tm_setup setup;
    tm_sums sums;
    tm_why why;
    int64_t wins[TM_MAX_SEATS];
    (void)self;
    if (!PyArg_ParseTuple(args, "siOOpKiK:playouts", &game, &players, &options, &box, &thumb, &games, &threads, &seed))
        return NULL;
    if (core_setup(&setup, game, players, options, box)) return NULL;
    tm_why_init(&why, NULL);
    const tm_policy policy = thumb ? TM_POLICY_THUMB : TM_POLICY_RANDOM;
    Py_BEGIN_ALLOW_THREADS status = tm_playouts(&setup, policy, games, threads, seed, &sums, &why);
    Py_END_ALLOW_THREADS if (status) return core_refuse(&why, status);
    for (int i = 0; i < TM_MAX_SEATS; i++) wins[i] = (int64_t)sums.wins[i];
    PyObject *points = sums_of_seats(sums.points, setup.n_seats), *won = sums_of_seats(wins, setup.n_seats);
    if (points && won)
        return Py_BuildValue("{s:K,s:K,s:K,s:K,s:N,s:N}", "games", (unsigned long long)sums.games, "decisions",
                             (unsigned long long)sums.decisions, "shared", (unsigned long long)sums.shared, "digest",
                             (unsigned long long)sums.digest, "points", points, "wins", won);
    Py_XDECREF(points);
    Py_XDECREF(won);
    return NULL;
}

static PyObject *commitment(PyObject *self, PyObject *args)
{
    const char *secret;
    char out[TM_FAIR_HEX + 1];
    tm_fair fair = {.n_seats = 1};
    (void)self;
    if (!PyArg_ParseTuple(args, "s:commitment", &secret)) return NULL;
    if (tm_fair_read_secret(&fair, tm_span_of(secret)))
        return PyErr_Format(core_error, "a secret is 64 hexadecimal digits in lower case");
    tm_fair_commitment(&fair, out);
    return PyUnicode_FromString(out);
}

/* mix(hash, value): how seeds of games follow from a seed and a number, here and in the program. */
static PyObject *mix(PyObject *self, PyObject *args)
{
    unsigned long long hash, value;
    (void)self;
    if (!PyArg_ParseTuple(args, "KK:mix", &hash, &value)) return NULL;
    return PyLong_FromUnsignedLongLong(tm_hash_u64(hash, value));
}

/* numbers(seed, stream, n): random numbers of 64 bits. */
static PyObject *numbers(PyObject *self, PyObject *args)
{
    unsigned long long seed, stream;
    int n;
    tm_rng rng;
    (void)self;
    if (!PyArg_ParseTuple(args, "KKi:numbers", &seed, &stream, &n)) return NULL;
    if (n < 0 || n > 1000) return PyErr_Format(core_error, "%d numbers, expected 0 to 1000", n);
    tm_rng_init(&rng, seed, stream);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++)
        if (PyList_SetItem(list, i, PyLong_FromUnsignedLongLong(tm_rng_next(&rng)))) Py_CLEAR(list);
    return list;
}

static PyMethodDef FUNCTIONS[] = {
    {"config", config, METH_VARARGS, "config(game, players, options, box): the bytes that a setup becomes."},
    {"playouts", playouts, METH_VARARGS, "playouts(game, players, options, box, thumb, games, threads, seed)"},
    {"games", games, METH_NOARGS, "The facts of every game."},
    {"bots", bots, METH_NOARGS, "The bots by name, with a sentence about each."},
    {"chart", core_chart, METH_VARARGS,
     "chart(game, players, deals, points, language): SVG; a point is (name, share, low, high, even, milliseconds)"},
    {"net_values", core_net_values, METH_VARARGS,
     "Fills in what a network says about each token, for each observation."},
    {"verify", verify, METH_VARARGS, "Checks that the shuffles of a record follow from its secret."},
    {"mix", mix, METH_VARARGS, "mix(hash, value): a hash that goes on"},
    {"numbers", numbers, METH_VARARGS, "numbers(seed, stream, n): random numbers"},
    {"commitment", commitment, METH_VARARGS, "commitment(secret): what is published before a game"},
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
    PyObject *start = PyLong_FromUnsignedLongLong(TM_HASH_START);
    if (!core_error || !start || PyModule_AddObjectRef(module, "MIX_START", start) ||
        PyModule_AddIntConstant(module, "MAX_SEATS", TM_MAX_SEATS) ||
        PyModule_AddObjectRef(module, "Error", core_error) || core_add_box(module) || core_add_engine(module) ||
        core_add_table(module) || core_add_vector(module) || core_add_languages() ||
        PyModule_AddStringConstant(module, "version", tm_version()) ||
        PyModule_AddIntConstant(module, "CHANCE", TM_CHANCE) ||
        PyModule_AddIntConstant(module, "SPECTATOR", TM_SPECTATOR) ||
        PyModule_AddIntConstant(module, "EVERYTHING", TM_EVERYTHING)) {
        Py_CLEAR(module);
    }
    Py_XDECREF(start);
    return module;
}
