/* The extension module tatami._core: thin C types over libtatami. Whatever can be written in Python is written in
 * Python (python/tatami).
 *
 * Only the limited API is used, so that one wheel works with every Python from 3.11 on. Long work releases the
 * interpreter lock; meanwhile the object is marked busy, and using it from another thread raises RuntimeError. */
#ifndef PYTHON_CORE_H
#define PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <tatami/tatami.h>

extern PyObject *core_error; /* tatami.Error, a ValueError */

/* Raises tatami.Error with the reason. Returns NULL, so that a function can end with it. */
PyObject *core_refuse(const tm_why *why, int code);

/* Reads a setup from Python: game, players (0: the usual number), options as `name=value`, a Box or None. On failure
 * an exception is set. The box is borrowed: the owner of the setup must keep a reference. */
int core_setup(tm_setup *setup, const char *game, int players, PyObject *options, PyObject *box);

/* A box file read. */
typedef struct core_box {
    PyObject_HEAD tm_box *box;
} core_box;
extern PyTypeObject *core_box_type;
const tm_box *core_box_of(PyObject *object); /* NULL and an exception if it is not a Box */

int core_add_box(PyObject *module);
int core_add_engine(PyObject *module);
int core_add_table(PyObject *module);
int core_add_vector(PyObject *module);

/* net_values(game, file, observations, values): see net.c. */
PyObject *core_net_values(PyObject *module, PyObject *args);
PyObject *core_chart(PyObject *module, PyObject *args); /* chart.c */

#endif
