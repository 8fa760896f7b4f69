/* Information-set Monte-Carlo tree search with one tree, as the searching seat would see the game go on.
 *
 * A node stands for what the searching seat has seen since the search began. Every seat that decides there has its
 * own statistics over actions (arms); which of them are legal differs from world to world, so an arm counts how
 * often it could have been chosen (Cowling, Powley and Whitehouse 2012). A child is identified by the event *as the
 * searching seat sees it*: two events that look the same to it lead to the same node, so no plan can depend on
 * secrets. Seats that decide at the same time all choose by their arms at the node where that moment began, so none
 * of them knows what the others chose.
 *
 * The first arm of a seat at a node is the game's rule of thumb, and it is favoured for a while: other actions must
 * prove to be better. Long lists are widened slowly, best first if the game orders its actions (tm_think).
 *
 * The searching seat has the same cards in all worlds of the tree, so the other seats would learn to respond to
 * cards they cannot see. They explore more, which keeps them from learning too well. In a long search they still do,
 * or play at random where what they know is hidden; so if the rules of thumb predict them well (tm_think), a long
 * search gives them no arms at all. And it rejects more of the worlds in which their past decisions would be odd.
 *
 * With a network that judges positions, it can say which action to try next, and what it thinks of the end of a path counts as much as
 * the game that is played out from there (leaf.h).
 *
 * With a network's advice (advice.h), the advised actions are compared (compare.h). Below them the tree grows as ever.
 *
 * Numbers are doubles without fused operations (see meson.build), and we have our own logarithm, so that with a
 * fixed number of iterations every target gives the same result. */
#include <tatami/search.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/compare.h"
#include "bots/judge.h"
#include "bots/leaf.h"
#include "bots/outlook.h"
#include "bots/policy.h"

enum {
    ROOT = 1,            /* the first node */
    PLAYOUT_MAX = 4000,  /* events in one playout; then the position is judged as it is */
    DEPTH_MAX = 512,     /* arms on the way down */
    WIDE = 12,           /* maximum arms of a node */
    NODES_MAX = 1 << 20, /* nodes of a tree; after that it only refines what it has */
    LIST = 16,           /* listing this many actions costs as much as one event */
    ASK_STOP = 64,       /* iterations between two checks of the clock */
    FIRST_ADVISED = 1,   /* the arm of the first advised action; those of the others follow */
    MORE = 40,           /* games that a network's opinion counts as */
};

static const double EXPLORE_OWN = 0.3, EXPLORE_OTHERS = 0.9, EXPLORE_JUDGED = 0.15, FAVOUR = 2;

typedef struct arm {
    tm_action action;
    uint32_t next; /* sorted by seat, then by action; 0: none */
    uint32_t visits, offers;
    int32_t told; /* what the network thought of it, out of TM_SURE */
    int8_t seat;
    bool favoured;
    double sum;
} arm;

typedef struct node {
    uint32_t arms, children; /* first of each, 0: none */
    uint32_t visits;
} node;

typedef struct child {
    uint64_t key;
    uint32_t node, next;
} child;

typedef struct search {
    const tm_game *game;
    const void *config;
    int seat;
    tm_rng *rng, *dice; /* for choices, and for chance: the same one unless actions are compared */
    uint32_t first;     /* the arm that must be tried now at the root; 0: any */
    bool doubt;         /* some worlds are rejected (tm_think) */
    bool foretell;      /* the others have no arms and follow the rules of thumb */
    bool to_the_end;    /* positions are judged only when the game is over */
    bool well;          /* with rules of thumb that are closer to good play (tm_think) */
    bool judged_well;   /* and with better judgement of where they stop */
    void *world, *root;
    void *memory; /* of the rules of thumb (tm_think); NULL: none */
    tm_action *legal;
    uint16_t *weights;
    node *nodes;
    arm *arms;
    child *children;
    uint32_t n_nodes, n_arms, n_children, capacity; /* the same for all three arrays; entry 0 is unused */
    uint32_t path[DEPTH_MAX];                       /* arms */
    int depth;
    uint64_t events; /* imagined so far */
    outlooks *watch; /* NULL: nobody asks why */
    tm_leaf *leaf;   /* NULL: no network is asked on the way */
    bool over;       /* where the present path ended, the game did */
    int32_t chance;  /* of the searching seat at the end of the last game */
} search;

/* ln x for x >= 1, to about 1e-4: exponent and a rational approximation of the rest. */
static double logarithm(uint32_t x)
{
    const int exponent = 31 - __builtin_clz(x);
    const double m = (double)x / (double)(1u << exponent); /* 1 … 2 */
    const double t = (m - 1) / (m + 1);
    return 0.6931471805599453 * exponent + 2 * t * (1 + t * t * (1.0 / 3 + t * t * (0.2 + t * t / 7)));
}

