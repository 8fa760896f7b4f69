/* Every state that could be the true one for a viewer, found without the game's own `world`: the harness draws worlds and
 * holds them against this list.
 *
 * Each game brings one such function in fits_GAME.c. From a true state it tries every way to move hidden things about and
 * emits each candidate whose view for that viewer is the same byte for byte, once for each way it can come about: where a
 * box holds two copies of a card, a state that could have either is twice as likely. It may give up (-1) where there are more
 * than FITS_MAX candidates to try: then the position is not a small one and is passed over. */
#ifndef CONFORM_FITS_H
#define CONFORM_FITS_H

#include <tatami/game.h>

enum { FITS_MAX = 2000 };

typedef void (*fits_emit)(void *context, const void *state);
typedef int (*fits_fn)(const void *config, const void *state, int viewer, fits_emit emit, void *context);

#define GAME(id) int fits_##id(const void *config, const void *state, int viewer, fits_emit emit, void *context);
#include "games/registry.h"
#undef GAME

#endif
