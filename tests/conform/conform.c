/* Runs the harness over every registered game, number of players and kind of setup. Writes TAP: one line a setup and
 * property. */
#include "conform/conform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum { SETUPS = 6, LOOKED_AT = 260, GAMES = 3, BOUND_MAX = 100000000 };

static const struct {
    const char *game;
    fits_fn fits;
} FITS[] = {
#define GAME(id) {#id, fits_##id},
#include "games/registry.h"
#undef GAME
};

static int n_tests, n_failed;

bool trial_fail(trial *t, const char *format, ...)
{
    va_list list;
    if (t->failure[0]) return false;
    va_start(list, format);
    vsnprintf(t->failure, sizeof t->failure, format, list);
    va_end(list);
    return false;
}

void trial_draw(trial *t, const void *state, tm_event *out)
{
    const uint32_t actors = t->game->actors(t->config, state);
    memset(out, 0, sizeof *out);
    if (actors & TM_ACTOR_CHANCE) {
        out->seat = TM_CHANCE;
        t->game->chance(t->config, state, &t->rng, &out->outcome);
        return;
    }
    out->seat = tm_bits_nth(actors, tm_rng_below(&t->rng, (uint32_t)tm_bits_count(actors)));
    const int n = t->game->legal(t->config, state, out->seat, t->legal);
    out->action = t->legal[tm_rng_below(&t->rng, (uint32_t)n)];
}

static void report(trial *t, const char *property)
{
    n_tests++;
    n_failed += t->failure[0] != 0;
    printf("%sok %d - %s: %s\n", t->failure[0] ? "not " : "", n_tests, t->name, property);
    if (t->failure[0]) printf("# %s\n", t->failure);
    fflush(stdout);
    t->failure[0] = 0;
}

/* Plays random games from the start and looks at LOOKED_AT positions of each, spread over long ones. */
static void run_check(trial *t, const char *property, check_fn check)
{
    const tm_game *game = t->game;
    for (int g = 0; g < GAMES && !t->failure[0]; g++) {
        tm_rng_init(&t->rng, 77, (uint64_t)g);
        game->init(t->config, t->state);
        for (uint32_t n = 0, looked = 0; looked < LOOKED_AT && !t->failure[0] && game->actors(t->config, t->state);
             n++) {
            tm_event next;
            trial_draw(t, t->state, &next);
            if (n < LOOKED_AT / 2 || n % 7 == 0) {
                looked++;
                if (!check(t, &next)) {
                    char where[64];
                    snprintf(where, sizeof where, " (game %d, event %u)", g, n + 1);
                    strncat(t->failure, where, sizeof t->failure - strlen(t->failure) - 1);
                }
            }
            tm_assert(tm_event_apply(game, t->config, t->state, &next) == TM_OK);
        }
    }
    report(t, property);
}

static void run_to_the_end(trial *t)
{
    const tm_game *game = t->game;
    const uint32_t bound = game->bound(t->config);
    uint32_t n = 0;
    game->init(t->config, t->state);
    while (!t->failure[0] && game->actors(t->config, t->state)) {
        tm_event next;
        trial_draw(t, t->state, &next);
        if (tm_event_apply(game, t->config, t->state, &next)) trial_fail(t, "a drawn event was refused");
        const int broken = game->check(t->config, t->state);
        if (broken) trial_fail(t, "invariant %d does not hold after event %u", broken, n + 1);
        if (++n > bound) trial_fail(t, "more than %u events", bound);
    }
    if (!t->failure[0]) check_scores(t, NULL);
    if (!t->failure[0]) check_views(t, NULL);
    report(t, "invariants hold to the end, which comes in time");
}

static void run_round_trip(trial *t)
{
    tm_why why;
    tm_table *table, *again;
    tm_record record;
    tm_span line;
    size_t len, len2;
    int status;
    tm_why_init(&why, NULL);
    tm_assert(tm_table_new(&t->setup, &table, &why) == TM_OK);
    for (int n = 0; n < 4000 && tm_table_actors(table); n++) {
        tm_event next;
        trial_draw(t, table->state, &next);
        tm_assert(tm_table_add(table, &next) == TM_OK);
    }
    char *text = tm_record_write(table, NULL, 0, TM_EVERYTHING, &len);
    if (tm_record_open(&record, text, len, &why) || tm_table_new(&record.setup, &again, &why)) {
        trial_fail(t, "cannot read its own record: %s", why.text.at);
    } else {
        while ((status = tm_record_next(&record, again, &line, &why)) == 1) continue;
        if (status || tm_record_check_result(&record, again, &why)) trial_fail(t, "%s", why.text.at);
        if (tm_table_hash(table) != tm_table_hash(again)) trial_fail(t, "the replayed state is another");
        char *text2 = tm_record_write(again, NULL, 0, TM_EVERYTHING, &len2);
        if (len != len2 || memcmp(text, text2, len) != 0) trial_fail(t, "the record of the replay is another");
        free(text2);
        tm_table_free(again);
    }
    free(text);
    tm_table_free(table);
    report(t, "a record replays to the same state and the same record");
}

