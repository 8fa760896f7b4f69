/* Who knows what, whatever the game. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "conform/conform.h"
#include "conform/spread.h"

/* Viewers: every seat and a spectator. */
static int viewer_of(const trial *t, int k)
{
    return k < t->setup.n_seats ? k : TM_SPECTATOR;
}

/* A world that fits what the viewer knows looks the same to it, is sound, and allows the same. */
static bool fits_view(trial *t, int viewer)
{
    const tm_game *game = t->game;
    game->view(t->config, t->world, viewer, t->view2);
    if (memcmp(t->view, t->view2, game->view_size) != 0)
        return trial_fail(t, "viewer %d: a world looks different", viewer);
    const int broken = game->check(t->config, t->world);
    if (broken) return trial_fail(t, "viewer %d: a world breaks invariant %d", viewer, broken);
    if (game->actors(t->config, t->world) != game->actors(t->config, t->state))
        return trial_fail(t, "viewer %d: who decides tells a secret", viewer);
    if (viewer < 0) return true;
    const int n = game->legal(t->config, t->state, viewer, t->legal);
    const int n2 = game->legal(t->config, t->world, viewer, t->legal2);
    if (n != n2 || memcmp(t->legal, t->legal2, (size_t)n * sizeof *t->legal) != 0)
        return trial_fail(t, "viewer %d: what is legal tells a secret", viewer);
    return true;
}

bool check_information(trial *t, const tm_event *next)
{
    (void)next;
    for (int k = 0; k <= t->setup.n_seats; k++) {
        const int viewer = viewer_of(t, k);
        memset(t->view, 0xa5, t->game->view_size);
        t->game->view(t->config, t->state, viewer, t->view);
        memset(t->view2, 0x5a, t->game->view_size);
        t->game->view(t->config, t->state, viewer, t->view2);
        if (memcmp(t->view, t->view2, t->game->view_size) != 0) return trial_fail(t, "a view has bytes left unset");
        for (int i = 0; i < 3; i++) {
            memset(t->world, i ? 0x5a : 0xa5, t->game->state_size);
            t->game->world(t->config, t->view, &t->rng, t->world);
            if (!fits_view(t, viewer)) return false;
        }
    }
    return true;
}

/* The same event, in the true state and in a world that the viewer cannot tell from it, is seen in the same way; and if
 * the game says that the viewer learns nothing by it, then nothing in the viewer's next view tells the two apart. */
static bool same_to(trial *t, const tm_event *next, int viewer)
{
    tm_event seen, seen2;
    const tm_game *game = t->game;
    const bool learns = next->seat == TM_CHANCE || viewer < 0 ||
                        (game->reveals(t->config, t->state, next->seat, next->action) >> viewer & 1);
    memcpy(t->other, t->world, game->state_size);
    memcpy(t->before, t->state, game->state_size);
    if (tm_event_apply(game, t->config, t->before, next)) return trial_fail(t, "a drawn event was refused");
    if (tm_event_apply(game, t->config, t->other, next))
        return learns ? true : trial_fail(t, "viewer %d learns of a hidden thing by an event", viewer);
    game->see(t->config, t->state, next, viewer, &seen);
    game->see(t->config, t->world, next, viewer, &seen2);
    if (memcmp(&seen, &seen2, sizeof seen) != 0) return trial_fail(t, "viewer %d: what is seen tells a secret", viewer);
    if (learns) return true;
    game->view(t->config, t->before, viewer, t->view);
    game->view(t->config, t->other, viewer, t->view2);
    if (memcmp(t->view, t->view2, game->view_size) != 0)
        return trial_fail(t, "viewer %d sees something hidden, but `reveals` does not say so", viewer);
    return true;
}

/* What is seen of chance, or of one of several decisions taken at once, tells no more than the view after it: another event
 * in its place that leaves the viewer with the same view looks the same. (A decision that is taken alone is open to all,
 * also when it makes no difference.) */
