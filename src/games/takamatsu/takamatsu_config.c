/* Takamatsu: what is agreed before a game, and data computed from it. */
#include "takamatsu_box.h"

#include "base/bits.h"

static void sort_bytes(int8_t *at, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && at[k - 1] > at[k]; k--) {
            const int8_t swap = at[k];
            at[k] = at[k - 1];
            at[k - 1] = swap;
        }
}

/* Open cards by kind, hidden cards by value, and the most that a number of hidden cards can be worth. */
static void set_cards(takamatsu_config *c, const takamatsu_box *b)
{
    int8_t sorted[TAKAMATSU_OPEN];
    __builtin_memcpy(sorted, b->open, sizeof sorted);
    sort_bytes(sorted, b->n_open);
    for (int i = 0; i < b->n_open; i++) {
        if (i == 0 || sorted[i] != sorted[i - 1]) c->open_value[c->n_kinds++] = sorted[i];
        c->open_count[c->n_kinds - 1]++;
    }
    for (int i = 0; i < b->n_hidden; i++) sorted[i] = (int8_t)b->hidden[i];
    sort_bytes(sorted, b->n_hidden);
    c->n_hidden = b->n_hidden;
    for (int i = 0; i < c->n_hidden; i++) {
        c->hidden_value[i] = (uint8_t)sorted[i];
        if (i > 0 && sorted[i] == sorted[i - 1]) c->equals = 1;
    }
    for (int i = 0; i < TAKAMATSU_HIDDEN; i++) {
        const int more = i < c->n_hidden ? c->hidden_value[c->n_hidden - 1 - i] : 0;
        c->highest[i + 1] = (uint16_t)(c->highest[i] + more);
    }
}

/* Rooms are numbered in the order of their lines. */
static void set_rooms(takamatsu_config *c, const takamatsu_box *b)
{
    c->n_rooms = b->n_rooms;
    __builtin_memset(c->kind, TAKAMATSU_NONE, sizeof c->kind);
    __builtin_memset(c->colour, TAKAMATSU_NONE, sizeof c->colour);
    __builtin_memset(c->home, TAKAMATSU_NONE, sizeof c->home);
    __builtin_memset(c->arrow, TAKAMATSU_NONE, sizeof c->arrow);
    for (int i = 0; i < b->n_rooms; i++) {
        const takamatsu_room *room = &b->room[i];
        const int at = room->place;
        c->kind[at] = room->kind;
        c->colour[at] = room->colour;
        if (room->colour != TAKAMATSU_NONE && c->owner[room->colour] != TAKAMATSU_NONE) c->home[at] = room->colour;
        for (int k = 0; k < 2; k++)
            if (room->arrow[k] != TAKAMATSU_NONE) c->arrow[at][k] = b->room[room->arrow[k]].place;
        __builtin_memcpy(c->name[at], room->name, sizeof room->name);
    }
}

/* K9: a group of n moves n rooms; from a +1 room optionally one more, from a +2 room one or two more. */
static void set_ends(takamatsu_config *c, int room)
{
    enum { STEPS = TAKAMATSU_MOVED + 2 };
    uint32_t after[STEPS + 1]; /* rooms after that many steps */
    const int bonus = c->kind[room] == TAKAMATSU_PLUS_1 ? 1 : c->kind[room] == TAKAMATSU_PLUS_2 ? 2 : 0;
    after[0] = 1u << room;
    for (int n = 1; n <= STEPS; n++) {
        after[n] = 0;
        for (int i = 0; i < c->n_rooms; i++) {
            if (!(after[n - 1] >> i & 1)) continue;
            for (int k = 0; k < 2; k++)
                if (c->arrow[i][k] != TAKAMATSU_NONE) after[n] |= 1u << c->arrow[i][k];
        }
    }
    for (int n = 1; n <= TAKAMATSU_MOVED; n++) {
        takamatsu_ends *ends = &c->ends[room][n];
        for (int more = 0; more <= bonus; more++) ends->rooms |= after[n + more];
        ends->rooms &= ~(1u << room); /* it ends in another room */
        for (uint32_t left = ends->rooms; left; ends->n++) {
            const int end = tm_bits_take(&left);
            if (ends->n < TAKAMATSU_FIRST) ends->first[ends->n] = (uint8_t)end;
        }
    }
}

/* K6. */
static void set_seats(takamatsu_config *c, int n_seats)
{
    static const uint8_t SAMURAI[TAKAMATSU_SEATS + 1] = {0, 0, 5, 7, 6, 5};
    c->seats = (uint8_t)n_seats;
    c->n_colours = (uint8_t)(n_seats == 2 ? 4 : n_seats);
    c->samurai = SAMURAI[n_seats];
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++) {
        c->owner[colour] = TAKAMATSU_NONE;
        if (colour >= c->n_colours) continue;
        const int seat = n_seats == 2 ? colour % 2 : colour, nth = n_seats == 2 ? colour / 2 : 0;
        c->owner[colour] = (uint8_t)seat;
        c->own[seat][nth] = (takamatsu_samurai)7 << 4 * colour;
    }
}

int takamatsu_configure(void *config, int n_seats, const int32_t *values, const void *box, tm_why *why)
{
    takamatsu_config *c = (takamatsu_config *)config;
    takamatsu_box printed;
    (void)why;
    if (!box) takamatsu_box_init(&printed);
    const takamatsu_box *b = box ? (const takamatsu_box *)box : &printed;
    __builtin_memset(c, 0, sizeof *c);
    c->goal = values[0];
    c->rounds = values[1];
    set_seats(c, n_seats);
    set_cards(c, b);
    set_rooms(c, b);
    for (int room = 0; room < c->n_rooms; room++) set_ends(c, room);
    return TM_OK;
}

/* TAKAMATSU_MAX_LEGAL by this palace and these players: the groups, were all samurai in one room, the most ends that any
 * group has, the cards twice for two pagodas, and room to write ahead. */
uint32_t takamatsu_most_legal(const void *config)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    uint32_t groups = 1, ends = 1;
    for (int colour = 0; colour < c->n_colours; colour++) groups *= c->samurai + 1u;
    for (int room = 0; room < c->n_rooms; room++)
        for (int n = 1; n <= TAKAMATSU_MOVED; n++)
            if (c->ends[room][n].n > ends) ends = c->ends[room][n].n;
    const uint32_t most = groups * ends + 2 * TAKAMATSU_HIDDEN + TAKAMATSU_FIRST + 1;
    return most < TAKAMATSU_MAX_LEGAL ? most : TAKAMATSU_MAX_LEGAL;
}

uint32_t takamatsu_bound(const void *config)
{
    const takamatsu_config *c = (const takamatsu_config *)config;
    /* A turn has one move, for which one colour receives at most one card per samurai: each is taken, perhaps used
     * later, and replaced. At the end of the turn each seat waits at most once. */
    return (uint32_t)(TAKAMATSU_COLUMN + c->rounds * c->seats * (1 + 3 * c->samurai + c->seats));
}
