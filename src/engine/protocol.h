/* What both sides of the engine protocol (docs/ENGINE.md) write the same way. */
#ifndef ENGINE_PROTOCOL_H
#define ENGINE_PROTOCOL_H

#include <tatami/table.h>

enum { ENGINE_VERSION = 1, ENGINE_SEAL = 64 };

#define ENGINE_KEY "TATAMI_ENGINE_KEY" /* the variable with the key of the seal */

/* `new GAME PLAYERS NAME=VALUE…`, every option named, without a line end. */
void engine_write_new(const tm_setup *setup, tm_text *out);

/* The seal of a view: nobody without the key can make it, for this seat of this game with these options and this box.
 *
 * A view is plain bytes that the rules trust, and no check could say of any bytes that a game would lead there. So the
 * engine does not judge them: it takes views only from who started it and gave it the key. TM_ESPACE without memory. */
int engine_seal(const char *key, const tm_setup *setup, int seat, const void *view, char out[ENGINE_SEAL + 1]);

void engine_write_hex(const void *bytes, uint32_t size, tm_text *out);
/* Exactly `size` bytes, in lower case; or false. */
bool engine_read_hex(tm_span text, void *out, uint32_t size);

#endif
