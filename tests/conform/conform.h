/* The harness: what every game must hold, checked at every step of random games, through the interface alone. */
#ifndef CONFORM_CONFORM_H
#define CONFORM_CONFORM_H

#include <tatami/record.h>

#include "conform/fits.h"
#include "conform/schema.h"
#include "table/table_private.h"

/* One way to set a game up, and memory to play it with. */
typedef struct trial {
    tm_setup setup;
    const tm_game *game;
    void *config, *state, *before, *other, *world, *view, *view2;
    tm_action *legal, *legal2;
    void *memory; /* of the rules of thumb (tm_think); NULL: none */
    tm_rng rng;
    cJSON *schema; /* of the views */
    fits_fn fits;
    int n_small; /* small positions whose worlds were counted */
    char name[128];
    char failure[400]; /* empty while all is well */
} trial;

/* Notes the first failure: which property, at which event. Always false. */
bool trial_fail(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A random event that may happen now: chance, or an action of a random deciding seat. */
void trial_draw(trial *t, const void *state, tm_event *out);

/* A check looks at the position in t->state, and at `next`, an event that is about to happen there. */
typedef bool (*check_fn)(trial *t, const tm_event *next);

bool check_legal_lists(trial *t, const tm_event *next);
bool check_refusals(trial *t, const tm_event *next);
bool check_clones(trial *t, const tm_event *next);
bool check_order(trial *t, const tm_event *next);
bool check_notation(trial *t, const tm_event *next);
bool check_scores(trial *t, const tm_event *next);
/* Every viewer's view as JSON is what the game's schema says. */
bool check_views(trial *t, const tm_event *next);
bool check_words(trial *t, const tm_event *next);
bool check_information(trial *t, const tm_event *next);
bool check_seeing(trial *t, const tm_event *next);
bool check_spread(trial *t, const tm_event *next);
bool check_learners(trial *t, const tm_event *next);
bool check_memory(trial *t, const tm_event *next);

#endif
