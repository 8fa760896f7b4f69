/* Why a bot would rather do one thing than another, in words. Everything said here was counted in the simulated games: how they
 * ended for everybody, with how many points, and what the next player did. */
#include <tatami/search.h>

#include <stdlib.h>
#include <string.h>

#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/outlook.h"

enum {
    STAGED_MAX = 64,   /* worlds tried to find one in which the usual reply is possible */
    CHANCES_MAX = 64,  /* outcomes between our action and the reply */
    WORTH_SAYING = 50, /* hundredths of a point */
    FEW = 20,          /* simulated games; of fewer we say nothing about points and replies */
    WORDS_MAX = 4096,  /* bytes of what a game tells of an event */
    REPLY_PART = 4,    /* a reply is usual if it came in one of this many games */
};

/* The own side's chance as games and network together have it; the others share the rest as they shared the simulated games. */
static void trust(tm_outlook *o, int seat, uint32_t chance)
{
    const uint32_t own = o->sides[seat], left = TM_SURE - o->shares[seat], rest = TM_SURE - chance;
    uint32_t n_others = 0; /* sides */
    for (int i = 0; i < o->n_seats; i++) n_others += !(own >> i & 1) && !(o->sides[i] & ((1u << i) - 1));
    for (int i = 0; i < o->n_seats; i++) {
        if (own >> i & 1)
            o->shares[i] = chance;
        else if (left)
            o->shares[i] = (uint32_t)((uint64_t)o->shares[i] * rest / left);
        else /* they never won */
            o->shares[i] = n_others ? rest / n_others : 0;
    }
}

static double power_of(double share, int quarters)
{
    const double root = __builtin_sqrt(__builtin_sqrt(share));
    double result = 1;
    while (quarters-- > 0) result *= root;
    return result;
}

/* Simulated games are not read as they are, if the game says so (tm_think). All sides still share the whole win. */
static void read_shares(tm_outlook *o, const tm_game *game, int seat)
{
    const tm_reading *all = game->think ? game->think->readings : NULL;
    double parts[TM_MAX_SEATS], sum = 0;
    if (!all) return;
    const tm_reading *reading = &all[o->n_seats - game->min_seats];
    for (int i = 0; i < o->n_seats; i++) {
        parts[i] = power_of((double)o->shares[i] / TM_SURE, reading->power);
        if (o->sides[seat] >> i & 1) parts[i] *= reading->own / 64.0;
        if (!(o->sides[i] & ((1u << i) - 1))) sum += parts[i]; /* a side counts once */
    }
    for (int i = 0; sum > 0 && i < o->n_seats; i++) o->shares[i] = (uint32_t)(parts[i] / sum * TM_SURE);
}

int tm_explain(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *results,
               tm_outlook *out, int n_out)
{
    outlooks watch;
    const tm_search_limits own = tm_expert_limits(q->game);
    tm_advice advice;
    tm_take_advice(q, TM_ADVISED, &advice);
    outlooks_init(&watch, q);
    int status = watch.failed
                     ? TM_ESPACE
                     : outlooks_search(q, limits ? limits : &own, rng, results, &watch, advice.n ? &advice : NULL);
    if (watch.failed) status = TM_ESPACE;
    if (status >= 0) {
        tm_best_first(results, q->n_legal);
        for (int i = 0; i < q->n_legal && (i < n_out || results[i].visits); i++) {
            tm_outlook one;
            outlooks_give(&watch, results[i].action, &one);
            if (advice.n && one.n) trust(&one, q->seat, results[i].chance);
            if (one.n) read_shares(&one, q->game, q->seat);
            results[i].chance = one.shares[q->seat];
            if (i < n_out) out[i] = one;
        }
    }
    outlooks_free(&watch);
    return status < 0 ? status : TM_OK;
}

static int percent(uint32_t share)
{
    return (int)((share * 200u / TM_SURE + 1) / 2);
}

/* A choice as a person would call it; in the notation where the game has no words for it. */
static void put_choice(const tm_question *q, tm_action action, const tm_say *say, tm_text *out)
{
    const uint32_t before = out->len;
    q->game->describe(q->config, q->view, action, say, out);
    if (out->len == before) q->game->write_action(q->config, action, out);
}

/* Partners are named together; seats that never win are not partners because of that. */
static void put_wins(const tm_outlook *o, const tm_say *say, tm_text *out)
{
    char room[512];
    tm_text list;
    tm_text_init(&list, room, sizeof room);
    for (int i = 0; i < o->n_seats; i++) {
        const uint32_t side = o->shares[i] ? o->sides[i] : 1u << i;
        if (side & ((1u << i) - 1)) continue;
        if (i) tm_put_str(&list, ", ");
        for (int k = i; k < o->n_seats; k++)
            if (side >> k & 1) tm_put_fmt(&list, "%s%s", k > i ? " + " : "", say->names[k] ? say->names[k] : "");
        tm_put_fmt(&list, " %d %%", percent(o->shares[i]));
    }
    tm_put_fmt(out, tm_tr(say, "Chances of winning, 100 %% in all: %s."), room);
}

