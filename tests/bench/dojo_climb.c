/* Looks for dojos whose exact count (D17) takes long: `dojo_climb CLIMBS [ASSISTANTS BROOMS [SEED]]`. Climbs from random
 * dojos by small changes, for every number of assistants and brooms, and prints the worst of each. Every other climb begins
 * some changes away from the worst so far. What takes long is told
 * by the compiler's basic blocks that are run, which a busy machine does not change. A benchmark, not a test. */
#include <stdio.h>
#include <stdlib.h>

#include <tatami/rng.h>

#include "games/dojo/dojo_score.h"

enum { TRIES = 30, FAILURES = 250, KICKS = 4 };

static const uint8_t ROW[] = {DOJO_NONE, DOJO_MASTER, DOJO_INCENSE}, COL[] = {DOJO_NONE, DOJO_BELT, DOJO_KIMONO};

static uint64_t n_blocks;

/* The count is compiled so that every basic block calls this (-fsanitize-coverage=trace-pc). */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    n_blocks++;
}

static int below(tm_rng *rng, int n)
{
    return (int)tm_rng_below(rng, (uint32_t)n);
}

static uint64_t cost(const dojo_hall *hall)
{
    n_blocks = 0;
    dojo_count(hall, NULL);
    return n_blocks;
}

static void swap(uint8_t *a, uint8_t *b)
{
    const uint8_t old = *a;
    *a = *b;
    *b = old;
}

/* Some are of few kinds. */
static void deal(tm_rng *rng, int n_assistants, int n_brooms, dojo_hall *out)
{
    const int n_kinds = 6 + below(rng, DOJO_CARDS - 5);
    for (int i = 0; i < DOJO_PLACES; i++) out->card[i] = (uint8_t)(1 + below(rng, n_kinds));
    for (int i = 0; i < DOJO_ROWS; i++) out->row[i] = i < n_assistants ? DOJO_ASSISTANT : ROW[below(rng, 3)];
    for (int i = 0; i < DOJO_COLUMNS; i++) out->col[i] = i < n_brooms ? DOJO_BROOM : COL[below(rng, 3)];
    for (int i = DOJO_ROWS - 1; i > 0; i--) swap(&out->row[i], &out->row[below(rng, i + 1)]);
    for (int i = DOJO_COLUMNS - 1; i > 0; i--) swap(&out->col[i], &out->col[below(rng, i + 1)]);
}

static void change(tm_rng *rng, dojo_hall *hall)
{
    for (int n = 1 + below(rng, 3); n > 0; n--) {
        uint8_t *card = &hall->card[below(rng, DOJO_PLACES)], *other = &hall->card[below(rng, DOJO_PLACES)];
        uint8_t *row = &hall->row[below(rng, DOJO_ROWS)], *col = &hall->col[below(rng, DOJO_COLUMNS)];
        switch (below(rng, 6)) {
        case 0:
        case 1: *card = (uint8_t)(1 + below(rng, DOJO_CARDS)); break;
        case 2: swap(card, other); break;
        case 3: *card = *other; break;
        case 4: *row = *row == DOJO_ASSISTANT ? *row : ROW[below(rng, 3)]; break;
        default: *col = *col == DOJO_BROOM ? *col : COL[below(rng, 3)]; break;
        }
    }
}

/* The worst of some random dojos. */
static uint64_t draw(tm_rng *rng, int n_assistants, int n_brooms, dojo_hall *best)
{
    dojo_hall hall;
    uint64_t most = 0;
    for (int i = 0; i < TRIES; i++) {
        deal(rng, n_assistants, n_brooms, &hall);
        const uint64_t took = cost(&hall);
        if (took <= most) continue;
        most = took;
        *best = hall;
    }
    return most;
}

/* From *best, which takes `most`. */
static uint64_t climb(tm_rng *rng, uint64_t most, dojo_hall *best)
{
    dojo_hall hall;
    for (int failures = 0; failures < FAILURES; failures++) {
        hall = *best;
        change(rng, &hall);
        const uint64_t took = cost(&hall);
        if (took <= most) continue;
        most = took;
        *best = hall;
        failures = 0;
    }
    return most;
}

static void print(const dojo_hall *hall)
{
    char line[256];
    tm_text text;
    tm_text_init(&text, line, sizeof line);
    for (int i = 0; i < DOJO_PLACES; i++) {
        dojo_put_card(&text, hall->card[i]);
        tm_put_char(&text, ' ');
    }
    tm_put_char(&text, '/');
    for (int i = 0; i < DOJO_ROWS + DOJO_COLUMNS; i++) {
        const int trophy = i < DOJO_ROWS ? hall->row[i] : hall->col[i - DOJO_ROWS];
        tm_put_fmt(&text, " %s", trophy ? dojo_trophy_words[trophy] : "-");
    }
    puts(text.at);
}

int main(int argc, char **argv)
{
    const int n_climbs = argc > 1 ? atoi(argv[1]) : 3;
    tm_rng rng;
    tm_rng_init(&rng, argc > 4 ? strtoull(argv[4], NULL, 10) : 1, 0);
    for (int n_assistants = 0; n_assistants <= DOJO_ROWS; n_assistants++)
        for (int n_brooms = 0; n_brooms <= DOJO_COLUMNS; n_brooms++) {
            if (argc > 3 && (n_assistants != atoi(argv[2]) || n_brooms != atoi(argv[3]))) continue;
            dojo_hall hall, worst = {0};
            uint64_t most = 0;
            for (int i = 0; i < n_climbs; i++) {
                uint64_t took;
                if (i % 2) {
                    hall = worst;
                    for (int kick = 0; kick < KICKS; kick++) change(&rng, &hall);
                    took = cost(&hall);
                } else {
                    took = draw(&rng, n_assistants, n_brooms, &hall);
                }
                took = climb(&rng, took, &hall);
                if (took <= most) continue;
                most = took;
                worst = hall;
            }
            printf("%d assistants, %d brooms: %.2f million blocks  ", n_assistants, n_brooms, (double)most / 1e6);
            print(&worst);
            fflush(stdout);
        }
    return 0;
}