static uint32_t new_node(search *s)
{
    memset(&s->nodes[s->n_nodes], 0, sizeof(node));
    return s->n_nodes++;
}

static bool is_full(const search *s)
{
    return s->n_nodes + 2 >= s->capacity || s->n_arms + 2 >= s->capacity || s->n_children + 2 >= s->capacity;
}

/* How many different actions may be tried at a node after this many visits. If the game orders its actions, the best
 * come first and the others must wait longer. */
static uint32_t width(const search *s, const node *n, int n_legal)
{
    const bool ordered = s->leaf || (s->game->think && s->game->think->order);
    if (!ordered && n_legal <= WIDE) return (uint32_t)n_legal;
    return (ordered ? 1 : WIDE) + (uint32_t)(__builtin_sqrt((double)n->visits));
}

static bool comes_before(const arm *a, int seat, tm_action action)
{
    return a->seat < seat || (a->seat == seat && a->action < action); /* NOLINT: arms below n_arms are set */
}

static bool is_arm(const arm *a, int seat, tm_action action)
{
    return a->seat == seat && a->action == action;
}

/* The upper confidence bound of an arm. */
static double bound_of(const search *s, const arm *a)
{
    const double explore = s->leaf ? EXPLORE_JUDGED : a->seat == s->seat ? EXPLORE_OWN : EXPLORE_OTHERS;
    const double bound = a->sum / a->visits + explore * __builtin_sqrt(logarithm(a->offers) / a->visits);
    return a->favoured && !s->leaf ? bound + FAVOUR / (a->visits + 1) : bound;
}

/* The index of what the game's rule of thumb chooses, or of a random action. */
static int pick_quickly(search *s, int seat, int n)
{
    const tm_think *think = s->game->think;
    if (n == 1) return 0;
    if (s->well) return think->choose_well(s->config, s->world, seat, s->legal, n, s->rng, s->memory);
    if (think && think->choose) return think->choose(s->config, s->world, seat, s->legal, n, s->rng, s->memory);
    return (int)tm_rng_below(s->rng, (uint32_t)n);
}

/* The most promising action that the node has not tried; `first`: it has tried none yet. */
static tm_action pick_new(search *s, int seat, int n, bool first)
{
    const tm_think *think = s->game->think;
    if (n == 1) return s->legal[0];
    if (s->leaf) return tm_leaf_pick(s->leaf, s->world, seat, s->legal, n);
    if (first && think && think->choose) return s->legal[pick_quickly(s, seat, n)];
    uint32_t pick = tm_rng_below(s->rng, (uint32_t)n);
    if (think && think->order) {
        think->order(s->config, s->world, seat, s->legal, n, s->weights);
        for (int i = 0; i < n; i++)
            if (s->weights[i] > s->weights[pick]) pick = (uint32_t)i;
    }
    return s->legal[pick];
}

/* Merges the legal list with the node's arms, both ascending. Returns the best known arm by its upper confidence
 * bound, and an untried action if the node may be widened; 0 and TM_HIDDEN_ACTION if there is none. */
static void look(search *s, node *n, int seat, int n_legal, uint32_t *out_arm, tm_action *out_new)
{
    uint32_t known = 0, best = 0, at = n->arms;
    double best_bound = -1;
    int n_new = 0;
    for (int i = 0; i < n_legal; i++) {
        /* NOLINTNEXTLINE: arms below n_arms are set */
        while (at && comes_before(&s->arms[at], seat, s->legal[i])) at = s->arms[at].next;
        if (!at || !is_arm(&s->arms[at], seat, s->legal[i])) {
            s->legal[n_new++] = s->legal[i]; /* we own the list: move the new actions to its front */
            continue;
        }
        arm *a = &s->arms[at];
        a->offers++; /* NOLINT: arms below n_arms are set */
        known++;
        const double bound = bound_of(s, a);
        if (bound > best_bound) {
            best_bound = bound;
            best = at;
        }
    }
    *out_arm = best;
    *out_new = TM_HIDDEN_ACTION;
    if (n_new && (!best || known < width(s, n, n_legal))) *out_new = pick_new(s, seat, n_new, !best);
}

static uint32_t add_arm(search *s, node *n, int seat, tm_action action, bool favoured)
{
    uint32_t *link = &n->arms;
    while (*link && comes_before(&s->arms[*link], seat, action)) link = &s->arms[*link].next;
    const uint32_t at = s->n_arms++;
    s->arms[at] = (arm){.action = action, .seat = (int8_t)seat, .next = *link, .offers = 1, .favoured = favoured};
    *link = at;
    return at;
}

