/* tatami._core.Vector: tm_vector over arrays that Python owns. */
#include "core.h"

typedef struct core_vector {
    PyObject_HEAD tm_vector *vector; /* NULL once closed */
    PyObject *box;                   /* kept alive */
    int busy;
} core_vector;

/* The arrays of one call, in this order; None to leave one out. */
enum { OBSERVATIONS, MASKS, SEATS, DONES, REWARDS, POINTS, ARRAYS };

static const struct {
    const char *name;
    char format;
    Py_ssize_t size; /* bytes of one element */
} WANTED[ARRAYS] = {
    {"observations", 'B', 1}, {"masks", 'B', 1},   {"seats", 'i', 4},
    {"dones", 'B', 1},        {"rewards", 'f', 4}, {"points", 'i', 4},
};

static int take_one(PyObject *object, const char *name, char format, Py_ssize_t itemsize, Py_ssize_t items, int flags,
                    Py_buffer *out)
{
    if (PyObject_GetBuffer(object, out, flags | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)) return -1;
    const char *found = out->format ? out->format : "B";
    const char letter = found[0] == '<' || found[0] == '=' || found[0] == '@' ? found[1] : found[0];
    const int same = letter == format || (format == 'B' && (letter == '?' || letter == 'b')) ||
                     (format == 'i' && letter == 'l' && out->itemsize == itemsize);
    if (!same || out->itemsize != itemsize) {
        PyErr_Format(PyExc_TypeError, "%s has elements of type '%s', expected '%c'", name, found, format);
    } else if (out->len != items * itemsize) {
        PyErr_Format(PyExc_ValueError, "%s has %zd elements, expected %zd", name, out->len / itemsize, items);
    } else {
        return 0;
    }
    PyBuffer_Release(out);
    return -1;
}

static void release(Py_buffer *buffers, const int *taken)
{
    for (int i = 0; i < ARRAYS; i++)
        if (taken[i]) PyBuffer_Release(&buffers[i]);
}

static int take_arrays(core_vector *self, PyObject **objects, Py_buffer *buffers, int *taken, tm_vector_arrays *out)
{
    const tm_setup *setup = tm_vector_setup(self->vector);
    const Py_ssize_t n = tm_vector_n_tables(self->vector), seats = n * setup->n_seats;
    const Py_ssize_t items[ARRAYS] = {
        n * tm_vector_observation(self->vector), n * tm_learn_find(setup->game)->n_tokens, n, n, seats, seats};
    for (int i = 0; i < ARRAYS; i++) {
        if (!objects[i] || objects[i] == Py_None) continue;
        if (take_one(objects[i], WANTED[i].name, WANTED[i].format, WANTED[i].size, items[i], PyBUF_WRITABLE,
                     &buffers[i])) {
            release(buffers, taken);
            return -1;
        }
        taken[i] = 1;
    }
    *out = (tm_vector_arrays){
        .observations = taken[OBSERVATIONS] ? buffers[OBSERVATIONS].buf : NULL,
        .masks = taken[MASKS] ? buffers[MASKS].buf : NULL,
        .seats = taken[SEATS] ? buffers[SEATS].buf : NULL,
        .dones = taken[DONES] ? buffers[DONES].buf : NULL,
        .rewards = taken[REWARDS] ? buffers[REWARDS].buf : NULL,
        .points = taken[POINTS] ? buffers[POINTS].buf : NULL,
    };
    return 0;
}

static int usable(core_vector *self)
{
    if (!self->vector) {
        PyErr_SetString(PyExc_ValueError, "the vector is closed");
        return 0;
    }
    if (self->busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this vector");
        return 0;
    }
    return 1;
}

static PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"game", "players", "options", "box", "n", "threads", "seed", NULL};
    const char *game;
    int players, n, threads;
    unsigned long long seed;
    PyObject *options, *box;
    tm_setup setup;
    tm_why why;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "siOOiiK:Vector", names, &game, &players, &options, &box, &n,
                                     &threads, &seed))
        return NULL;
    if (core_setup(&setup, game, players, options, box)) return NULL;
    core_vector *self = PyObject_New(core_vector, type);
    if (!self) return NULL;
    self->vector = NULL;
    self->busy = 0;
    self->box = Py_NewRef(box);
    tm_why_init(&why, NULL);
    const int status = tm_vector_new(&setup, n, threads, seed, &self->vector, &why);
    if (!status) return (PyObject *)self;
    Py_DECREF(self);
    return core_refuse(&why, status);
}

