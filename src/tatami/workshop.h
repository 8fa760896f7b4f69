/* Editing a box: the components of a game as lines of a box file, and everything that is wrong with a file. Whoever
 * plays with a box needs only tm_box_read, which stops at the first mistake. */
#ifndef TATAMI_WORKSHOP_H
#define TATAMI_WORKSHOP_H

#include <tatami/game.h>

/* The printed parts of a game; a game without assumed components has none of these functions. */
typedef struct tm_parts {
    /* All components of a box as lines of a file, in the order in which people look for them. */
    void (*write)(const void *box, tm_text *out);
    /* Reason number `nth`, from 0, why the box as a whole cannot be played; TM_OK if there are not so many. */
    int (*flaw)(const void *box, int nth, tm_why *why);
} tm_parts;

const tm_parts *tm_parts_find(const tm_game *game);

/* The default box as a file with this name. TM_EUNKNOWN for a game without assumed components. */
int tm_box_write(const tm_game *game, tm_span name, tm_text *out);

/* Told of each flaw: its line, or 0 if the box as a whole is at fault, and the reason, which is gone after the call. */
typedef void tm_flaw_told(void *context, uint32_t line, const char *reason);

enum { TM_FLAWS_MAX = 64 }; /* that are told; nobody reads more */

/* Tells what is wrong with a box file, and returns how many flaws that were. After a mistake in the tags the rest is
 * not looked at. The box as a whole is judged once all lines can be read: what a line should have said is not known. */
int tm_box_flaws(const char *text, size_t len, const tm_say *say, tm_flaw_told *tell, void *context);

#endif
