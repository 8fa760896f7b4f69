/* The functions that the browser calls. There are no imports: the caller provides seeds, languages and names, and
 * shows the results.
 *
 * Texts go in as (pointer, length) in memory from tatami_room; texts come out as a pointer to a NUL-terminated
 * string that is valid until the next call that returns one. Functions that can fail return 0 or a negative TM_E…,
 * and tatami_reason says why. One module can hold any number of tables, with one call at a time. */
#ifndef WASM_WASM_H
#define WASM_WASM_H

#include <tatami/game.h>
#include <tatami/record.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

extern tm_why wasm_reason; /* why the last call failed */
extern tm_say wasm_say;    /* the language that is set, without names */

/* A text to be given, with a capacity of at least `room` bytes; the last one is gone. */
tm_text wasm_out(size_t room);
void wasm_forget_reason(void);
int wasm_refuse(int status); /* with a reason for this TM_E… */
/* The network for this setup, of those that were given, or nothing. */
tm_span wasm_net(const tm_setup *setup);
/* The box for new games; NULL and TM_OK if it is the default. */
int wasm_read_box(tm_box **out_box);

#endif
