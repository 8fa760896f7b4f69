/* Takamatsu: the box. The values of the cards (K3) and the palace (K5) are assumed; a box file can correct them.
 *
 *   open V V …                       5 to 40 values
 *   hidden V V …                     0 to 20, none negative
 *   room NAME KIND > NAME [NAME]     KIND is plain, +1, +2, outer COLOUR or inner COLOUR
 *
 * Our choices where the specification leaves one:
 *   Values go from -99 to 99. Each of `open` and `hidden` comes once. Any number of rooms, also none, is +1 or +2.
 *   A name has 1 to 14 letters, digits, `-` or `_`. Both arrows of a room lead to different rooms.
 * At least five open cards (K13): with four cards in the column and hidden ones in hands there is always one to lay. */
#include "takamatsu_box.h"

enum { GIVEN_OPEN = 1, GIVEN_HIDDEN = 2, GIVEN_ROOM = 4 };

const char takamatsu_letter[TAKAMATSU_COLOURS + 1] = "bkpry";
const char *const takamatsu_kind_words[TAKAMATSU_INNER + 1] = {"plain", "+1", "+2", "outer", "inner"};

int takamatsu_colour_of(char letter)
{
    for (int colour = 0; colour < TAKAMATSU_COLOURS; colour++)
        if (takamatsu_letter[colour] == letter) return colour;
    return TM_ESYNTAX;
}

static void set_name(takamatsu_room *room, tm_span name)
{
    __builtin_memset(room->name, 0, sizeof room->name);
    __builtin_memcpy(room->name, name.at, name.len);
}

/* K5: the gate g1 g2, five outer rooms, five inner rooms. */
static void default_palace(takamatsu_box *b)
{
    enum { GATE_1, GATE_2, OUTER, INNER = OUTER + TAKAMATSU_COLOURS, ROOMS = INNER + TAKAMATSU_COLOURS };
    static const uint8_t INNER_COLOUR[TAKAMATSU_COLOURS] = {4, 3, 0, 2, 1}; /* y r b p k */
    b->n_rooms = b->n_names = ROOMS;
    for (int i = 0; i < ROOMS; i++) {
        takamatsu_room *room = &b->room[i];
        const bool outer = i < INNER;
        const int nth = i < OUTER ? i : (i - OUTER) % TAKAMATSU_COLOURS;
        const char name[2] = {i < OUTER ? 'g' : outer ? 'o' : 'i', (char)('1' + nth)};
        const tm_span span = {name, 2};
        set_name(room, span);
        room->place = (uint8_t)i;
        room->arrow[0] = (uint8_t)(i >= OUTER && nth == TAKAMATSU_COLOURS - 1 ? GATE_1 : i + 1);
        room->arrow[1] = (uint8_t)(i == GATE_2 ? (int)INNER : (int)TAKAMATSU_NONE);
        if (i < OUTER) {
            room->kind = i == GATE_1 ? TAKAMATSU_PLUS_1 : TAKAMATSU_PLUS_2;
            room->colour = TAKAMATSU_NONE;
        } else {
            room->kind = outer ? TAKAMATSU_OUTER : TAKAMATSU_INNER;
            room->colour = outer ? (uint8_t)nth : INNER_COLOUR[nth];
        }
    }
}

void takamatsu_box_init(void *box)
{
    static const int8_t OPEN[] = {-2, -2, -2, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4}; /* K3 */
    static const uint8_t HIDDEN[] = {1, 2, 3, 4, 5};
    takamatsu_box *b = (takamatsu_box *)box;
    __builtin_memset(b, 0, sizeof *b);
    __builtin_memcpy(b->open, OPEN, sizeof OPEN);
    __builtin_memcpy(b->hidden, HIDDEN, sizeof HIDDEN);
    b->n_open = sizeof OPEN;
    b->n_hidden = sizeof HIDDEN;
    default_palace(b);
}

static int read_open(takamatsu_box *b, const tm_span *values, int n, tm_why *why)
{
    int8_t open[TAKAMATSU_OPEN] = {0};
    if (b->given & GIVEN_OPEN) return tm_why_not(why, TM_ESYNTAX, "but the open cards were already given");
    if (n < TAKAMATSU_COLUMN || n > TAKAMATSU_OPEN)
        return tm_why_not(why, TM_ERANGE, "expected %d to %d values of open cards", TAKAMATSU_COLUMN, TAKAMATSU_OPEN);
    for (int i = 0; i < n; i++) {
        int32_t value;
        if (tm_span_int(values[i], -TAKAMATSU_VALUE, TAKAMATSU_VALUE, &value))
            return tm_why_not(why, TM_ERANGE, "expected values of open cards from %d to %d", -TAKAMATSU_VALUE,
                              TAKAMATSU_VALUE);
        open[i] = (int8_t)value;
    }
    __builtin_memcpy(b->open, open, sizeof open);
    b->n_open = (uint8_t)n;
    b->given |= GIVEN_OPEN;
    return TM_OK;
}