static void open_trial(trial *t)
{
    const tm_game *game = t->game;
    tm_why why;
    tm_why_init(&why, NULL);
    void **const rooms[] = {&t->state, &t->before, &t->other, &t->world};
    for (int i = 0; i < 4; i++) *rooms[i] = calloc(1, game->state_size);
    t->view = calloc(1, game->view_size);
    t->view2 = calloc(1, game->view_size);
    t->config = calloc(1, game->config_size);
    if (game->think && game->think->memory) t->memory = calloc(1, game->think->memory);
    t->legal = calloc(game->max_legal, sizeof *t->legal);
    t->legal2 = calloc(game->max_legal, sizeof *t->legal2);
    if (game->configure(t->config, t->setup.n_seats, t->setup.values, NULL, &why)) trial_fail(t, "%s", why.text.at);
    if (game->bound(t->config) > BOUND_MAX) trial_fail(t, "a bound of %u events is no bound", game->bound(t->config));
    for (int i = 0; i < game->n_options; i++) {
        const tm_option *option = &game->options[i];
        if (!option->title || !option->help || !option->words != !option->labels)
            trial_fail(t, "option %s has no title or no help, or words without labels", option->name);
    }
    t->schema = schema_read(game->id);
    if (!t->schema) trial_fail(t, "the views of %s have no schema, or one that cannot be read", game->id);
    tm_rng_init(&t->rng, 5, 0);
}

static void close_trial(trial *t)
{
    void *const rooms[] = {t->state, t->before, t->other, t->world,  t->view,
                           t->view2, t->config, t->legal, t->legal2, t->memory};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) free(rooms[i]);
    cJSON_Delete(t->schema);
}

/* Setup 0 has the defaults, 1 the least and 2 the most of everything, the others something in between. */
static void vary(tm_setup *setup, int k, char *name, size_t size)
{
    tm_rng rng;
    size_t len = (size_t)snprintf(name, size, "%s %d", setup->game->id, setup->n_seats);
    tm_rng_init(&rng, (uint64_t)k, 9);
    for (int i = 0; i < setup->game->n_options; i++) {
        const tm_option *option = &setup->game->options[i];
        const tm_range *r = tm_option_range(option, setup->n_seats);
        const int32_t between = r->min + (int32_t)tm_rng_below(&rng, (uint32_t)(r->max - r->min + 1));
        if (k > 0) setup->values[i] = k == 1 ? r->min : k == 2 ? r->max : between;
        char room[64];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        tm_setup_write_option(setup, i, &text);
        if (k > 0 && len < size) len += (size_t)snprintf(name + len, size - len, " %s", room);
    }
}

static void run_setup(const tm_game *game, int n_seats, int k, fits_fn fits, int *n_small)
{
    static const struct {
        const char *property;
        check_fn check;
    } CHECKS[] = {
        {"legal lists are ascending, unique, complete and applicable", check_legal_lists},
        {"what is illegal or out of turn is refused and changes nothing", check_refusals},
        {"clones go the same way", check_clones},
        {"the order of simultaneous decisions does not matter", check_order},
        {"notation reads back", check_notation},
        {"winners are named at the end only", check_scores},
        {"views as JSON are what their schema says", check_views},
        {"views, choices and events are told in words", check_words},
        {"a world that fits a view looks the same and allows the same", check_information},
        {"what is seen of an event tells no secret", check_seeing},
        {"worlds are spread evenly over all that fit", check_spread},
        {"learners see the view and can spell every legal action, and no other", check_learners},
        {"what the rules of thumb remember changes nothing that they say", check_memory},
    };
    trial t = {.game = game, .fits = fits};
    tm_why why;
    tm_why_init(&why, NULL);
    tm_assert(tm_setup_init(&t.setup, game, n_seats, &why) == TM_OK);
    vary(&t.setup, k, t.name, sizeof t.name);
    open_trial(&t);
    for (size_t i = 0; i < sizeof CHECKS / sizeof *CHECKS && !t.failure[0]; i++)
        run_check(&t, CHECKS[i].property, CHECKS[i].check);
    run_to_the_end(&t);
    run_round_trip(&t);
    *n_small += t.n_small;
    close_trial(&t);
}

static void run_game(const tm_game *game)
{
    fits_fn fits = NULL;
    int n_small = 0;
    for (size_t i = 0; i < sizeof FITS / sizeof *FITS; i++)
        if (strcmp(FITS[i].game, game->id) == 0) fits = FITS[i].fits;
    for (int n = game->min_seats; n <= game->max_seats; n++)
        for (int k = 0; k < (game->n_options ? SETUPS : 1); k++) run_setup(game, n, k, fits, &n_small);
    n_tests++;
    n_failed += n_small == 0;
    printf("%sok %d - %s: worlds were counted at %d small positions\n", n_small ? "" : "not ", n_tests, game->id,
           n_small);
}

/* Names of games as arguments: only those. */
int main(int argc, char **argv)
{
    for (int i = 0; i < tm_n_games; i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++) wanted |= strcmp(argv[a], tm_games[i]->id) == 0;
        if (wanted) run_game(tm_games[i]);
    }
    printf("1..%d\n", n_tests);
    return n_failed != 0;
}
