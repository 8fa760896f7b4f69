/* Any bytes as what a database holds of a table: the first line is how it was opened, the others are its log. Refused with a reason, or a
 * table; entries that do not follow change nothing, and the ones that were taken make the same table again. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static room *open_room(const char *text)
{
    room_opening opening;
    tm_why why;
    memset(&opening, 0, sizeof opening);
    tm_why_init(&why, NULL);
    if (room_opening_read(&opening, text, &why)) {
        tm_assert(why.text.len);
        return NULL;
    }
    return room_new("rows", 1, &opening);
}

static void look(const room *r)
{
    const uint32_t actors = room_actors(r), people = room_people(r);
    tm_assert(people < 1u << r->opening.setup.n_seats);
    tm_assert(!(actors & ~TM_ACTOR_CHANCE) || r->phase == TM_RUNNING);
    tm_assert((r->table != NULL) == (r->phase != TM_WAITING));
    (void)room_deadline(r);
}

/* Which part of a table's life one can see from outside, as a number. */
static uint64_t sum(const room *r)
{
    uint64_t hash = r->table ? tm_table_hash(r->table) : 1;
    hash = hash * 31 + r->phase;
    hash = hash * 31 + r->n_entries;
    for (int i = 0; i < r->opening.setup.n_seats; i++)
        hash = hash * 31 + r->seats[i].kind * 2u + (r->seats[i].bot != NULL);
    return hash * 31 + r->chat;
}

static void play(room *r, room *same, const char *at, size_t left)
{
    for (int64_t time = 2; left; time++) {
        const char *end = memchr(at, '\n', left);
        const size_t len = end ? (size_t)(end - at) : left;
        const tm_span line = {at, (uint32_t)len};
        tm_why why;
        tm_why_init(&why, NULL);
        const uint64_t before = sum(r);
        if (room_add(r, time, line, &why) == TM_OK) {
            tm_assert(room_add(same, time, line, &why) == TM_OK);
        } else {
            tm_assert(why.text.len && !memchr(why.text.at, '\n', why.text.len));
            tm_assert(sum(r) == before);
        }
        look(r);
        left -= len + (end != NULL);
        at += len + (end != NULL);
    }
    tm_assert(sum(r) == sum(same));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    const char *end = memchr(text, '\n', size);
    const size_t head = end ? (size_t)(end - text) : size;
    text[head] = 0;
    room *r = open_room(text), *same = r ? open_room(text) : NULL;
    if (r && same && head < size) play(r, same, text + head + 1, size - head - 1);
    if (r) room_free(r);
    if (same) room_free(same);
    free(text);
    return 0;
}