static int read_hidden(takamatsu_box *b, const tm_span *values, int n, tm_why *why)
{
    uint8_t hidden[TAKAMATSU_HIDDEN] = {0};
    if (b->given & GIVEN_HIDDEN) return tm_why_not(why, TM_ESYNTAX, "but the hidden cards were already given");
    if (n > TAKAMATSU_HIDDEN)
        return tm_why_not(why, TM_ERANGE, "expected at most %d values of hidden cards", TAKAMATSU_HIDDEN);
    for (int i = 0; i < n; i++) {
        int32_t value;
        if (tm_span_int(values[i], 0, TAKAMATSU_VALUE, &value))
            return tm_why_not(why, TM_ERANGE, "expected values of hidden cards from 0 to %d, none negative",
                              TAKAMATSU_VALUE);
        hidden[i] = (uint8_t)value;
    }
    __builtin_memcpy(b->hidden, hidden, sizeof hidden);
    b->n_hidden = (uint8_t)n;
    b->given |= GIVEN_HIDDEN;
    return TM_OK;
}

static bool is_name(tm_span name)
{
    if (name.len < 1 || name.len > TAKAMATSU_NAME) return false;
    for (uint32_t i = 0; i < name.len; i++) {
        const char c = name.at[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') return false;
    }
    return true;
}

/* The room of that name, which may be new: an index, or an error. */
static int find_room(takamatsu_box *b, tm_span name, tm_why *why)
{
    if (!is_name(name))
        return tm_why_not(why, TM_ESYNTAX, "expected names of rooms of 1 to %d letters, digits, - or _",
                          TAKAMATSU_NAME);
    for (int i = 0; i < b->n_names; i++)
        if (tm_span_is(name, b->room[i].name)) return i;
    if (b->n_names == TAKAMATSU_ROOMS)
        return tm_why_not(why, TM_ERANGE, "but a palace has at most %d rooms", TAKAMATSU_ROOMS);
    takamatsu_room *room = &b->room[b->n_names];
    __builtin_memset(room, 0, sizeof *room);
    set_name(room, name);
    room->place = TAKAMATSU_NONE;
    return b->n_names++;
}

/* KIND has one or two words: returns how many, or an error. */
static int read_kind(const tm_span *words, int n, takamatsu_room *room, tm_why *why)
{
    int kind = 0;
    while (kind <= TAKAMATSU_INNER && !(n > 0 && tm_span_is(words[0], takamatsu_kind_words[kind]))) kind++;
    if (kind > TAKAMATSU_INNER)
        return tm_why_not(why, TM_EUNKNOWN,
                          "expected the kind of the room: plain, +1, +2, outer COLOUR or inner COLOUR");
    room->kind = (uint8_t)kind;
    room->colour = TAKAMATSU_NONE;
    if (kind < TAKAMATSU_OUTER) return 1;
    const int colour = n > 1 && words[1].len == 1 ? takamatsu_colour_of(words[1].at[0]) : TM_ESYNTAX;
    if (colour < 0)
        return tm_why_not(why, TM_EUNKNOWN, "expected a colour, one of %s, after outer or inner", "b k p r y");
    room->colour = (uint8_t)colour;
    return 2;
}

static int check_colour(const takamatsu_box *b, const takamatsu_room *room, tm_why *why)
{
    if (room->colour == TAKAMATSU_NONE) return TM_OK;
    for (int i = 0; i < b->n_names; i++) {
        const takamatsu_room *other = &b->room[i];
        if (other->place == TAKAMATSU_NONE || other->kind != room->kind || other->colour != room->colour) continue;
        const char colour[2] = {takamatsu_letter[room->colour], 0};
        return room->kind == TAKAMATSU_OUTER
                   ? tm_why_not(why, TM_EILLEGAL, "but %s is already the outer room of %s", other->name, colour)
                   : tm_why_not(why, TM_EILLEGAL, "but %s is already the inner room of %s", other->name, colour);
    }
    return TM_OK;
}

/* The rooms after `>`. */
static int read_arrows(takamatsu_box *b, int from, const tm_span *words, int n, uint8_t *out_arrow, tm_why *why)
{
    if (n < 2 || n > 3 || !tm_span_is(words[0], ">"))
        return tm_why_not(why, TM_ESYNTAX, "expected > and the one or two rooms its arrows lead to");
    out_arrow[1] = TAKAMATSU_NONE;
    for (int i = 1; i < n; i++) {
        const int to = find_room(b, words[i], why);
        if (to < 0) return to;
        if (to == from) return tm_why_not(why, TM_EILLEGAL, "but an arrow cannot lead from a room to itself");
        if (i == 2 && to == out_arrow[0])
            return tm_why_not(why, TM_EILLEGAL, "but its two arrows must lead to different rooms");
        out_arrow[i - 1] = (uint8_t)to;
    }
    return TM_OK;
}

/* `words` are those after `room`. A refused line does not change `b`, which is the caller's copy. */
static int read_room(takamatsu_box *b, const tm_span *words, int n, tm_why *why)
{
    takamatsu_room room;
    if (!(b->given & GIVEN_ROOM)) b->n_rooms = b->n_names = 0; /* if any room is given, all are */
    b->given |= GIVEN_ROOM;
    if (n < 1) return tm_why_not(why, TM_ESYNTAX, "expected room NAME KIND > NAME [NAME]");
    const int at = find_room(b, words[0], why);
    if (at < 0) return at;
    room = b->room[at];
    if (room.place != TAKAMATSU_NONE)
        return tm_why_not(why, TM_EILLEGAL, "but the room %s was already given", room.name);
    const int taken = read_kind(words + 1, n - 1, &room, why);
    if (taken < 0) return taken;
    int status = check_colour(b, &room, why);
    if (!status) status = read_arrows(b, at, words + 1 + taken, n - 1 - taken, room.arrow, why);
    if (status) return status;
    room.place = b->n_rooms++;
    b->room[at] = room;
    return TM_OK;
}

int takamatsu_box_line(void *box, const tm_span *words, int n_words, tm_why *why)
{
    takamatsu_box staged = *(takamatsu_box *)box;
    int status;
    if (n_words > 0 && tm_span_is(words[0], "open"))
        status = read_open(&staged, words + 1, n_words - 1, why);
    else if (n_words > 0 && tm_span_is(words[0], "hidden"))
        status = read_hidden(&staged, words + 1, n_words - 1, why);
    else if (n_words > 0 && tm_span_is(words[0], "room"))
        status = read_room(&staged, words + 1, n_words - 1, why);
    else
        status = tm_why_not(why, TM_EUNKNOWN, "expected a line that starts with open, hidden or room");
    if (status) return status;
    *(takamatsu_box *)box = staged;
    return TM_OK;
}

/* The checks below count `nth` down, and refuse for the reason at which it is 0. */

/* K4: each colour has an outer and an inner room. Reading the lines has made sure that none has two. */
static int check_colours(const takamatsu_box *b, int *nth, tm_why *why)
{
    bool outer[TAKAMATSU_COLOURS] = {false}, inner[TAKAMATSU_COLOURS] = {false};
    for (int i = 0; i < b->n_names; i++) {
        if (b->room[i].place == TAKAMATSU_NONE) continue;
        if (b->room[i].kind == TAKAMATSU_OUTER) outer[b->room[i].colour] = true;
        if (b->room[i].kind == TAKAMATSU_INNER) inner[b->room[i].colour] = true;
    }
    for (int i = 0; i < TAKAMATSU_COLOURS; i++) {
        const char colour[2] = {takamatsu_letter[i], 0};
        if (!outer[i] && (*nth)-- == 0) return tm_why_not(why, TM_EILLEGAL, "%s has no outer room", colour);
        if (!inner[i] && (*nth)-- == 0) return tm_why_not(why, TM_EILLEGAL, "%s has no inner room", colour);
    }
    return TM_OK;
}

static uint32_t step(const takamatsu_box *b, uint32_t from)
{
    uint32_t to = 0;
    for (int i = 0; i < b->n_names; i++) {
        if (!(from >> i & 1)) continue;
        for (int k = 0; k < 2; k++)
            if (b->room[i].arrow[k] != TAKAMATSU_NONE) to |= 1u << b->room[i].arrow[k];
    }
    return to;
}

/* For each room, the way back to it, and the first room to which there is no way. */
static int check_ways(const takamatsu_box *b, int *nth, tm_why *why)
{
    for (int i = 0; i < b->n_names; i++) {
        const uint32_t self = 1u << i;
        if (step(b, self | step(b, self)) & self && (*nth)-- == 0)
            return tm_why_not(why, TM_EILLEGAL, "the way from %s back to %s takes fewer than three steps",
                              b->room[i].name, b->room[i].name);
        uint32_t seen = self;
        for (int n = 1; n < b->n_names; n++) seen |= step(b, seen);
        int unseen = 0;
        while (unseen < b->n_names && seen >> unseen & 1) unseen++;
        if (unseen < b->n_names && (*nth)-- == 0)
            return tm_why_not(why, TM_EILLEGAL, "there is no way from %s to %s", b->room[i].name, b->room[unseen].name);
    }
    return TM_OK;
}

int takamatsu_box_flaw(const void *box, int nth, tm_why *why)
{
    const takamatsu_box *b = (const takamatsu_box *)box;
    bool whole = true;
    for (int i = 0; i < b->n_names; i++) {
        if (b->room[i].place != TAKAMATSU_NONE) continue;
        whole = false;
        if (nth-- == 0)
            return tm_why_not(why, TM_EUNKNOWN, "an arrow leads to %s, but there is no such room", b->room[i].name);
    }
    const int status = check_colours(b, &nth, why);
    if (status || !whole) return status; /* rooms that do not exist lead nowhere */
    return check_ways(b, &nth, why);
}

int takamatsu_box_check(const void *box, tm_why *why)
{
    return takamatsu_box_flaw(box, 0, why);
}