static uint32_t find_child(search *s, uint32_t parent, uint64_t key)
{
    for (uint32_t at = s->nodes[parent].children; at; at = s->children[at].next)
        if (s->children[at].key == key) return s->children[at].node; /* NOLINT: children below n_children are set */
    if (is_full(s)) return 0;
    const uint32_t made = new_node(s), at = s->n_children++;
    s->children[at] = (child){key, made, s->nodes[parent].children};
    s->nodes[parent].children = at;
    return made;
}

static int list_legal(search *s, int seat)
{
    const int n = s->game->legal(s->config, s->world, seat, s->legal);
    s->events += (uint64_t)n / LIST;
    return n;
}

static void imagine(search *s, const tm_event *event)
{
    if (s->watch) outlooks_see(s->watch, s->world, event);
    const int status = event->seat == TM_CHANCE ? s->game->settle(s->config, s->world, &event->outcome)
                                                : s->game->apply(s->config, s->world, event->seat, event->action);
    tm_assert(status == TM_OK);
    s->events++;
}

/* Applies an event to the world and returns the child for what the searching seat sees of it. */
static uint32_t advance(search *s, uint32_t at, const tm_event *event)
{
    tm_event seen;
    s->game->see(s->config, s->world, event, s->seat, &seen);
    imagine(s, event);
    return at ? find_child(s, at, tm_hash(TM_HASH_START, &seen, sizeof seen)) : 0;
}

static bool is_settled(const search *s)
{
    if (s->judged_well) return s->game->think->settled_well(s->config, s->root, s->world);
    return !s->to_the_end && tm_is_settled(s->game, s->config, s->root, s->world);
}

/* Picks one of the seats that decide at this moment: the searching seat first, so that its arms are tried most. */
static int take_seat(const search *s, uint32_t *moment)
{
    if (!(*moment >> s->seat & 1)) return tm_bits_take(moment);
    *moment &= ~(1u << s->seat);
    return s->seat;
}

static void draw_chance(search *s, tm_event *event)
{
    memset(event, 0, sizeof *event);
    event->seat = TM_CHANCE;
    s->game->chance(s->config, s->world, s->dice, &event->outcome);
}

/* What happens without arms: chance, and the decisions of seats that follow the rules of thumb. False if an arm must
 * decide. */
static bool happens(search *s, uint32_t actors, tm_event *event)
{
    if (actors & TM_ACTOR_CHANCE) {
        draw_chance(s, event);
        return true;
    }
    memset(event, 0, sizeof *event);
    if (!s->foretell || actors >> s->seat & 1) return false;
    event->seat = tm_bits_first(actors);
    const int n = list_legal(s, event->seat);
    event->action = s->legal[pick_quickly(s, event->seat, n)];
    return true;
}

static void draw_world(search *s, const void *view)
{
    tm_draw_likely(s->game, s->config, view, s->seat, s->doubt ? TM_DRAWN_MAX : 1, s->rng, s->world);
    memcpy(s->root, s->world, s->game->state_size);
}

/* Remembers what the network thinks of what an arm has just led to. It looks once per arm. */
static void tell(search *s, arm *a, bool fresh)
{
    if (fresh) a->told = tm_leaf_judge(s->leaf, s->world, a->seat);
    tm_leaf_tell(s->leaf, a->seat, a->told);
}

/* Walks down the tree until an action is tried for the first time; its arm is then the last one on the path. Seats
 * that decide at the same time all choose at the node where their moment began, so none knows what the others chose. */
static void descend(search *s)
{
    uint32_t at = ROOT, from = 0, actors, moment = 0;
    tm_event event;
    s->depth = 0;
    while (at && s->depth < DEPTH_MAX && (actors = s->game->actors(s->config, s->world)) &&
           (s->leaf || !is_settled(s))) {
        moment &= actors;
        if (!moment) {
            moment = actors;
            from = at;
            s->nodes[from].visits++;
        }
        if (happens(s, actors, &event)) {
            moment = 0;
            at = advance(s, at, &event);
            continue;
        }
        event.seat = take_seat(s, &moment);
        const int n = list_legal(s, event.seat);
        if (s->leaf && n == 1) { /* nothing to learn about */
            event.action = s->legal[0];
            at = advance(s, at, &event);
            continue;
        }
        uint32_t chosen = from == ROOT && event.seat == s->seat ? s->first : 0;
        event.action = TM_HIDDEN_ACTION;
        if (!chosen) look(s, &s->nodes[from], event.seat, n, &chosen, &event.action);
        const bool fresh = event.action != TM_HIDDEN_ACTION && !is_full(s);
        if (fresh) chosen = add_arm(s, &s->nodes[from], event.seat, event.action, !chosen);
        if (!chosen) return; /* the tree is full */
        event.action = s->arms[chosen].action;
        s->path[s->depth++] = chosen;
        at = advance(s, fresh ? 0 : at, &event);
        if (s->leaf) tell(s, &s->arms[chosen], fresh);
    }
}

