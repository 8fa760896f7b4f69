/* A record as a source. It is replayed once for each viewer and every moment is stored, so that each step is quick. */
#include <tatami/screen.h>

#include <stdlib.h>
#include <string.h>

#include <tatami/record.h>

enum { TOLD = 1 << 14, EVENT_MAX = 256 };

/* The moment after this many events; 0 is the start. */
typedef struct moment {
    uint32_t actors;
    int seat;   /* whose view is kept */
    int n_told; /* lines of the log up to here */
} moment;

typedef struct replay {
    tm_source source;
    const tm_table *table;
    int n_events;
    moment *moments; /* n_events + 1 */
    char *views;     /* one a moment */
    tm_choice *items;
    char *pool;
    tm_log told;
    char room[TOLD];
} replay;

static char *view_at(const replay *r, int n)
{
    return r->views + (size_t)n * r->source.game->view_size;
}

static void go_to(replay *r, int n)
{
    tm_source *s = &r->source;
    int32_t points[TM_MAX_SEATS];
    const moment *m = &r->moments[n];
    s->moment = n - 1;
    s->n_events = (uint32_t)n;
    s->view = view_at(r, n);
    s->seat = m->seat;
    s->actors = m->actors;
    s->log = r->told;
    s->log.n = m->n_told;
    s->winners = 0;
    if (n == r->n_events && !m->actors) tm_table_score(r->table, points, &s->winners);
}

/* The event and the words for it, as the viewer has them. */
static void keep_event(replay *r, const tm_walk *walk, const tm_event *seen, int n)
{
    tm_text text;
    tm_text_init(&text, r->pool + (size_t)n * EVENT_MAX, EVENT_MAX);
    tm_event_write(r->table, seen, &text);
    r->items[n].text.at = text.at;
    r->items[n].text.len = text.len;
    tm_text_init(&text, r->room, sizeof r->room);
    r->source.game->tell(r->source.config, tm_walk_before(walk), seen, tm_walk_after(walk), &r->source.say, &text);
    tm_log_add(&r->told, r->room);
}

static void keep_moment(replay *r, const tm_walk *walk, int n)
{
    moment *m = &r->moments[n];
    m->actors = tm_walk_actors(walk);
    m->n_told = r->told.n;
    m->seat = r->source.viewer == TM_EVERYTHING ? TM_SPECTATOR : r->source.viewer;
    memcpy(view_at(r, n), tm_walk_after(walk), r->source.game->view_size);
}

/* If everything is shown, the view is that of the first deciding seat. */
static int keep_deciders(replay *r)
{
    tm_event seen;
    for (int seat = 0; seat < r->source.n_seats; seat++) {
        tm_walk *walk;
        if (tm_walk_new(r->table, seat, &walk)) return TM_ESPACE;
        for (int n = 0; n <= r->n_events; n++) {
            moment *m = &r->moments[n];
            if (n > 0) tm_walk_next(walk, &seen);
            if (m->seat != TM_SPECTATOR || !(m->actors >> seat & 1) || m->actors & TM_ACTOR_CHANCE) continue;
            m->seat = seat;
            memcpy(view_at(r, n), tm_walk_after(walk), r->source.game->view_size);
        }
        tm_walk_free(walk);
    }
    return TM_OK;
}

static int go_through(replay *r, int viewer)
{
    tm_walk *walk;
    tm_event seen;
    int status = TM_OK;
    if (tm_walk_new(r->table, viewer, &walk)) return TM_ESPACE;
    r->source.viewer = viewer;
    tm_log_free(&r->told);
    keep_moment(r, walk, 0);
    for (int n = 0; n < r->n_events && tm_walk_next(walk, &seen); n++) {
        keep_event(r, walk, &seen, n);
        keep_moment(r, walk, n + 1);
    }
    tm_walk_free(walk);
    if (viewer == TM_EVERYTHING) status = keep_deciders(r);
    r->source.turn++;
    return status;
}

static void update(tm_source *source)
{
    (void)source;
}

static int wait_for(const tm_source *source)
{
    (void)source;
    return -1;
}

static int choose(tm_source *source, int item, tm_why *why)
{
    replay *r = (replay *)source;
    if (item < 0 || item >= r->n_events) return tm_why_not(why, TM_ERANGE, "there is no such moment");
    go_to(r, item + 1);
    return TM_OK;
}

static int step(tm_source *source, int by, tm_why *why)
{
    replay *r = (replay *)source;
    const int at = source->moment + 1, most = r->n_events;
    const int to = by > most - at ? most : by < -at ? 0 : at + by;
    if (to == at)
        return at ? tm_why_not(why, TM_ERANGE, "this is the end of the record")
                  : tm_why_not(why, TM_ERANGE, "this is the start of the record");
    go_to(r, to);
    return TM_OK;
}

static int look(tm_source *source, int viewer, tm_why *why)
{
    replay *r = (replay *)source;
    if (viewer >= source->n_seats)
        return tm_why_not(why, TM_ERANGE, "there is no seat %d, expected 0 to %d", viewer, source->n_seats - 1);
    const int status = go_through(r, viewer);
    go_to(r, source->moment + 1);
    return status ? tm_why_not(why, status, "out of memory") : TM_OK;
}

static void free_replay(tm_source *source)
{
    replay *r = (replay *)source;
    tm_log_free(&r->told);
    free(r->moments);
    free(r->views);
    free(r->items);
    free(r->pool);
    free(r);
}

int tm_source_replay(const tm_table *table, int viewer, const tm_say *say, tm_source **out)
{
    replay *r = calloc(1, sizeof *r);
    if (!r) return TM_ESPACE;
    tm_source *s = &r->source;
    const size_t n = tm_table_n_events(table);
    r->table = table;
    r->n_events = (int)n;
    s->game = tm_table_setup(table)->game;
    s->config = tm_table_config(table);
    s->n_seats = tm_table_setup(table)->n_seats;
    s->say = *say;
    s->fd = -1;
    s->update = update;
    s->wait = wait_for;
    s->choose = choose;
    s->step = step;
    s->look = look;
    s->free = free_replay;
    r->moments = calloc(n + 1, sizeof *r->moments);
    r->views = calloc(n + 1, s->game->view_size);
    r->items = calloc(n + 1, sizeof *r->items);
    r->pool = calloc(n + 1, EVENT_MAX);
    s->items = r->items;
    s->n_items = r->n_events;
    if (!r->moments || !r->views || !r->items || !r->pool || go_through(r, viewer)) {
        free_replay(s);
        return TM_ESPACE;
    }
    go_to(r, 0);
    *out = s;
    return TM_OK;
}
