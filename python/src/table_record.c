/* tatami._core.Table: games as text, and copies, which are the same log played again. */
#include "table.h"

#include <stdlib.h>

PyObject *core_table_record(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *tags;
    int viewer;
    tm_tag list[TM_RECORD_TAGS];
    char room[TM_FAIR_ROOM];
    if (!PyArg_ParseTuple(args, "iO:record", &viewer, &tags) || !core_table_usable(self)) return NULL;
    if (viewer != TM_EVERYTHING && !core_table_is_viewer(self, viewer)) return NULL;
    if (!PyList_Check(tags)) {
        PyErr_SetString(PyExc_TypeError, "tags must be a list of pairs");
        return NULL;
    }
    const Py_ssize_t n = PyList_Size(tags);
    const int most = TM_RECORD_TAGS - (self->is_fair ? TM_FAIR_TAGS : 0);
    if (n > most) return PyErr_Format(core_error, "%zd tags, expected %d at most", n, most);
    for (Py_ssize_t i = 0; i < n; i++) {
        const char *name, *value;
        PyObject *pair = PyList_GetItem(tags, i);
        if (!PyTuple_Check(pair) || !PyArg_ParseTuple(pair, "ss", &name, &value)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tag is a pair of name and value");
            return NULL;
        }
        list[i] = (tm_tag){tm_span_of(name), tm_span_of(value)};
    }
    const int n_fair = self->is_fair ? tm_fair_tags(&self->fair, self->table, room, list + n) : 0;
    size_t len;
    char *text = tm_record_write(self->table, list, (int)n + n_fair, viewer, &len);
    if (!text) return PyErr_NoMemory();
    PyObject *result = PyUnicode_FromStringAndSize(text, (Py_ssize_t)len);
    free(text);
    return result;
}

/* A table with the same log and random numbers. */
PyObject *core_table_copy(PyObject *object, PyObject *unused)
{
    core_table *self = (core_table *)object;
    tm_walk *walk;
    tm_event event;
    (void)unused;
    if (!core_table_usable(self)) return NULL;
    core_table *copy = core_table_make(Py_TYPE(object), tm_table_setup(self->table), self->box, 0);
    if (!copy) return NULL;
    copy->dice = self->dice;
    copy->fair = self->fair;
    copy->is_fair = self->is_fair;
    copy->deal_seed = self->deal_seed;
    copy->n_drawn = self->n_drawn;
    copy->by_number = self->by_number;
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
PyObject *core_table_read(PyObject *type, PyObject *args)
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
    core_table *self = core_table_make((PyTypeObject *)type, &record.setup, box_object, 0);
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
