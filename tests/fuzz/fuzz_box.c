/* Any bytes as a box file: refused with a reason, or a box that can be played. */
#include <string.h>

#include <tatami/table.h>
#include <tatami/workshop.h>

#include "base/bits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A legal choice each time; bots would open their nets first, which took most of the time. */
static void play(tm_table *table, int n_steps, tm_rng *rng)
{
    const tm_action *legal;
    for (uint32_t actors; n_steps > 0 && (actors = tm_table_actors(table)); n_steps--) {
        if (actors & TM_ACTOR_CHANCE) {
            tm_assert(tm_table_draw(table, rng) == TM_OK);
            continue;
        }
        const int seat = tm_bits_first(actors), n = tm_table_legal(table, seat, &legal);
        tm_assert(tm_table_act(table, seat, legal[tm_rng_below(rng, (uint32_t)n)]) == TM_OK);
    }
}

static void play_with(const tm_box *box)
{
    tm_why why;
    tm_setup setup;
    tm_table *table;
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    tm_why_init(&why, NULL);
    for (int n = box->game->min_seats; n <= box->game->max_seats; n++) {
        tm_assert(tm_setup_init(&setup, box->game, n, &why) == TM_OK);
        tm_assert(tm_setup_box(&setup, box, &why) == TM_OK);
        if (tm_table_new(&setup, &table, &why)) { /* too small for so many players: then it says so */
            tm_assert(why.text.len);
            tm_why_init(&why, NULL);
            continue;
        }
        play(table, 300, &rng);
        tm_table_free(table);
    }
}

static void hear(void *context, uint32_t line, const char *reason)
{
    (void)line;
    tm_assert(*reason && !strchr(reason, '\n'));
    ++*(int *)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tm_why why;
    tm_box *box = NULL;
    tm_why_init(&why, NULL);
    const int status = tm_box_read((const char *)data, size, &box, &why);
    tm_assert((status != 0) == (why.text.len != 0) && (status == 0) == (box != NULL));
    tm_assert(!memchr(why.text.at, '\n', why.text.len));
    int heard = 0; /* whoever edits a box is told of a flaw exactly when it cannot be played with */
    const int n_flaws = tm_box_flaws((const char *)data, size, NULL, hear, &heard);
    tm_assert(n_flaws == heard && n_flaws <= TM_FLAWS_MAX && (n_flaws == 0) == (status == 0));
    if (box) play_with(box);
    tm_box_free(box);
    return 0;
}
