/* One decision being thought about on its own thread, so that the screen stays responsive. A thought has copies of
 * everything it needs: if you do not want to wait for it, drop it, and it frees itself when it ends. */
#ifndef TUI_THOUGHT_H
#define TUI_THOUGHT_H

#include <tatami/search.h>

enum { TUI_EXPLAINED = 2 }; /* the best choice, and what it is compared with */

typedef struct tui_thought {
    tm_question question; /* its members belong to the thought */
    const tm_bot *bot;    /* NULL: a hint */
    tm_rng rng;           /* initially a copy; then as the thinking left it */
    tm_action action;
    tm_search_result *results; /* of a hint, the best first; NULL if it failed */
    tm_outlook outlooks[TUI_EXPLAINED];
    int n_outlooks;
    struct tui_thread *thread;
} tui_thought;

/* Writes a byte to `wake` when it is done. NULL if out of memory or threads. */
tui_thought *tui_thought_start(const tm_question *question, const tm_bot *bot, const tm_rng *rng, int wake);
bool tui_thought_done(tui_thought *thought);
/* Frees it, now or when it is done. NULL is allowed. */
void tui_thought_drop(tui_thought *thought);

#endif
