/* tatami._core.Table: one running game with its random numbers. What can be asked of it is divided by idea: table.c has the game
 * itself, table_see.c what a viewer sees, table_record.c games as text, and table_bots.c who decides for a seat. */
#ifndef PYTHON_TABLE_H
#define PYTHON_TABLE_H

#include "core.h"

typedef struct core_table {
    PyObject_HEAD tm_table *table;
    tm_rng dice;
    tm_fair fair; /* draws instead of the dice if `is_fair` */
    int is_fair;
    uint64_t deal_seed; /* if `by_number`, outcome k follows from this and k alone */
    uint64_t n_drawn;
    int by_number;
    PyObject *box;  /* kept alive */
    PyObject *tags; /* of the record it was read from: a list of (name, value) */
    PyObject *net;  /* found to be a network of this game: it is not checked again at every decision; or NULL */
    int busy;
} core_table;

/* A new table. NULL and an exception on failure. */
core_table *core_table_make(PyTypeObject *type, const tm_setup *setup, PyObject *box, unsigned long long seed);
/* False, with an exception, while another thread uses the table. */
int core_table_usable(const core_table *self);
const tm_game *core_table_game(const core_table *self);
int core_table_seats(const core_table *self);
/* False, with an exception, for a seat or viewer that does not exist. */
int core_table_is_seat(const core_table *self, int seat);
int core_table_is_viewer(const core_table *self, int viewer);
/* Draws what is due, by the dice or fairly. */
int core_table_draw_due(core_table *self);
/* An action as text. */
PyObject *core_action(const tm_game *game, const void *config, tm_action action);

/* Methods, in the order of the files. */
PyObject *core_table_view(PyObject *self, PyObject *args);
PyObject *core_table_show(PyObject *self, PyObject *args);
PyObject *core_table_paint(PyObject *self, PyObject *args);
PyObject *core_table_observe(PyObject *self, PyObject *args);
PyObject *core_table_next(PyObject *self, PyObject *args);
PyObject *core_table_spell(PyObject *self, PyObject *args);
PyObject *core_table_log(PyObject *self, PyObject *args);
PyObject *core_table_record(PyObject *self, PyObject *args);
PyObject *core_table_copy(PyObject *self, PyObject *unused);
PyObject *core_table_read(PyObject *type, PyObject *args);
PyObject *core_table_choose(PyObject *self, PyObject *args);
PyObject *core_table_weigh(PyObject *self, PyObject *args);
PyObject *core_table_think(PyObject *self, PyObject *args);
PyObject *core_table_play(PyObject *self, PyObject *args);
PyObject *core_table_play_timed(PyObject *self, PyObject *args);
PyObject *core_table_luck(PyObject *self, PyObject *args);

#endif