static bool tells_no_more(trial *t, const tm_event *next, int viewer)
{
    const tm_game *game = t->game;
    tm_event other = *next, seen, seen2;
    if (next->seat != TM_CHANCE && tm_bits_count(game->actors(t->config, t->state)) < 2) return true;
    memcpy(t->before, t->state, game->state_size);
    tm_event_apply(game, t->config, t->before, next);
    game->view(t->config, t->before, viewer, t->view);
    game->see(t->config, t->state, next, viewer, &seen);
    const int n = next->seat == TM_CHANCE ? 8 : game->legal(t->config, t->state, next->seat, t->legal);
    for (int i = 0; i < n && viewer != next->seat; i++) {
        if (next->seat == TM_CHANCE)
            game->chance(t->config, t->state, &t->rng, &other.outcome);
        else
            other.action = t->legal[i];
        memcpy(t->other, t->state, game->state_size);
        tm_event_apply(game, t->config, t->other, &other);
        game->view(t->config, t->other, viewer, t->view2);
        if (memcmp(t->view, t->view2, game->view_size) != 0) continue;
        game->see(t->config, t->state, &other, viewer, &seen2);
        if (memcmp(&seen, &seen2, sizeof seen) != 0)
            return trial_fail(t, "viewer %d sees more of an event than its view tells", viewer);
    }
    return true;
}

bool check_seeing(trial *t, const tm_event *next)
{
    tm_event seen;
    if (next->seat != TM_CHANCE) {
        t->game->see(t->config, t->state, next, next->seat, &seen);
        if (memcmp(&seen, next, sizeof seen) != 0) return trial_fail(t, "a seat does not see its own decision");
    }
    for (int k = 0; k <= t->setup.n_seats; k++) {
        t->game->view(t->config, t->state, viewer_of(t, k), t->view);
        t->game->world(t->config, t->view, &t->rng, t->world);
        if (!same_to(t, next, viewer_of(t, k))) return false;
        if (!tells_no_more(t, next, viewer_of(t, k))) return false;
    }
    return true;
}

enum { SMALL_MAX = 80, DRAWS_EACH = 200, POSITIONS_MAX = 12 };

typedef struct census {
    const trial *trial;
    int n;
    bool too_many;
    uint8_t *states;
    uint32_t weights[SMALL_MAX], counts[SMALL_MAX];
} census;

static int find(const census *c, const void *state)
{
    const size_t size = c->trial->game->state_size;
    for (int i = 0; i < c->n; i++)
        if (memcmp(c->states + (size_t)i * size, state, size) == 0) return i;
    return -1;
}

static void note(void *context, const void *state)
{
    census *c = context;
    const size_t size = c->trial->game->state_size;
    const int found = find(c, state);
    if (found >= 0) {
        c->weights[found]++;
        return;
    }
    if (c->n == SMALL_MAX) {
        c->too_many = true;
        return;
    }
    c->weights[c->n] = 1;
    memcpy(c->states + (size_t)c->n++ * size, state, size);
}

static bool count_worlds(trial *t, census *c, int viewer)
{
    for (int i = 0; i < c->n * DRAWS_EACH; i++) {
        t->game->world(t->config, t->view, &t->rng, t->world);
        const int found = find(c, t->world);
        if (found < 0) return trial_fail(t, "viewer %d: a world that does not fit", viewer);
        c->counts[found]++;
    }
    /* Seeds are fixed, so the verdict is always the same. */
    if (spread_chance(c->counts, c->weights, c->n) < SPREAD_DOUBT)
        return trial_fail(t, "viewer %d: %d worlds are not drawn evenly", viewer, c->n);
    t->n_small++;
    return true;
}

