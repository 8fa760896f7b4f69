/* tatami._core.net_values: what a network's file says about observations, as the bots compute it. */
#include "core.h"

#include "bots/net.h"

static int fill(const tm_net *net, const Py_buffer *observations, const Py_buffer *values)
{
    const size_t size = tm_net_observation(net->learn), n = (size_t)observations->len / size;
    tm_net_thought *thought = PyMem_Malloc(sizeof *thought);
    if (!thought) {
        PyErr_NoMemory();
        return -1;
    }
    int32_t *out = values->buf;
    for (size_t i = 0; i < n; i++) {
        tm_net_look(net, (const uint8_t *)observations->buf + i * size, thought);
        for (uint16_t token = 0; token < net->n_tokens; token++) *out++ = tm_net_value(net, thought, token);
    }
    PyMem_Free(thought);
    return 0;
}

PyObject *core_net_values(PyObject *module, PyObject *args)
{
    const char *name;
    Py_buffer file, observations, values;
    tm_net net;
    tm_why why;
    (void)module;
    if (!PyArg_ParseTuple(args, "sy*y*w*:net_values", &name, &file, &observations, &values)) return NULL;
    const tm_game *game = tm_game_find(tm_span_of(name));
    int status = -1;
    tm_why_init(&why, NULL);
    if (!game) {
        PyErr_Format(core_error, "there is no game called \"%.40s\"", name);
    } else if (tm_net_read(game, file.buf, (size_t)file.len, &net, &why)) {
        core_refuse(&why, TM_ESYNTAX);
    } else {
        const Py_ssize_t size = (Py_ssize_t)tm_net_observation(net.learn), n = observations.len / size;
        if (observations.len != n * size || values.len != n * (Py_ssize_t)(net.n_tokens * sizeof(int32_t)))
            PyErr_SetString(PyExc_ValueError, "observations and values are not of one size");
        else
            status = fill(&net, &observations, &values);
    }
    PyBuffer_Release(&file);
    PyBuffer_Release(&observations);
    PyBuffer_Release(&values);
    if (status) return NULL;
    Py_RETURN_NONE;
}