static void play_on(search *s)
{
    uint32_t actors;
    tm_event event;
    for (int i = 0; i < PLAYOUT_MAX && (actors = s->game->actors(s->config, s->world)) && !is_settled(s); i++) {
        if (actors & TM_ACTOR_CHANCE) {
            draw_chance(s, &event);
        } else {
            event.seat = tm_bits_first(actors);
            const int n = list_legal(s, event.seat);
            event.action = s->legal[pick_quickly(s, event.seat, n)];
        }
        imagine(s, &event);
    }
}

static void judge(search *s, int32_t *out_chances)
{
    const tm_think *think = s->game->think;
    if (think && think->counting && !s->game->actors(s->config, s->world))
        s->events += think->counting(s->config, s->world);
    if (s->leaf && s->over) {
        tm_won(s->game, s->config, s->world, out_chances);
        return;
    }
    if (s->judged_well) {
        think->judge_well(s->config, s->world, out_chances, s->memory);
        return;
    }
    tm_judge(s->game, s->config, s->world, out_chances, s->memory);
    for (int i = 0; s->leaf && i < TM_MAX_SEATS; i++) out_chances[i] = (out_chances[i] + s->leaf->chances[i]) / 2;
}

static void bring_back(search *s)
{
    int32_t chances[TM_MAX_SEATS];
    judge(s, chances);
    s->chance = chances[s->seat];
    /* The searching seat decides first, so the first arm is its action. */
    if (s->watch && s->depth > 0) outlooks_count(s->watch, s->arms[s->path[0]].action, s->world, chances);
    for (int i = 0; i < s->depth; i++) {
        arm *a = &s->arms[s->path[i]];
        a->visits++;
        a->sum += (double)chances[a->seat] / TM_SURE;
    }
}

static bool open_search(search *s, const tm_search_limits *limits)
{
    const tm_game *game = s->game;
    const uint64_t events = s->leaf ? limits->events / s->leaf->price + 1 : limits->events;
    const uint64_t most = limits->events && events < limits->iterations ? events : limits->iterations;
    s->capacity = most < NODES_MAX / 2 ? 2 * (uint32_t)most + 64 : NODES_MAX;
    s->world = malloc(game->state_size);
    s->root = malloc(game->state_size);
    if (game->think && game->think->memory) s->memory = calloc(1, game->think->memory);
    s->legal = malloc(game->max_legal * sizeof *s->legal);
    s->weights = malloc(game->max_legal * sizeof *s->weights);
    s->nodes = malloc(s->capacity * sizeof *s->nodes);
    s->arms = malloc(s->capacity * sizeof *s->arms); /* not cleared: most are never used */
    s->children = malloc(s->capacity * sizeof *s->children);
    s->n_nodes = s->n_arms = s->n_children = 1;
    return s->world && s->root && s->legal && s->weights && s->nodes && s->arms && s->children;
}

static void close_search(search *s)
{
    free(s->world);
    free(s->root);
    free(s->memory);
    free(s->legal);
    free(s->weights);
    free(s->nodes);
    free(s->arms);
    free(s->children);
}

static void give_results(const search *s, const tm_question *q, tm_search_result *out)
{
    uint32_t at = s->nodes[ROOT].arms;
    for (int i = 0; i < q->n_legal; i++) {
        out[i] = (tm_search_result){.action = q->legal[i]};
        while (at && comes_before(&s->arms[at], s->seat, q->legal[i])) at = s->arms[at].next;
        if (!at || !is_arm(&s->arms[at], s->seat, q->legal[i]) || !s->arms[at].visits) continue;
        out[i].visits = s->arms[at].visits;
        out[i].chance = (uint32_t)(s->arms[at].sum / s->arms[at].visits * TM_SURE);
    }
}

/* From the world that was drawn, down the tree and to the end. */
static void simulate(search *s)
{
    descend(s);
    s->over = !s->game->actors(s->config, s->world);
    play_on(s);
    bring_back(s);
}

