/* What every layer may use: status codes, names for seats, and an assertion that stays on.
 *
 * Functions return 0 or a negative TM_E… and change nothing when they fail. */
#ifndef TATAMI_BASE_H
#define TATAMI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Around the declarations of every public header: C names in C++, and the only names that the shared library shows. */
#ifdef __cplusplus
#define TM_HEADER_BEGIN                                                                                                \
    extern "C" {                                                                                                       \
    _Pragma("GCC visibility push(default)")
#define TM_HEADER_END                                                                                                  \
    _Pragma("GCC visibility pop")                                                                                      \
    }
#else
#define TM_HEADER_BEGIN _Pragma("GCC visibility push(default)")
#define TM_HEADER_END _Pragma("GCC visibility pop")
#endif

enum {
    TM_OK = 0,
    TM_ESYNTAX = -1,  /* text that is not valid notation */
    TM_EILLEGAL = -2, /* well formed, but not possible here */
    TM_ETURN = -3,    /* not this seat's decision, or chance is due */
    TM_EOVER = -4,    /* the game is over */
    TM_ERANGE = -5,   /* a number outside its bounds */
    TM_EUNKNOWN = -6, /* an unknown name */
    TM_ESPACE = -7,   /* does not fit, or out of memory */
    TM_EIO = -8,      /* the operating system refused */
};

enum {
    TM_MAX_SEATS = 8,
    TM_CHANCE = -1,    /* as the `seat` of an event: nobody decided it */
    TM_SPECTATOR = -2, /* as a viewer: somebody without a seat */
};

/* Asserts guard invariants in release builds too. They need no library, so that the rules stay freestanding. */
#define tm_assert(truth) ((truth) ? (void)0 : __builtin_trap())

#endif