static void put_other(const tm_question *q, const tm_outlook *other, bool is_best, const tm_say *say, tm_text *out)
{
    char room[TM_DESCRIPTION];
    tm_text choice;
    tm_text_init(&choice, room, sizeof room);
    put_choice(q, other->action, say, &choice);
    tm_put_char(out, ' ');
    tm_put_fmt(out,
               is_best ? tm_tr(say, "With the best choice, “%1$s”, yours would be %2$d %%.")
                       : tm_tr(say, "With “%1$s” yours would be %2$d %%."),
               room, percent(other->shares[q->seat]));
}

/* Who would have how many points more, or fewer, than with the other choice. */
static void put_points(const tm_outlook *o, const tm_outlook *other, const tm_say *say, tm_text *out)
{
    char room[512];
    tm_text list;
    tm_text_init(&list, room, sizeof room);
    for (int i = 0; i < o->n_seats; i++) {
        const int32_t more = o->points[i] - other->points[i];
        if (more < WORTH_SAYING && more > -WORTH_SAYING) continue;
        const int32_t whole = ((more < 0 ? -more : more) + 50) / 100;
        tm_put_fmt(&list, "%s%s %s%d", list.len ? ", " : "", say->names[i] ? say->names[i] : "", more < 0 ? "−" : "+",
                   (int)whole);
    }
    if (!list.len) return;
    tm_put_char(out, ' ');
    tm_put_fmt(out, tm_tr(say, "Points compared with that, on average: %s."), room);
}

/* Plays the action and then the reply in a world that fits what the seat knows; false if the reply is not possible in it. */
static bool stage(const tm_question *q, const tm_outlook *o, const tm_say *say, tm_rng *rng, void *world, void *before,
                  void *after, tm_action *legal, tm_text *out)
{
    const tm_game *game = q->game;
    const int seat = o->reply.seat;
    tm_event seen, event = {.seat = seat, .action = o->reply.action};
    uint32_t actors;
    bool possible = false;
    game->world(q->config, q->view, rng, world);
    if (game->apply(q->config, world, q->seat, o->action)) return false;
    for (int i = 0; (actors = game->actors(q->config, world)) & TM_ACTOR_CHANCE; i++) {
        tm_outcome outcome;
        if (i == CHANCES_MAX) return false;
        memset(&outcome, 0, sizeof outcome);
        game->chance(q->config, world, rng, &outcome);
        if (game->settle(q->config, world, &outcome)) return false;
    }
    if (!(actors >> seat & 1)) return false;
    const int n = game->legal(q->config, world, seat, legal);
    for (int i = 0; i < n && !possible; i++) possible = legal[i] == event.action;
    if (!possible) return false;
    game->see(q->config, world, &event, q->seat, &seen);
    if (memcmp(&seen, &o->reply, sizeof seen) != 0) return false;
    game->view(q->config, world, q->seat, before);
    if (game->apply(q->config, world, seat, event.action)) return false;
    game->view(q->config, world, q->seat, after);
    game->tell(q->config, before, &seen, after, say, out);
    return true;
}

static void put_reply(const tm_question *q, const tm_outlook *o, const tm_say *say, tm_rng *rng, tm_text *out)
{
    char room[WORDS_MAX];
    tm_text words;
    void *world = malloc(q->game->state_size), *before = malloc(q->game->view_size),
         *after = malloc(q->game->view_size);
    tm_action *legal = malloc(q->game->max_legal * sizeof *legal);
    bool staged = false;
    for (int i = 0; world && before && after && legal && i < STAGED_MAX && !staged; i++) {
        tm_text_init(&words, room, sizeof room);
        staged = stage(q, o, say, rng, world, before, after, legal, &words);
    }
    free(world);
    free(before);
    free(after);
    free(legal);
    char *end = staged ? strchr(room, '\n') : NULL; /* what follows from it would be about this one world */
    if (end) *end = 0;
    if (!staged || !*room) return;
    tm_put_char(out, ' ');
    tm_put_fmt(out, tm_tr(say, "The usual answer: %s."), room);
}

void tm_explain_write(const tm_question *q, const tm_outlook *all, int n, int which, const tm_say *say, tm_rng *rng,
                      tm_text *out)
{
    const tm_outlook *o = &all[which], *other = &all[which ? 0 : 1];
    if (!o->n) return;
    put_wins(o, say, out);
    if (n > 1 && other->n) {
        put_other(q, other, which > 0, say, out);
        if (o->n >= FEW && other->n >= FEW) put_points(o, other, say, out);
    }
    if (o->n >= FEW && o->n_reply * REPLY_PART >= o->n) put_reply(q, o, say, rng, out);
}
