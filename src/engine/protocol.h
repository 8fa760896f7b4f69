/* What both sides of the engine protocol (docs/ENGINE.md) share. */
#ifndef ENGINE_PROTOCOL_H
#define ENGINE_PROTOCOL_H

#include <tatami/table.h>

enum { ENGINE_VERSION = 1, ENGINE_SEAL = 64 };

#define ENGINE_KEY "TATAMI_ENGINE_KEY" /* the variable with the key of the seal */

/* `new GAME PLAYERS NAME=VALUE…` with every option, without a line feed. */
void engine_write_new(const tm_setup *setup, tm_text *out);

/* The seal of a view, for this seat of this game with these options and this box. Nobody can make it without the
 * key.
 *
 * A view is plain bytes that the rules trust, and no check could prove that arbitrary bytes can occur in a game. So
 * the engine does not try: it accepts views only from the program that started it and gave it the key. TM_ESPACE if
 * out of memory. */
int engine_seal(const char *key, const tm_setup *setup, int seat, const void *view, char out[ENGINE_SEAL + 1]);

void engine_write_hex(const void *bytes, uint32_t size, tm_text *out);
/* Exactly `size` bytes, in lower case; or false. */
bool engine_read_hex(tm_span text, void *out, uint32_t size);

#endif
