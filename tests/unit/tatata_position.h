/* Hand-made positions of TATATA!, drawn as a line of text.
 *
 *     tm_table *t = position(2, "rules=full", "B ? ?(0) clouds(1) B ? ? ?", "F1 T3 / M6", "laser / -");
 *
 * The circuit from base 0 on: `B` a base, `?` a card that nobody has turned, a kind (`rain`, with `!` for a hurricane
 * that has blown in this turn), `.` the gap under a plane; in brackets the plane there, `*` if it burns, `~` if it is
 * in smoke. Then Deck hands and Sky cards held, by seat. Cards that nobody holds are in the draw pile. The circuit is
 * filled up with unturned cards at its end until all legs could have been equally long. It is the turn of seat 0, which
 * has drawn. */
#ifndef UNIT_TATATA_POSITION_H
#define UNIT_TATATA_POSITION_H

#include "games/tatata/tatata_circuit.h"
#include "games/tatata/tatata_rules.h"
#include "games/tatata/tatata_view.h"
#include "unit/play.h"

static inline tatata_state *state_of(tm_table *t)
{
    return t->state;
}

static inline tatata_public *open_of(tm_table *t)
{
    return &state_of(t)->open;
}

static inline int space_named(tm_span word)
{
    if (tm_span_is(word, "B")) return TATATA_BASE;
    if (tm_span_is(word, ".")) return TATATA_GAP;
    if (tm_span_is(word, "?")) return TATATA_DOWN;
    if (tm_span_is(word, "hurricane!")) return TATATA_BLOWN;
    const int kind = tatata_read_kind(word);
    cr_assert_neq(kind, TATATA_NO_KIND, "no space is called %.*s", (int)word.len, word.at);
    return TATATA_UP + kind;
}

static inline void draw_space(tatata_public *o, tm_span word)
{
    tm_span name = word;
    int plane = 0;
    for (uint32_t i = 0; i < word.len; i++) {
        if (word.at[i] != '(') continue;
        const int seat = word.at[i + 1] - '0';
        name.len = i;
        plane = seat + 1;
        o->at[seat] = o->n_ring;
        for (uint32_t k = i; k < word.len; k++) {
            if (word.at[k] == '*') o->burning |= (uint8_t)(1u << seat);
            if (word.at[k] == '~') o->smoking |= (uint8_t)(1u << seat);
        }
    }
    o->ring[o->n_ring++] = (uint8_t)(space_named(name) + TATATA_PLANE * plane);
}

static inline int cards_in_play(const tatata_public *o)
{
    int n = o->back != TATATA_NO_KIND;
    for (int i = 0; i < o->n_ring; i++) n += tatata_is_card(o->ring[i]);
    for (int seat = 0; seat < TATATA_SEATS; seat++)
        for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++) n += o->held[seat][i];
    return n;
}

static inline void draw_circuit(tatata_public *o, const char *circuit)
{
    tm_span rest = tm_span_of(circuit), word;
    int seat = 0;
    memset(o->ring, 0, sizeof o->ring);
    o->n_ring = 0;
    while (tm_span_word(&rest, &word)) {
        if (word.at[0] == 'B') o->base[seat++] = o->n_ring;
        draw_space(o, word);
    }
}

/* `F1 T3 / M6`, or `-` for nothing; each word goes to `give`. */
static inline void deal_words(tatata_state *s, const char *text, void (*give)(tatata_state *, int, tm_span))
{
    tm_span rest = tm_span_of(text), word;
    int seat = 0;
    while (*text && tm_span_word(&rest, &word)) {
        if (tm_span_is(word, "/"))
            seat++;
        else if (!tm_span_is(word, "-"))
            give(s, seat, word);
    }
}

static inline void give_deck(tatata_state *s, int seat, tm_span word)
{
    cr_assert_neq(tatata_read_card(word), TATATA_NO_CARD, "no card is called %.*s", (int)word.len, word.at);
    s->hand[seat] |= tatata_card(tatata_read_card(word));
}

static inline void give_sky(tatata_state *s, int seat, tm_span word)
{
    s->open.held[seat][tatata_read_kind(word) - TATATA_SMOKE]++;
}

static inline void count_unseen(tatata_public *o, const tatata_config *c)
{
    memcpy(o->unseen, c->count, sizeof o->unseen);
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]);
        if (face >= TATATA_UP) o->unseen[face == TATATA_BLOWN ? TATATA_HURRICANE : face - TATATA_UP]--;
    }
    for (int seat = 0; seat < TATATA_SEATS; seat++)
        for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++)
            o->unseen[TATATA_SMOKE + i] = (uint8_t)(o->unseen[TATATA_SMOKE + i] - o->held[seat][i]);
}

static inline tm_table *position_in_box(int n_seats, const char *options, const char *circuit, const char *hands,
                                        const char *held, const char *box)
{
    tm_table *t = play_open(tm_game_find(tm_span_of("tatata")), n_seats, options, box);
    tatata_state *s = state_of(t);
    tatata_config *c = t->config;
    draw_circuit(&s->open, circuit);
    deal_words(s, hands, give_deck);
    deal_words(s, held, give_sky);
    while (cards_in_play(&s->open) < 3 * n_seats || cards_in_play(&s->open) % n_seats)
        s->open.ring[s->open.n_ring++] = TATATA_DOWN;
    c->leg = (uint8_t)(cards_in_play(&s->open) / n_seats);
    count_unseen(&s->open, c);
    s->open.phase = TATATA_ACTING;
    play_check(t);
    return t;
}

static inline tm_table *position(int n_seats, const char *options, const char *circuit, const char *hands,
                                 const char *held)
{
    return position_in_box(n_seats, options, circuit, hands, held, NULL);
}

static inline void write_circuit(const tatata_public *o, tm_text *out)
{
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]), seat = tatata_plane(o->ring[i]);
        tm_put_str(out, i ? " " : "");
        tm_put_str(out, face == TATATA_BASE    ? "B"
                        : face == TATATA_GAP   ? "."
                        : face == TATATA_DOWN  ? "?"
                        : face == TATATA_BLOWN ? "hurricane!"
                                               : tatata_kind_words[face - TATATA_UP]);
        if (seat < 0) continue;
        tm_put_fmt(out, "(%d%s%s)", seat, o->burning >> seat & 1 ? "*" : "", o->smoking >> seat & 1 ? "~" : "");
    }
}

/* The circuit looks so, up to where `expected` ends. */
static inline void expect_circuit(tm_table *t, const char *expected)
{
    char room[1024];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    write_circuit(open_of(t), &text);
    cr_assert_eq(strncmp(room, expected, strlen(expected)), 0, "circuit: found \"%s\", expected \"%s\"", room,
                 expected);
}

static inline bool offers(tm_table *t, int seat, const char *action)
{
    tm_choices choices = {0};
    bool found = false;
    cr_assert_eq(tm_choices_list(&choices, t, seat), TM_OK);
    for (int i = 0; i < choices.n; i++) found |= tm_span_is(choices.list[i].text, action);
    tm_choices_free(&choices);
    return found;
}

static inline void expect_offer(tm_table *t, int seat, const char *action, bool expected)
{
    cr_assert_eq(offers(t, seat, action), expected, "seat %d: %s is %s", seat, action,
                 expected ? "missing" : "offered");
}

#endif
