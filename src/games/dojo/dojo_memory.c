/* Dojo: dojos that the rules of thumb have looked at. See dojo_memory.h.
 *
 * What is found is compared with the dojo as it lies there, so it is never wrong. A dojo that is not found is mostly one that was seen, and has got
 * one more card since: then only that card's row and column are counted again. */
#include "dojo_memory.h"

_Static_assert(DOJO_STRIDE == sizeof(uint64_t), "a row of the grid is a word");

/* Four bytes and one, or seven with one of them twice: a copy of five or seven would be written and read again. */
static uint64_t rows_of(const uint8_t *at_row)
{
    uint32_t first;
    __builtin_memcpy(&first, at_row, sizeof first);
    return (uint64_t)at_row[DOJO_GRID_ROWS - 1] << 32 | first;
}

static uint64_t cols_of(const uint8_t *at_col)
{
    uint32_t first, last;
    __builtin_memcpy(&first, at_col, sizeof first);
    __builtin_memcpy(&last, at_col + DOJO_GRID_COLUMNS - sizeof last, sizeof last);
    return (uint64_t)last << 32 | first;
}

static dojo_sight sight_of(const dojo_public *o, int seat)
{
    dojo_sight s = {.at_row = rows_of(o->at_row[seat]), .at_col = cols_of(o->at_col[seat])};
    __builtin_memcpy(s.card, o->card[seat], sizeof s.card);
    return s;
}

/* Whether the dojo is another one. Added up rather than asked one after the other: no guess is any good. */
static bool differs(const dojo_sight *s, const dojo_public *o, int seat)
{
    uint64_t different = (s->at_row ^ rows_of(o->at_row[seat])) | (s->at_col ^ cols_of(o->at_col[seat]));
    for (int row = 0; row < DOJO_GRID_ROWS; row++) {
        uint64_t cards;
        __builtin_memcpy(&cards, &o->card[seat][row * DOJO_STRIDE], sizeof cards);
        different |= s->card[row] ^ cards;
    }
    return different;
}

/* The place of the only card that is new; -1 if anything else is, too. */
static int new_card(const dojo_sight *was, const dojo_sight *is)
{
    int place = -1;
    if (was->at_row != is->at_row || was->at_col != is->at_col) return -1;
    for (int row = 0; row < DOJO_GRID_ROWS; row++) {
        const uint64_t different = was->card[row] ^ is->card[row];
        if (!different) continue;
        const int col = __builtin_ctzll(different) / 8;
        if (place >= 0 || different >> 8 * col > UINT8_MAX || was->card[row] >> 8 * col & UINT8_MAX) return -1;
        place = row * DOJO_STRIDE + col;
    }
    return place;
}

/* Not inlined, because it is seldom needed, and seen_of() all the time. */
static __attribute__((noinline)) void look_anew(const dojo_memory *memory, const dojo_public *o, int seat, int n_cards,
                                                dojo_seen *out)
{
    const dojo_seen *before = &memory->of[seat][n_cards ? n_cards - 1 : 0];
    const dojo_sight sight = sight_of(o, seat);
    const int place = before->any ? new_card(&before->sight, &sight) : -1;
    if (place < 0 || !dojo_look_on(o, seat, &before->lines, place, &out->lines)) dojo_look_at(o, seat, &out->lines);
    out->sight = sight;
    out->any = true;
    out->known = 0;
}

static dojo_seen *seen_of(dojo_memory *memory, const dojo_public *o, int seat)
{
    const int n_cards = __builtin_popcountll(o->built[seat]);
    dojo_seen *seen = &memory->of[seat][n_cards];
    if (!seen->any || seen->lines.stage != dojo_stage(o) || differs(&seen->sight, o, seat))
        look_anew(memory, o, seat, n_cards, seen);
    return seen;
}

static dojo_gains gains_of(dojo_seen *seen, int card)
{
    const int disciple = dojo_disciple(card), belt = dojo_belt(card);
    const uint32_t row = 1u << disciple, col = 1u << (DOJO_DISCIPLES + belt);
    dojo_gains g = {.corner = dojo_corner(&seen->lines)};
    if (!(seen->known & row)) dojo_row_gains(&seen->lines, disciple, seen->row[disciple]);
    if (!(seen->known & col)) dojo_col_gains(&seen->lines, belt, seen->col[belt - 1]);
    seen->known = (uint16_t)(seen->known | row | col);
    __builtin_memcpy(g.row, seen->row[disciple], sizeof g.row);
    __builtin_memcpy(g.col, seen->col[belt - 1], sizeof g.col);
    return g;
}

const dojo_lines *dojo_recall(dojo_memory *memory, const dojo_public *o, int seat, dojo_lines *room)
{
    if (memory) return &seen_of(memory, o, seat)->lines;
    dojo_look_at(o, seat, room);
    return room;
}

dojo_gains dojo_recall_gains(dojo_memory *memory, const dojo_public *o, int seat, int card)
{
    if (memory) return gains_of(seen_of(memory, o, seat), card);
    dojo_lines lines;
    dojo_look_at(o, seat, &lines);
    return dojo_gains_of(&lines, card);
}

const dojo_lines *dojo_recall_with(dojo_memory *memory, const dojo_public *o, int seat, int card, dojo_lines *room,
                                   int *out_fit)
{
    *out_fit = 0;
    if (memory) {
        dojo_seen *seen = seen_of(memory, o, seat);
        if (!card) return &seen->lines;
        const dojo_gains g = gains_of(seen, card);
        *out_fit = dojo_best_gain(&seen->lines, &g);
        return &seen->lines;
    }
    dojo_look_at(o, seat, room);
    if (card) *out_fit = dojo_fit(room, card);
    return room;
}

int dojo_recall_fit(dojo_memory *memory, const dojo_public *o, int seat, int card)
{
    dojo_lines room;
    int fit;
    dojo_recall_with(memory, o, seat, card, &room, &fit);
    return fit;
}