static void vector_dealloc(PyObject *object)
{
    core_vector *self = (core_vector *)object;
    PyTypeObject *type = Py_TYPE(object);
    tm_vector_free(self->vector);
    Py_XDECREF(self->box);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *vector_close(PyObject *object, PyObject *unused)
{
    core_vector *self = (core_vector *)object;
    (void)unused;
    if (self->busy) return usable(self), NULL;
    tm_vector_free(self->vector);
    self->vector = NULL;
    Py_RETURN_NONE;
}

static PyObject *vector_reset(PyObject *object, PyObject *args)
{
    core_vector *self = (core_vector *)object;
    unsigned long long seed;
    PyObject *objects[ARRAYS] = {0};
    Py_buffer buffers[ARRAYS];
    int taken[ARRAYS] = {0};
    tm_vector_arrays out;
    if (!PyArg_ParseTuple(args, "K|OOOOOO:reset", &seed, &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4], &objects[5]))
        return NULL;
    if (!usable(self)) return NULL;
    self->busy = 1; /* already now: an object that gives its buffer may run Python, which could close this vector */
    if (take_arrays(self, objects, buffers, taken, &out)) {
        self->busy = 0;
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS tm_vector_reset(self->vector, seed, &out);
    Py_END_ALLOW_THREADS self->busy = 0;
    release(buffers, taken);
    Py_RETURN_NONE;
}

static PyObject *vector_step(PyObject *object, PyObject *args)
{
    core_vector *self = (core_vector *)object;
    PyObject *tokens, *objects[ARRAYS] = {0};
    Py_buffer chosen, buffers[ARRAYS];
    int taken[ARRAYS] = {0}, status, wrong = 0;
    tm_vector_arrays out;
    if (!PyArg_ParseTuple(args, "O|OOOOOO:step", &tokens, &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4], &objects[5]))
        return NULL;
    if (!usable(self)) return NULL;
    self->busy = 1; /* as above */
    if (take_one(tokens, "tokens", 'i', 4, tm_vector_n_tables(self->vector), 0, &chosen)) {
        self->busy = 0;
        return NULL;
    }
    if (take_arrays(self, objects, buffers, taken, &out)) {
        self->busy = 0;
        PyBuffer_Release(&chosen);
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = tm_vector_step(self->vector, chosen.buf, &out, &wrong);
    Py_END_ALLOW_THREADS self->busy = 0;
    if (status)
        PyErr_Format(core_error, "table %d: token %d may not be chosen", wrong, ((const int32_t *)chosen.buf)[wrong]);
    PyBuffer_Release(&chosen);
    release(buffers, taken);
    if (status) return NULL;
    Py_RETURN_NONE;
}

static PyObject *vector_observation_size(PyObject *object, void *unused)
{
    core_vector *self = (core_vector *)object;
    (void)unused;
    return usable(self) ? PyLong_FromUnsignedLong(tm_vector_observation(self->vector)) : NULL;
}

static PyObject *vector_players(PyObject *object, void *unused)
{
    core_vector *self = (core_vector *)object;
    (void)unused;
    return usable(self) ? PyLong_FromLong(tm_vector_setup(self->vector)->n_seats) : NULL;
}

static PyObject *vector_turns(PyObject *object, void *unused)
{
    core_vector *self = (core_vector *)object;
    (void)unused;
    if (!usable(self)) return NULL;
    const tm_learn *learn = tm_learn_find(tm_vector_setup(self->vector)->game);
    const size_t size = (size_t)learn->n_frames * learn->n_tokens * sizeof(uint16_t);
    uint16_t *turns = PyMem_Malloc(size + 1);
    if (!turns) return PyErr_NoMemory();
    tm_vector_turns(self->vector, turns);
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)turns, (Py_ssize_t)size);
    PyMem_Free(turns);
    return bytes;
}

static PyMethodDef METHODS[] = {
    {"reset", vector_reset, METH_VARARGS, "reset(seed, observations, masks, seats, dones, rewards, points)"},
    {"step", vector_step, METH_VARARGS, "step(tokens, observations, masks, seats, dones, rewards, points)"},
    {"close", vector_close, METH_NOARGS, "Frees the tables."},
    {0},
};

static PyGetSetDef MEMBERS[] = {
    {"observation_size", vector_observation_size, NULL, "Bytes of one observation.", NULL},
    {"players", vector_players, NULL, "Seats of each table.", NULL},
    {"turns", vector_turns, NULL, "How each token reads in each frame, as 16-bit numbers.", NULL},
    {0},
};

static PyType_Slot SLOTS[] = {
    {Py_tp_doc, "Many tables stepped together; see tatami.Vector."},
    {Py_tp_new, vector_new},
    {Py_tp_dealloc, vector_dealloc},
    {Py_tp_methods, METHODS},
    {Py_tp_getset, MEMBERS},
    {0},
};

static PyType_Spec SPEC = {"tatami._core.Vector", sizeof(core_vector), 0, Py_TPFLAGS_DEFAULT, SLOTS};

int core_add_vector(PyObject *module)
{
    PyObject *type = PyType_FromSpec(&SPEC);
    const int status = type ? PyModule_AddObjectRef(module, "Vector", type) : -1;
    Py_XDECREF(type);
    return status;
}