bool check_spread(trial *t, const tm_event *next)
{
    (void)next;
    if (t->n_small >= POSITIONS_MAX) return true;
    bool fine = true;
    census c = {.trial = t, .states = malloc(SMALL_MAX * (size_t)t->game->state_size)};
    for (int k = 0; k <= t->setup.n_seats && fine; k++) {
        const int viewer = viewer_of(t, k);
        c.n = 0;
        c.too_many = false;
        memset(c.counts, 0, sizeof c.counts);
        t->game->view(t->config, t->state, viewer, t->view);
        if (t->fits(t->config, t->state, viewer, note, &c) || c.too_many) continue;
        if (find(&c, t->state) < 0) fine = trial_fail(t, "the list of worlds lacks the true one");
        if (c.n < 2) continue;
        fine = fine && count_worlds(t, &c, viewer);
    }
    free(c.states);
    return fine;
}

/* Every choice of a seat that decides has words for people, on one line. t->view is the seat's. */
static bool check_descriptions(trial *t, int seat, const tm_say *say)
{
    const int n = t->game->legal(t->config, t->state, seat, t->legal);
    for (int i = 0; i < n; i++) {
        char room[TM_DESCRIPTION];
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        t->game->describe(t->config, t->view, t->legal[i], say, &text);
        bool plain = text.len > 0 && !text.cut;
        for (uint32_t k = 0; k < text.len; k++) plain = plain && (uint8_t)room[k] >= 0x20;
        if (!plain) return trial_fail(t, "action %u in words: \"%.80s\"", t->legal[i], room);
        const char *question = t->game->caution ? t->game->caution(t->config, t->view, t->legal[i]) : NULL;
        if (question && (!*question || question[strlen(question) - 1] != '?'))
            return trial_fail(t, "action %u is asked about with \"%.80s\"", t->legal[i], question);
    }
    return true;
}

/* JSON, the table in words, and events in words: never cut, brackets in balance. */
bool check_views(trial *t, const tm_event *next)
{
    (void)next;
    static char room[1 << 16];
    char where[300];
    tm_text text;
    for (int k = 0; k <= t->setup.n_seats; k++) {
        const int viewer = viewer_of(t, k);
        t->game->view(t->config, t->state, viewer, t->view);
        tm_text_init(&text, room, sizeof room);
        t->game->write_view(t->config, t->view, &text);
        cJSON *json = cJSON_ParseWithOpts(room, NULL, true);
        const bool fits = json && schema_fits(t->schema, json, where, sizeof where);
        cJSON_Delete(json);
        if (!json || text.cut || strchr(room, '\n')) return trial_fail(t, "broken JSON: %.80s", room);
        if (!fits) return trial_fail(t, "seat %d: %s", viewer, where);
    }
    return true;
}

bool check_words(trial *t, const tm_event *next)
{
    static const tm_say say = {.names = {"Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"}};
    static char room[1 << 16];
    tm_text text;
    tm_event seen;
    for (int k = 0; k <= t->setup.n_seats; k++) {
        const int viewer = viewer_of(t, k);
        t->game->view(t->config, t->state, viewer, t->view);
        tm_text_init(&text, room, sizeof room);
        t->game->show(t->config, t->view, &say, &text);
        if (text.cut || text.len == 0 || room[text.len - 1] != '\n') return trial_fail(t, "broken table");
        if (viewer >= 0 && t->game->actors(t->config, t->state) >> viewer & 1 &&
            !(t->game->actors(t->config, t->state) & TM_ACTOR_CHANCE) && !check_descriptions(t, viewer, &say))
            return false;
        memcpy(t->other, t->state, t->game->state_size);
        tm_event_apply(t->game, t->config, t->other, next);
        t->game->view(t->config, t->other, viewer, t->view2);
        t->game->see(t->config, t->state, next, viewer, &seen);
        tm_text_init(&text, room, sizeof room);
        t->game->tell(t->config, t->view, &seen, t->view2, &say, &text);
        if (text.cut || (text.len && room[text.len - 1] != '\n')) return trial_fail(t, "broken words: %.80s", room);
        tm_text_init(&text, room, sizeof room);
        if (t->game->notice) t->game->notice(t->config, t->view, &seen, t->view2, &say, &text);
        if (text.cut || memchr(room, '\n', text.len)) return trial_fail(t, "broken notice: %.80s", room);
    }
    return true;
}
