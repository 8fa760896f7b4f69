/* tatami._core.Table: what a viewer sees. */
#include "table.h"

#include <stdlib.h>

#include "language.h"

enum { SHOW_ROOM = 1 << 16, VIEW_ROOM = 1 << 17 };

/* The view as JSON or, with `say`, as lines of text. */
static PyObject *write_seen(core_table *self, int viewer, uint32_t size, const tm_say *say)
{
    if (!core_table_usable(self) || !core_table_is_viewer(self, viewer)) return NULL;
    void *view = malloc(core_table_game(self)->view_size);
    char *room = malloc(size);
    PyObject *result = NULL;
    if (!view || !room) {
        PyErr_NoMemory();
    } else {
        tm_text text;
        tm_text_init(&text, room, size);
        tm_table_view(self->table, viewer, view);
        if (say)
            core_table_game(self)->show(tm_table_config(self->table), view, say, &text);
        else
            core_table_game(self)->write_view(tm_table_config(self->table), view, &text);
        result = PyUnicode_FromStringAndSize(room, text.len);
    }
    free(view);
    free(room);
    return result;
}

PyObject *core_table_view(PyObject *self, PyObject *args)
{
    int viewer;
    if (!PyArg_ParseTuple(args, "i:view", &viewer)) return NULL;
    return write_seen((core_table *)self, viewer, VIEW_ROOM, NULL);
}

PyObject *core_table_show(PyObject *self, PyObject *args)
{
    const char *language = "en";
    int viewer;
    tm_say say;
    if (!PyArg_ParseTuple(args, "i|s:show", &viewer, &language) || core_say(language, &say)) return NULL;
    return write_seen((core_table *)self, viewer, SHOW_ROOM, &say);
}

static PyObject *write_row(const tm_cell *cells, int width)
{
    char text[4 * 1000], styles[1000];
    Py_ssize_t len = 0;
    for (int x = 0; x < width; x++) {
        const uint32_t c = cells[x].code;
        styles[x] = (char)cells[x].style;
        if (c < 0x80) {
            text[len++] = (char)c;
            continue;
        }
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        static const uint8_t LEAD[] = {0, 0xc0, 0xe0, 0xf0};
        text[len++] = (char)(LEAD[more] | c >> 6 * more);
        for (int k = more - 1; k >= 0; k--) text[len++] = (char)(0x80 | (c >> 6 * k & 0x3f));
    }
    return Py_BuildValue("(s#y#)", text, len, styles, (Py_ssize_t)width);
}

/* paint(viewer, width, height[, language]): a list of rows, each the characters and, as bytes, their styles. The right half of a wide character
 * is a NUL. */
PyObject *core_table_paint(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *language = "en";
    int viewer, width, height;
    tm_say say;
    if (!PyArg_ParseTuple(args, "iii|s:paint", &viewer, &width, &height, &language) || core_say(language, &say) ||
        !core_table_usable(self))
        return NULL;
    if (!core_table_is_viewer(self, viewer)) return NULL;
    if (width < 1 || width > 1000 || height < 1 || height > 1000)
        return PyErr_Format(core_error, "a drawing of %d by %d, expected 1 to 1000", width, height);
    const size_t n = (size_t)width * (size_t)height;
    tm_sheet sheet = {.cells = malloc(n * sizeof *sheet.cells), .width = width, .height = height};
    void *view = malloc(core_table_game(self)->view_size);
    PyObject *rows = sheet.cells && view ? PyList_New(0) : PyErr_NoMemory();
    if (rows) {
        const tm_canvas canvas = tm_canvas_of(&sheet);
        tm_table_view(self->table, viewer, view);
        tm_paint_find(core_table_game(self))(tm_table_config(self->table), view, &say, &canvas);
    }
    for (int y = 0; rows && y < height; y++) {
        PyObject *row = write_row(sheet.cells + (size_t)y * (size_t)width, width);
        if (!row || PyList_Append(rows, row)) Py_CLEAR(rows);
        Py_XDECREF(row);
    }
    free(view);
    free(sheet.cells);
    return rows;
}

PyObject *core_table_observe(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    int viewer;
    if (!PyArg_ParseTuple(args, "i:observe", &viewer) || !core_table_usable(self) ||
        !core_table_is_viewer(self, viewer))
        return NULL;
    const tm_learn *learn = tm_learn_find(core_table_game(self));
    const uint32_t size = tm_learn_size(learn);
    void *view = malloc(core_table_game(self)->view_size);
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
PyObject *core_table_next(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    PyObject *list;
    int seat;
    uint16_t tokens[TM_MAX_STEPS];
    if (!PyArg_ParseTuple(args, "iO:next", &seat, &list) || !core_table_usable(self) || !core_table_is_seat(self, seat))
        return NULL;
    const Py_ssize_t n = PySequence_Size(list);
    if (n < 0) return NULL;
    const tm_learn *learn = tm_learn_find(core_table_game(self));
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
    if (!core_table_usable(self)) return NULL; /* again: the list may have run Python, and let another thread in */
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
        result = core_action(core_table_game(self), tm_table_config(self->table), action);
    else
        PyErr_SetString(core_error, "no legal action begins with these tokens");
    free(mask);
    return result;
}

/* spell(action): its tokens. */
PyObject *core_table_spell(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *text;
    Py_ssize_t len;
    tm_action action;
    uint16_t tokens[TM_MAX_STEPS];
    if (!PyArg_ParseTuple(args, "s#:spell", &text, &len) || !core_table_usable(self)) return NULL;
    const tm_span span = {text, (uint32_t)(len > 256 ? 256 : len)};
    if (core_table_game(self)->read_action(tm_table_config(self->table), span, &action))
        return PyErr_Format(core_error, "\"%.60s\" is no action of this game", text);
    const tm_learn *learn = tm_learn_find(core_table_game(self));
    const int n = learn->spell(tm_table_config(self->table), action, tokens);
    for (int i = 0; i < n; i++)
        if (tokens[i] >= learn->n_tokens) return PyErr_Format(core_error, "\"%.60s\" is never legal", text);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++)
        if (PyList_SetItem(list, i, PyLong_FromLong(tokens[i]))) Py_CLEAR(list);
    return list;
}

/* log(viewer[, language]): the log as one viewer saw it, the lines and, except for EVERYTHING, what they mean in words. */
PyObject *core_table_log(PyObject *object, PyObject *args)
{
    core_table *self = (core_table *)object;
    const char *language = "en";
    int viewer;
    tm_say say;
    tm_walk *walk;
    tm_event seen;
    if (!PyArg_ParseTuple(args, "i|s:log", &viewer, &language) || core_say(language, &say) || !core_table_usable(self))
        return NULL;
    if (viewer != TM_EVERYTHING && !core_table_is_viewer(self, viewer)) return NULL;
    if (tm_walk_new(self->table, viewer, &walk)) return PyErr_NoMemory();
    PyObject *list = PyList_New(0);
    while (list && tm_walk_next(walk, &seen)) {
        char line[TM_LINE_MAX], words[TM_LINE_MAX];
        tm_text text, told;
        tm_text_init(&text, line, sizeof line);
        tm_text_init(&told, words, sizeof words);
        tm_walk_write(walk, &seen, &text);
        core_table_game(self)->tell(tm_table_config(self->table), tm_walk_before(walk), &seen, tm_walk_after(walk),
                                    &say, &told);
        PyObject *one = Py_BuildValue("(ss)", line, words);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    tm_walk_free(walk);
    return list;
}
