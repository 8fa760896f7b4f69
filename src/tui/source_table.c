/* A table in this program as a source. Bots and hints think on threads; everything else happens here. */
#include <tatami/screen.h>

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tui/thought.h"

enum { TOLD = 1 << 14 };

typedef struct local {
    tm_source source;
    tm_table *table;
    tm_players *players;
    tm_walk *walk;
    tm_choices choices;
    uint64_t listed; /* a hash of the choices */
    void *view;
    tui_thought *thought, *hint;
    int wake[2]; /* thoughts write to it, the screen polls it */
    int pace;
    int64_t next; /* when the next bot may decide, milliseconds */
    tm_save save;
    void *context;
    char told[TOLD];
} local;

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void tell_news(local *l)
{
    tm_event seen;
    tm_text text;
    while (tm_walk_next(l->walk, &seen)) {
        tm_text_init(&text, l->told, sizeof l->told);
        l->source.game->tell(l->source.config, tm_walk_before(l->walk), &seen, tm_walk_after(l->walk), &l->source.say,
                             &text);
        tm_log_add(&l->source.log, l->told);
    }
}

static uint64_t hash_choices(const tm_choices *choices)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (int i = 0; i < choices->n; i++) hash = (hash ^ choices->list[i].action) * 1099511628211u;
    return hash ^ (uint64_t)choices->n;
}

static void drop_hint(local *l)
{
    tui_thought_drop(l->hint);
    l->hint = NULL;
    l->source.hints = NULL;
    l->source.n_hints = 0;
    l->source.hinting = false;
}

/* Brings the source up to date with the table. If only others decided at the same moment, the person's list stays as
 * it is. If out of memory, there is nothing to choose. */
static void refresh(local *l)
{
    tm_source *s = &l->source;
    int32_t points[TM_MAX_SEATS];
    tell_news(l);
    tm_table_view(l->table, s->seat, l->view);
    s->actors = tm_table_actors(l->table);
    s->n_events = tm_table_n_events(l->table);
    tm_table_score(l->table, points, &s->winners);
    s->n_items = tm_choices_list(&l->choices, l->table, s->seat) ? 0 : l->choices.n;
    s->items = l->choices.list;
    const uint64_t listed = hash_choices(&l->choices);
    if (listed == l->listed) return;
    l->listed = listed;
    s->turn++;
    drop_hint(l);
}

/* Why, as a line of the log. */
static void tell_reasons(local *l)
{
    char words[2048];
    tm_text text;
    tui_thought *t = l->hint;
    tm_text_init(&text, words, sizeof words);
    tm_explain_write(&t->question, t->outlooks, t->n_outlooks, 0, &l->source.say, &t->rng, &text);
    if (text.len) tm_log_add(&l->source.log, words);
}

static void take_hint(local *l)
{
    tm_source *s = &l->source;
    if (!s->hinting || !tui_thought_done(l->hint)) return;
    s->hinting = false;
    s->hints = l->hint->results;
    s->n_hints = s->hints ? l->hint->question.n_legal : 0;
    if (s->hints) tell_reasons(l);
    l->players->thoughts[s->seat] = l->hint->rng;
    s->turn++;
}

static bool take_thought(local *l)
{
    tui_thought *t = l->thought;
    if (!t || !tui_thought_done(t)) return false;
    const int seat = t->question.seat;
    l->players->thoughts[seat] = t->rng;
    tm_assert(tm_table_act(l->table, seat, t->action) == TM_OK);
    l->thought = NULL;
    tui_thought_drop(t);
    l->source.thinking = 0;
    l->next = now() + l->pace;
    return true;
}

/* Lets a bot that must decide start thinking; without a thread it thinks right here. */
static bool start_thought(local *l)
{
    const uint32_t actors = tm_table_actors(l->table);
    for (int seat = 0; seat < l->source.n_seats; seat++) {
        const tm_bot *bot = l->players->bots[seat];
        tm_question q;
        if (!(actors >> seat & 1) || !bot) continue;
        tm_players_ask(l->players, l->table, seat, &q);
        l->thought = tui_thought_start(&q, bot, &l->players->thoughts[seat], l->wake[1]);
        if (!l->thought) return tm_players_step(l->players, l->table) == 1;
        l->source.thinking = 1u << seat;
        return true;
    }
    return false;
}

