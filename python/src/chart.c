/* chart(game, players, deals, points, language): the chart of `tatami arena --svg`, with its own writer. */
#include <stdlib.h>

#include "cli/arena_chart.h"
#include "language.h"

/* A point is (name, share, low, high, even, milliseconds). The name stays Python's. */
static int read_point(PyObject *tuple, arena_point *out)
{
    if (!PyArg_ParseTuple(tuple, "sddddd:chart", &out->name, &out->share, &out->low, &out->high, &out->even,
                          &out->milliseconds))
        return -1;
    const double shares[] = {out->share, out->low, out->high, out->even};
    for (int i = 0; i < 4; i++)
        if (!(shares[i] >= 0 && shares[i] <= 1)) {
            PyErr_SetString(core_error, "a share is from 0 to 1");
            return -1;
        }
    if (out->milliseconds >= 0 && out->milliseconds < 1e12) return 0;
    PyErr_SetString(core_error, "a time is 0 or more");
    return -1;
}

PyObject *core_chart(PyObject *module, PyObject *args)
{
    arena_chart chart = {0};
    const char *language;
    unsigned long long deals;
    PyObject *points;
    tm_say say;
    size_t len;
    (void)module;
    if (!PyArg_ParseTuple(args, "siKO!s:chart", &chart.game, &chart.n_seats, &deals, &PyTuple_Type, &points,
                          &language) ||
        core_say(language, &say))
        return NULL;
    const Py_ssize_t n = PyTuple_Size(points);
    if (n < 1 || n > TM_MAX_SEATS) return PyErr_Format(core_error, "%zd bots, expected 1 to %d", n, TM_MAX_SEATS);
    chart.n_deals = deals;
    chart.n_points = (int)n;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *point = PyTuple_GetItem(points, i);
        if (!PyTuple_Check(point)) return PyErr_Format(PyExc_TypeError, "a point is a tuple");
        if (read_point(point, &chart.points[i])) return NULL;
    }
    char *text = arena_chart_write(&chart, &say, &len);
    PyObject *result = text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)len, "replace") : PyErr_NoMemory();
    free(text);
    return result;
}