/* What so many iterations have cost, in events. Where they are short, drawing their worlds counts. */
static uint64_t spent(const search *s, uint32_t done)
{
    return s->leaf ? s->events + tm_leaf_cost(s->leaf) + (uint64_t)TM_BEGINNING * done : s->events;
}

static uint32_t iterate(search *s, const tm_question *q, const tm_search_limits *limits, tm_search_result *out)
{
    uint32_t done = 0;
    for (; done < limits->iterations && (!limits->events || spent(s, done) < limits->events); done++) {
        if (limits->stop && done % ASK_STOP == ASK_STOP - 1 && limits->stop(limits->context)) break;
        draw_world(s, q->view);
        simulate(s);
    }
    give_results(s, q, out);
    return done;
}

static int32_t play_advised(void *player, const void *world, int first, tm_rng *rng, tm_rng *dice)
{
    search *s = player;
    s->rng = rng;
    s->dice = dice;
    s->first = FIRST_ADVISED + (uint32_t)first;
    memcpy(s->root, world, s->game->state_size);
    memcpy(s->world, world, s->game->state_size);
    simulate(s);
    return s->chance;
}

static uint64_t events_of(const void *player)
{
    return ((const search *)player)->events;
}

static int compare_advised(search *s, const tm_question *q, const tm_search_limits *limits, const tm_advice *advice,
                           tm_search_result *out)
{
    const bool plays_well = !tm_only_advises(q); /* then the games are what errs more */
    const tm_playing games = {.player = s,
                              .play = play_advised,
                              .cost = events_of,
                              .weight = plays_well ? 1 : 2,
                              .opinion = plays_well ? 2 : !s->judged_well,
                              .more = MORE};
    for (int i = 0; i < advice->n; i++) add_arm(s, &s->nodes[ROOT], s->seat, advice->list[i].action, false);
    return tm_compare(q, limits, s->rng, advice, &games, out);
}

/* Without a watcher, a network that judges and advice this is tm_search. */
static int start(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                 outlooks *watch, tm_leaf *leaf, const tm_advice *advice)
{
    search *s = calloc(1, sizeof *s);
    if (!s) return TM_ESPACE;
    s->game = q->game;
    s->config = q->config;
    s->seat = q->seat;
    s->rng = s->dice = rng;
    s->watch = watch;
    s->leaf = leaf;
    if (limits->thorough && q->game->think) {
        s->doubt = q->game->think->likely;
        s->to_the_end = q->game->think->to_the_end;
    }
    s->well = advice && q->game->think && q->game->think->choose_well;
    s->judged_well = s->well && !s->to_the_end && q->game->think->judge_well;
    if ((limits->thorough || advice) && q->game->think) s->foretell = q->game->think->foretells;
    if (leaf && leaf->n_seats > 2) s->foretell = true;
    int done = TM_ESPACE;
    if (open_search(s, limits)) {
        new_node(s);
        done = advice ? compare_advised(s, q, limits, advice, out) : (int)iterate(s, q, limits, out);
    }
    close_search(s);
    free(s);
    return done;
}

int tm_search(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out)
{
    return start(q, limits, rng, out, NULL, NULL, NULL);
}

int outlooks_search(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                    outlooks *watch, const tm_advice *advice)
{
    return start(q, limits, rng, out, watch, NULL, advice);
}

int tm_search_advised(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out,
                      const tm_advice *advice)
{
    return start(q, limits, rng, out, NULL, NULL, advice);
}

int tm_search_judged(const tm_question *q, const tm_search_limits *limits, tm_rng *rng, tm_search_result *out)
{
    tm_net net;
    if (!tm_net_of(q, &net) || !tm_net_judges_positions(&net)) return TM_ESYNTAX;
    tm_leaf *leaf = tm_leaf_new(q, &net);
    const int done = leaf ? start(q, limits, rng, out, NULL, leaf, NULL) : TM_ESPACE;
    tm_leaf_free(leaf);
    return done;
}

static int better_first(const void *a, const void *b)
{
    const tm_search_result *x = a, *y = b;
    if (x->visits != y->visits) return x->visits < y->visits ? 1 : -1;
    if (x->chance != y->chance) return x->chance < y->chance ? 1 : -1;
    return x->action < y->action ? -1 : x->action > y->action;
}

void tm_best_first(tm_search_result *results, int n)
{
    qsort(results, (size_t)n, sizeof *results, better_first);
}

int tm_search_best(const tm_search_result *results, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (results[i].visits > results[best].visits ||
            (results[i].visits == results[best].visits && results[i].chance > results[best].chance))
            best = i;
    return best;
}
