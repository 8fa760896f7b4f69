/* Writing records. */
#include <tatami/record.h>

#include <stdlib.h>
#include <string.h>

typedef struct buffer {
    char *at;
    size_t len, capacity;
    bool failed;
} buffer;

static void append(buffer *b, const char *s, size_t len)
{
    if (b->failed) return;
    if (b->capacity - b->len <= len) {
        const size_t capacity = 2 * b->capacity + len + TM_LINE_MAX;
        char *at = realloc(b->at, capacity);
        if (!at) {
            b->failed = true;
            return;
        }
        b->at = at;
        b->capacity = capacity;
    }
    memcpy(b->at + b->len, s, len);
    b->len += len;
    b->at[b->len] = 0;
}

void tm_record_escape(tm_span value, tm_text *out)
{
    for (uint32_t i = 0; i < value.len; i++) {
        const char c = value.at[i];
        if ((uint8_t)c < 0x20 || c == 0x7f) continue;
        if (c == '"' || c == '\\') tm_put_char(out, '\\');
        tm_put_char(out, c);
    }
}

void tm_record_write_points(const tm_table *table, tm_text *out)
{
    int32_t points[TM_MAX_SEATS];
    uint32_t winners;
    tm_table_score(table, points, &winners);
    for (int i = 0; i < tm_table_setup(table)->n_seats; i++) tm_put_fmt(out, "%s%d", i ? " " : "", points[i]);
}

static void append_tag(buffer *b, const char *name, const char *value)
{
    append(b, "[", 1);
    append(b, name, strlen(name));
    append(b, " \"", 2);
    append(b, value, strlen(value));
    append(b, "\"]\n", 3);
}

static void append_setup(buffer *b, const tm_setup *setup)
{
    char capacity[300];
    tm_text text;
    append_tag(b, "Tatami", "1");
    append_tag(b, "Game", setup->game->id);
    tm_text_init(&text, capacity, sizeof capacity);
    tm_put_int(&text, setup->n_seats);
    append_tag(b, "Players", capacity);
    for (int i = 0; i < setup->game->n_options; i++) {
        if (setup->values[i] == tm_option_range(&setup->game->options[i], setup->n_seats)->def) continue;
        tm_text_init(&text, capacity, sizeof capacity);
        tm_setup_write_option(setup, i, &text);
        append_tag(b, "Option", capacity);
    }
    if (!setup->box) return;
    tm_text_init(&text, capacity, sizeof capacity);
    tm_record_escape(tm_span_of(setup->box->name), &text);
    tm_put_fmt(&text, " %s", setup->box->sha256);
    append_tag(b, "Box", capacity);
}

static void append_tags(buffer *b, const tm_table *table, const tm_tag *tags, int n_tags)
{
    for (int i = 0; i < n_tags; i++) {
        append(b, "[", 1);
        append(b, tags[i].name.at, tags[i].name.len);
        append(b, " \"", 2);
        append(b, tags[i].value.at, tags[i].value.len);
        append(b, "\"]\n", 3);
    }
    if (tm_table_actors(table) == 0) {
        char capacity[128];
        tm_text text;
        tm_text_init(&text, capacity, sizeof capacity);
        tm_record_write_points(table, &text);
        append_tag(b, "Result", capacity);
    }
    append(b, "\n", 1);
}

static void append_event(buffer *b, const tm_table *table, const tm_event *event)
{
    char capacity[TM_LINE_MAX];
    tm_text text;
    tm_text_init(&text, capacity, sizeof capacity);
    tm_event_write(table, event, &text);
    tm_put_char(&text, '\n');
    tm_assert(!text.cut);
    append(b, capacity, text.len);
}

/* Simultaneous decisions wait here, so that they are written in seat order whatever order they came in. */
typedef struct batch {
    uint32_t open; /* seats that decide at this moment and have not yet */
    uint32_t held;
    tm_event events[TM_MAX_SEATS];
} batch;

static void flush(buffer *b, const tm_table *table, batch *together)
{
    for (int seat = 0; seat < TM_MAX_SEATS; seat++)
        if (together->held >> seat & 1) append_event(b, table, &together->events[seat]);
    together->held = together->open = 0;
}

char *tm_record_write(const tm_table *table, const tm_tag *tags, int n_tags, int viewer, size_t *out_len)
{
    buffer b = {0};
    batch together = {0};
    tm_walk *walk = NULL;
    tm_event seen;
    append_setup(&b, tm_table_setup(table));
    append_tags(&b, table, tags, n_tags);
    if (tm_walk_new(table, viewer, &walk)) b.failed = true;
    while (!b.failed) {
        const uint32_t actors = tm_walk_actors(walk);
        if (!tm_walk_next(walk, &seen)) break;
        if (seen.seat == TM_CHANCE) {
            append_event(&b, table, &seen);
            continue;
        }
        if (together.held >> seen.seat & 1) flush(&b, table, &together);
        if (!together.open) together.open = actors;
        together.events[seen.seat] = seen;
        together.held |= 1u << seen.seat;
        together.open &= ~(1u << seen.seat);
        if (!together.open) flush(&b, table, &together);
    }
    flush(&b, table, &together);
    tm_walk_free(walk);
    if (b.failed) {
        free(b.at);
        return NULL;
    }
    *out_len = b.len;
    return b.at;
}
