/* One decision thought about on a thread of its own, so that the screen stays alive. A thought has copies of all that it
 * needs: who does not want to wait for it lets go of it, and it ends by itself. */
#ifndef TUI_THOUGHT_H
#define TUI_THOUGHT_H

#include <tatami/search.h>

typedef struct tui_thought {
    tm_question question; /* its members are the thought's own */
    const tm_bot *bot;    /* NULL: a hint */
    tm_rng rng;           /* as it was, then as the thinking left it */
    tm_action action;
    tm_search_result *results; /* of a hint, the best first; NULL if it failed */
    struct tui_thread *thread;
} tui_thought;

/* Writes a byte to `wake` when it is done. NULL without memory or thread. */
tui_thought *tui_thought_start(const tm_question *question, const tm_bot *bot, const tm_rng *rng, int wake);
bool tui_thought_done(tui_thought *thought);
/* Frees it, now or when it is done. NULL is fine. */
void tui_thought_drop(tui_thought *thought);

#endif