static void update(tm_source *source)
{
    local *l = (local *)source;
    char bytes[64];
    while (read(l->wake[0], bytes, sizeof bytes) > 0) continue;
    bool moved = false;
    take_hint(l);
    for (;;) {
        if (take_thought(l)) moved = true;
        while (tm_table_actors(l->table) & TM_ACTOR_CHANCE && tm_table_draw(l->table, &l->players->dice) == TM_OK)
            moved = true;
        if (l->thought || now() < l->next || !start_thought(l)) break;
        if (!l->thought) moved = true;
    }
    if (moved) refresh(l);
}

/* Whether a bot must decide and is not thinking yet. Chance never waits. */
static bool is_bot_due(const local *l)
{
    const uint32_t actors = tm_table_actors(l->table);
    if (l->thought) return false;
    for (int seat = 0; seat < l->source.n_seats; seat++)
        if (actors >> seat & 1 && l->players->bots[seat]) return true;
    return false;
}

static int wait_for(const tm_source *source)
{
    const local *l = (const local *)source;
    if (!is_bot_due(l)) return -1;
    const int64_t left = l->next - now();
    return left > 0 ? (int)left : 0;
}

static int choose(tm_source *source, int item, tm_why *why)
{
    local *l = (local *)source;
    if (item < 0 || item >= l->choices.n) return tm_why_not(why, TM_ERANGE, "there is nothing to decide");
    const int status = tm_table_act(l->table, source->seat, l->choices.list[item].action);
    if (status) return tm_why_not(why, status, "that is not possible now");
    l->next = now() + l->pace;
    l->listed = 0;
    refresh(l);
    return TM_OK;
}

static int undo(tm_source *source, tm_why *why)
{
    local *l = (local *)source;
    tm_event seen;
    const int status = tm_table_undo(l->table, source->seat, why);
    if (status) return status;
    tui_thought_drop(l->thought);
    l->thought = NULL;
    source->thinking = 0;
    tm_walk_restart(l->walk);
    while (tm_walk_next(l->walk, &seen)) continue;
    tm_log_add(&source->log, tm_tr(&source->say, "Your last decision was taken back."));
    l->listed = 0;
    refresh(l);
    return TM_OK;
}

static int hint(tm_source *source, tm_why *why)
{
    local *l = (local *)source;
    tm_question q;
    if (!source->n_items) return tm_why_not(why, TM_ETURN, "there is nothing to decide");
    if (source->hinting || source->hints) return TM_OK;
    tm_players_ask(l->players, l->table, source->seat, &q);
    l->hint = tui_thought_start(&q, NULL, &l->players->thoughts[source->seat], l->wake[1]);
    if (!l->hint) return tm_why_not(why, TM_ESPACE, "out of memory");
    source->hinting = true;
    return TM_OK;
}

static int save(tm_source *source, const char *path, tm_why *why)
{
    const local *l = (const local *)source;
    return l->save(l->context, path, why);
}

static void free_local(tm_source *source)
{
    local *l = (local *)source;
    tui_thought_drop(l->thought);
    tui_thought_drop(l->hint);
    tm_log_free(&source->log);
    tm_choices_free(&l->choices);
    tm_walk_free(l->walk);
    if (l->wake[0] >= 0) close(l->wake[0]);
    if (l->wake[1] >= 0) close(l->wake[1]);
    free(l->view);
    free(l);
}

int tm_source_table(tm_table *table, tm_players *players, int seat, const tm_say *say, int pace, tm_save keep,
                    void *context, tm_source **out)
{
    local *l = calloc(1, sizeof *l);
    if (!l) return TM_ESPACE;
    tm_source *s = &l->source;
    s->free = free_local;
    l->wake[0] = l->wake[1] = -1;
    l->table = table;
    l->players = players;
    l->pace = pace;
    l->save = keep;
    l->context = context;
    s->game = tm_table_setup(table)->game;
    s->config = tm_table_config(table);
    s->view = l->view = calloc(1, s->game->view_size);
    s->seat = seat;
    s->n_seats = tm_table_setup(table)->n_seats;
    s->say = *say;
    s->moment = -1;
    s->update = update;
    s->wait = wait_for;
    s->choose = choose;
    s->undo = undo;
    s->hint = hint;
    s->save = save;
    if (!l->view || tm_walk_new(table, seat, &l->walk) || pipe(l->wake) != 0 ||
        fcntl(l->wake[0], F_SETFL, O_NONBLOCK) < 0 || fcntl(l->wake[1], F_SETFL, O_NONBLOCK) < 0) {
        free_local(s);
        return TM_ESPACE;
    }
    s->fd = l->wake[0];
    refresh(l);
    *out = s;
    return TM_OK;
}
