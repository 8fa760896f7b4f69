/* How long the exact count of a dojo takes (D17): over the final dojos of random games, and over dojos of twelve different
 * cards with two brooms and two assistants, the most that the default box can do to a player. A benchmark, not a test. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "games/dojo/dojo_rules.h"

enum { GAMES = 5000, HALLS = 5000 };

extern const tm_game dojo_game;

static double microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

typedef struct timing {
    double sum, worst;
    int n;
} timing;

static void count(timing *t, const dojo_hall *hall)
{
    const double start = microseconds();
    dojo_count(hall, NULL);
    const double took = microseconds() - start;
    t->sum += took;
    t->n++;
    if (took > t->worst) t->worst = took;
}

static void play(const dojo_config *c, dojo_state *s, tm_rng *rng)
{
    uint32_t actors;
    tm_outcome outcome;
    tm_action legal[64];
    dojo_game.init(c, s);
    while ((actors = dojo_game.actors(c, s))) {
        if (actors & TM_ACTOR_CHANCE) {
            dojo_game.chance(c, s, rng, &outcome);
            tm_assert(dojo_game.settle(c, s, &outcome) == TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors), n = dojo_game.legal(c, s, seat, legal);
        tm_assert(dojo_game.apply(c, s, seat, legal[tm_rng_below(rng, (uint32_t)n)]) == TM_OK);
    }
}

static void final_dojos(int n_seats)
{
    dojo_config config;
    dojo_state state;
    tm_why why;
    tm_rng rng;
    timing t = {0};
    const int32_t values[2] = {0, 0};
    tm_why_init(&why, NULL);
    tm_rng_init(&rng, 1, (uint64_t)n_seats);
    tm_assert(dojo_game.configure(&config, n_seats, values, NULL, &why) == TM_OK);
    for (int i = 0; i < GAMES; i++) {
        play(&config, &state, &rng);
        for (int seat = 0; seat < n_seats; seat++) {
            dojo_hall hall;
            tm_assert(dojo_full(&state.open, seat, &hall));
            count(&t, &hall);
        }
    }
    printf("final dojos of random games, %d players: mean %.1f us, worst %.0f us\n", n_seats, t.sum / t.n, t.worst);
}

static void shuffle(tm_rng *rng, uint8_t *at, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const uint32_t j = tm_rng_below(rng, (uint32_t)i + 1);
        const uint8_t swap = at[i];
        at[i] = at[j];
        at[j] = swap;
    }
}

static void worst_dojos(void)
{
    tm_rng rng;
    timing t = {0};
    tm_rng_init(&rng, 2, 0);
    for (int i = 0; i < HALLS; i++) {
        uint8_t cards[DOJO_CARDS];
        dojo_hall hall = {.row = {DOJO_ASSISTANT, DOJO_ASSISTANT, DOJO_INCENSE},
                          .col = {DOJO_BROOM, DOJO_BROOM, DOJO_BELT, DOJO_KIMONO}};
        for (int k = 0; k < DOJO_CARDS; k++) cards[k] = (uint8_t)(k + 1);
        shuffle(&rng, cards, DOJO_CARDS);
        shuffle(&rng, hall.row, DOJO_ROWS);
        shuffle(&rng, hall.col, DOJO_COLUMNS);
        memcpy(hall.card, cards, sizeof hall.card);
        count(&t, &hall);
    }
    printf("twelve different cards, two brooms, two assistants: mean %.0f us, worst of %d %.0f us\n", t.sum / t.n, t.n,
           t.worst);
}

int main(void)
{
    for (int n = 3; n <= 5; n++) final_dojos(n);
    worst_dojos();
    return 0;
}
