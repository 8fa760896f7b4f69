/* The extension module tatami._core: thin C types over libtatami. Everything that can be written in Python is (python/tatami).
 *
 * Only the limited API is used, so that one wheel works with every Python from 3.11 on. Long work lets other Python threads run;
 * while it does, the object is marked busy, and a second use raises RuntimeError instead of racing. */
#ifndef PYTHON_CORE_H
#define PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <tatami/tatami.h>

extern PyObject *core_error; /* tatami.Error, a ValueError */

/* Raises tatami.Error with the reason; NULL, so that a function can end with it. */
PyObject *core_refuse(const tm_why *why, int code);

/* The setup that Python named: game, players (0: the usual number), options as `name=value`, a Box or None. On failure an
 * exception is set. The box is borrowed: whoever keeps the setup keeps the object. */
int core_setup(tm_setup *setup, const char *game, int players, PyObject *options, PyObject *box);

/* A box file read. */
typedef struct core_box {
    PyObject_HEAD
    tm_box *box;
} core_box;
extern PyTypeObject *core_box_type;
const tm_box *core_box_of(PyObject *object); /* NULL and an exception if it is not a Box */

int core_add_box(PyObject *module);
int core_add_table(PyObject *module);
int core_add_vector(PyObject *module);

#endif
