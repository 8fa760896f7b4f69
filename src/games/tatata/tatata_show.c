/* TATATA! for a person: the table as lines of text, and events in words. Sky cards and Deck cards are called by
 * their names in the notation, because that is what a player types. */
#include "tatata_circuit.h"
#include "tatata_legal.h"
#include "tatata_text.h"

enum { NAME_COLUMN = 4, CIRCUIT_COLUMN = 18, HAND_COLUMN = 28, SKY_COLUMN = 46, STATE_COLUMN = 72 };

static const char *const EFFECT[TATATA_KINDS] = {
    N_("clouds: most attacks cannot reach you while you stay there"),
    N_("odin: lightning strikes the pilot, and more weakly every plane in clouds"),
    N_("rain: strikes every plane that is not on a base"),
    N_("hurricane: six points to move planes, up to three Sky cards each"),
    N_("beer: draw a card, keep it or drop it"),
    N_("smoke: hides you until your next turn"),
    N_("krauten: hits the plane right behind you"),
    N_("laser: hits the first plane ahead, before the next base"),
    N_("missile: hits the first plane ahead, wherever it is"),
    N_("bomb: drop it on a plane that you fly over"),
};

static const char *face_word(int face)
{
    if (face == TATATA_BASE) return "base";
    if (face == TATATA_GAP) return "";
    if (face == TATATA_DOWN) return "?";
    if (face == TATATA_SEEN) return "seen";
    return tatata_kind_words[face == TATATA_BLOWN ? TATATA_HURRICANE : face - TATATA_UP];
}

static const char *weapon_word(int weapon)
{
    if (weapon == TATATA_GUN) return "tatata";
    return tatata_kind_words[weapon == TATATA_BOLT ? TATATA_ODIN : weapon];
}

/* One leg per line: the base, then its Sky cards; a plane is its seat in brackets, alone if it took the card. */
static void show_circuit(tm_text *out, const tatata_config *c, const tatata_public *o, const tm_say *say)
{
    int leg = -1;
    tm_put_str(out, tm_tr(say, "The circuit, clockwise; (N) is the plane of seat N, * means on fire"));
    for (int i = 0; i < o->n_ring; i++) {
        const int face = tatata_face(o->ring[i]), there = tatata_plane(o->ring[i]);
        if (face == TATATA_BASE) {
            tm_put_fmt(out, "\n  %d ", ++leg);
            tm_put_pad(out, NAME_COLUMN);
            tm_put_str(out, say->names[leg]);
            tm_put_pad(out, CIRCUIT_COLUMN);
        }
        tm_put_char(out, ' ');
        tm_put_str(out, face_word(face));
        if (there >= 0) tm_put_fmt(out, tatata_is_burning(o, there) ? "(%d*)" : "(%d)", there);
    }
    tm_put_char(out, '\n');
    (void)c;
}

static void put_cards(tm_text *out, uint64_t cards)
{
    for (const char *space = ""; cards; space = " ") {
        tm_put_str(out, space);
        tatata_put_card(out, tatata_take(&cards));
    }
}

static void show_hand(tm_text *out, const tatata_view_data *v, int seat, const tm_say *say)
{
    const int n = tatata_view_cards(v, seat);
    const uint64_t known = tatata_view_known(v, seat);
    put_cards(out, known);
    if (seat == v->seat || (known && tatata_count(known) == n)) return;
    if (known) tm_put_str(out, " + ");
    const int hidden = n - tatata_count(known);
    tm_put_fmt(out, tm_trn(say, "%d card", "%d cards", (unsigned long)hidden), hidden);
}

static void show_player(tm_text *out, const tatata_view_data *v, int seat, const tm_say *say)
{
    const tatata_public *o = &v->open;
    const bool acts = o->phase != TATATA_OVER && o->phase != TATATA_DEALING && seat == o->who;
    tm_put_fmt(out, acts ? "> %d " : "  %d ", seat);
    tm_put_pad(out, NAME_COLUMN);
    tm_put_str(out, say->names[seat]);
    tm_put_pad(out, CIRCUIT_COLUMN);
    const int laps = (int)o->laps[seat];
    tm_put_fmt(out, tm_trn(say, " %d lap", " %d laps", (unsigned long)(laps < 0 ? -laps : laps)), laps);
    tm_put_pad(out, HAND_COLUMN);
    tm_put_char(out, ' ');
    show_hand(out, v, seat, say);
    tm_put_pad(out, SKY_COLUMN);
    for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++)
        for (int n = o->held[seat][i]; n > 0; n--) tm_put_fmt(out, " %s", tatata_kind_words[TATATA_SMOKE + i]);
    if (tatata_is_burning(o, seat) || o->smoking >> seat & 1) tm_put_pad(out, STATE_COLUMN);
    if (tatata_is_burning(o, seat)) tm_put_fmt(out, " %s", tm_tr(say, "on fire"));
    if (o->smoking >> seat & 1) tm_put_fmt(out, " %s", tm_tr(say, "in smoke"));
    while (out->len && out->at[out->len - 1] == ' ') out->at[--out->len] = 0;
    tm_put_char(out, '\n');
}

/* What `who` is asked, if that is not clear from the turn. */
static void show_question(tm_text *out, const tatata_config *c, const tatata_view_data *v, const tm_say *say)
{
    const tatata_public *o = &v->open;
    const char *who = say->names[o->who];
    char room[4];
    tm_text card;
    tm_text_init(&card, room, sizeof room);
    tatata_put_card(&card, v->drawn);
    switch (o->phase) {
    case TATATA_ACTING:
        if (c->full && o->plays == TATATA_FRESH)
            tm_put_str(out, tm_tr(say, "The first card says how many may follow."));
        else
            tm_put_fmt(out, tm_tr(say, "Fly points: %d. Move points: %d."), o->fly, o->move);
        if (c->full && o->plays != TATATA_FRESH) tm_put_fmt(out, tm_tr(say, " Cards to follow: %d."), o->plays);
        if (o->looping) tm_put_str(out, tm_tr(say, " Looping: the next shot goes backward."));
        break;
    case TATATA_ANSWERING:
        tm_put_fmt(out, tm_tr(say, "%1$s: dodge %2$s or take the hit, strength %3$d"), who, weapon_word(o->weapon),
                   o->strength);
        break;
    case TATATA_PUTTING:
        tm_put_fmt(out, tm_tr(say, "%1$s: put %2$s back into the circuit"), who, tatata_kind_words[o->back]);
        break;
    case TATATA_TASTING: tm_put_fmt(out, tm_tr(say, "%1$s: keep or drop %2$s"), who, room); break;
    case TATATA_WINDING:
        tm_put_fmt(out, tm_tr(say, "%1$s: points left for the wind: %2$d"), who, o->wind[o->n_winds - 1].points);
        break;
    default: return;
    }
    tm_put_char(out, '\n');
}

void tatata_show(const void *config, const void *view, const tm_say *say, tm_text *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    const tatata_public *o = &v->open;
    if (o->phase != TATATA_OVER) {
        tm_put_fmt(out, tm_tr(say, "Round %d, turn: %s"), o->round + 1, say->names[o->turn]);
        tm_put_char(out, '\n');
    }
    show_circuit(out, c, o, say);
    for (int seat = 0; seat < c->seats; seat++) show_player(out, v, seat, say);
    show_question(out, c, v, say);
}

/* The owner of the base at `at` in the ring, or -1. */
static int base_owner(const tatata_public *o, int at)
{
    if (tatata_face(o->ring[at]) != TATATA_BASE) return -1;
    int owner = 0;
    while (o->base[owner] != at) owner++;
    return owner;
}

static void tell_flight(tm_text *out, const tm_event *seen, const tatata_public *after, const tm_say *say)
{
    const unsigned number = seen->action >> 4 & 0xfff, bombed = seen->action & 15;
    const int base = base_owner(after, after->at[seen->seat]);
    const char *name = say->names[seen->seat];
    if (base >= 0)
        tm_put_fmt(out, tm_tr(say, "%1$s: fly to base %2$d"), name, base);
    else
        tm_put_fmt(out, tm_trn(say, "%1$s: fly %2$u Sky card ahead", "%1$s: fly %2$u Sky cards ahead", number), name,
                   number);
    if (bombed) tm_put_fmt(out, tm_tr(say, ", bomb on %1$s, strength %2$d"), say->names[bombed - 1], after->strength);
}

/* The name, the card and the number that it brought. */
static void tell_play(tm_text *out, uint32_t verb, const char *name, const char *card, const tatata_public *after,
                      const tm_say *say)
{
    switch (verb) {
    case TATATA_FLY:
        tm_put_fmt(out, tm_tr(say, "%1$s: play %2$s to fly (fly points: %3$d)"), name, card, after->fly);
        break;
    case TATATA_MOVE:
        tm_put_fmt(out, tm_tr(say, "%1$s: play %2$s to move (move points: %3$d)"), name, card, after->move);
        break;
    case TATATA_SHOOT:
        tm_put_fmt(out, tm_tr(say, "%1$s: shoot with %2$s at %3$s, strength %4$d"), name, card, say->names[after->who],
                   after->strength);
        break;
    case TATATA_LOOP: tm_put_fmt(out, tm_tr(say, "%1$s: play %2$s for a looping"), name, card); break;
    case TATATA_ACT:
        tm_put_fmt(out, tm_tr(say, "%1$s: begin with %2$s (cards to follow: %3$d)"), name, card, after->plays);
        break;
    case TATATA_TOSS: tm_put_fmt(out, tm_tr(say, "%1$s: discard %2$s"), name, card); break;
    case TATATA_DODGE: tm_put_fmt(out, tm_tr(say, "%1$s: dodge with %2$s"), name, card); break;
    default: tm_put_fmt(out, tm_tr(say, "%1$s: drop %2$s"), name, card);
    }
}

static void tell_other(tm_text *out, tm_action action, const char *name, const tatata_public *before,
                       const tatata_public *after, const tm_say *say)
{
    const uint32_t argument = action & 0xffu;
    switch (action & ~0xffu) {
    case TATATA_USE:
        if (argument == TATATA_SMOKE)
            tm_put_fmt(out, tm_tr(say, "%1$s: use smoke"), name);
        else
            tm_put_fmt(out, tm_tr(say, "%1$s: use %2$s on %3$s, strength %4$d"), name, tatata_kind_words[argument],
                       say->names[after->who], after->strength);
        break;
    case TATATA_RECOVER:
        tm_put_fmt(out, action == TATATA_END ? tm_tr(say, "%s: end the turn") : tm_tr(say, "%s: put out the fire"),
                   name);
        break;
    case TATATA_TAKE: tm_put_fmt(out, tm_tr(say, "%s: take the hit"), name); break;
    case TATATA_KEEP: tm_put_fmt(out, tm_tr(say, "%s: keep the card"), name); break;
    case TATATA_CALM: tm_put_fmt(out, tm_tr(say, "%s: calm the wind"), name); break;
    case TATATA_WIND:
        tm_put_fmt(out,
                   argument & 4 ? tm_tr(say, "%1$s: blow %2$s back by %3$d")
                                : tm_tr(say, "%1$s: blow %2$s forward by %3$d"),
                   name, say->names[argument >> 3], (int)(argument & 3) + 1);
        break;
    default:
        tm_put_fmt(out, tm_tr(say, "%1$s: put %2$s back into leg %4$d, after Sky card %3$d"), name,
                   tatata_kind_words[before->back], (int)argument, (int)(action >> 8 & 0xff));
    }
}

static void tell_decision(tm_text *out, const tm_event *seen, const tatata_public *before, const tatata_public *after,
                          const tm_say *say)
{
    const tm_action action = seen->action;
    const uint32_t verb = action & ~0xffu, far = action & ~0xffffu;
    const char *name = say->names[seen->seat];
    char room[4];
    tm_text card;
    tm_text_init(&card, room, sizeof room);
    tatata_put_card(&card, (int)(action & 0xff));
    if (far == TATATA_GO || far == TATATA_GO_BASE)
        tell_flight(out, seen, after, say);
    else if (verb <= TATATA_TOSS || verb == TATATA_DODGE || verb == TATATA_DROP)
        tell_play(out, verb, name, room, after, say);
    else
        tell_other(out, action, name, before, after, say);
    tm_put_char(out, '\n');
}

static void tell_chance(tm_text *out, const tm_outcome *outcome, const char *name, const tm_say *say)
{
    char room[4];
    tm_text card;
    tm_text_init(&card, room, sizeof room);
    tatata_put_card(&card, outcome->b[0]);
    if (outcome->kind == TATATA_SKY)
        tm_put_fmt(out, tm_tr(say, "%1$s: turn %2$s"), name, tm_tr(say, EFFECT[outcome->b[0]]));
    else if (outcome->b[0] == TATATA_UNSEEN)
        tm_put_fmt(out, tm_tr(say, "%s: draw a card"), name);
    else
        tm_put_fmt(out, tm_tr(say, "%1$s: draw %2$s"), name, room);
    tm_put_char(out, '\n');
}

/* The consequences for one plane, one indented line each. */
static void tell_outcome(tm_text *out, int seat, const tatata_public *before, const tatata_public *after, bool hit,
                         const tm_say *say)
{
    const char *name = say->names[seat];
    const int base = base_owner(after, after->at[seat]);
    const int32_t laps = after->laps[seat];
    if (tatata_is_burning(after, seat) && !tatata_is_burning(before, seat)) {
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "%s: catch fire"), name);
        tm_put_char(out, '\n');
    }
    if (hit && tatata_is_burning(before, seat) && base >= 0) {
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "%1$s: fall back to base %2$d"), name, base);
        tm_put_char(out, '\n');
    }
    if (laps != before->laps[seat]) {
        tm_put_str(out, "  ");
        if (laps > before->laps[seat])
            tm_put_fmt(out, tm_tr(say, "%1$s: lap %2$d of %3$d"), name, (int)laps, TATATA_LAPS);
        else
            tm_put_fmt(out, tm_tr(say, "%1$s: lose a lap (laps: %2$d)"), name, (int)laps);
        tm_put_char(out, '\n');
    }
    for (int i = 0; i < TATATA_KINDS - TATATA_SMOKE; i++) {
        if (after->held[seat][i] <= before->held[seat][i]) continue;
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "%1$s: take the card %2$s"), name, tatata_kind_words[TATATA_SMOKE + i]);
        tm_put_char(out, '\n');
    }
}

/* A13, `memory=yes`: a card that was turned down again is turned up, and no event says which it is. */
static void tell_turned(tm_text *out, const tatata_view_data *before, const tm_event *seen,
                        const tatata_view_data *after, const tm_say *say)
{
    int seat;
    const int kind = tatata_view_turned(before, seen, after, &seat);
    if (kind == TATATA_NO_KIND) return;
    tm_put_str(out, "  ");
    tm_put_fmt(out, tm_tr(say, "%1$s: turn %2$s"), say->names[seat], tm_tr(say, EFFECT[kind]));
    tm_put_char(out, '\n');
}

void tatata_notice(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                   tm_text *out)
{
    int seat;
    if (!((const tatata_config *)config)->memory) return;
    const int kind = tatata_view_turned((const tatata_view_data *)before, seen, (const tatata_view_data *)after, &seat);
    if (kind != TATATA_NO_KIND) tm_put_fmt(out, tm_tr(say, "Seat %1$d turned up %2$s."), seat, tatata_kind_words[kind]);
}

void tatata_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_public *b = &((const tatata_view_data *)before)->open, *a = &((const tatata_view_data *)after)->open;
    const bool hit = seen->seat != TM_CHANCE && seen->action == TATATA_TAKE;
    if (seen->seat == TM_CHANCE)
        tell_chance(out, &seen->outcome, say->names[b->who], say);
    else
        tell_decision(out, seen, b, a, say);
    if (c->memory) tell_turned(out, (const tatata_view_data *)before, seen, (const tatata_view_data *)after, say);
    for (int seat = 0; seat < c->seats; seat++) tell_outcome(out, seat, b, a, hit && seat == seen->seat, say);
    if (a->n_batches > b->n_batches) {
        tm_put_str(out, "  ");
        tm_put_str(out, tm_tr(say, "The discards become the new draw pile."));
        tm_put_char(out, '\n');
    }
}

/* Why a card in hand, or one of the sky, cannot be played now. */
static const char *why_play(const tatata_config *c, const tatata_view_data *v, uint32_t verb, uint32_t argument)
{
    const tatata_public *o = &v->open;
    const bool deck = verb <= TATATA_TOSS;
    if (deck && (argument >= TATATA_DECK || !(v->hand >> argument & 1))) return N_("you do not have that card");
    if (verb == TATATA_USE &&
        (argument < TATATA_SMOKE || argument >= TATATA_KINDS || !o->held[o->turn][argument - TATATA_SMOKE]))
        return N_("you do not have that card");
    if (verb == TATATA_TOSS) return N_("with the full rules you cannot discard");
    if (verb == TATATA_ACT)
        return N_("only with the full rules, and only the first card of a turn, is played as an action");
    if (c->full && o->plays == TATATA_FRESH) return N_("the first card of a turn must be played as an action");
    if (c->full && !o->plays) return N_("you cannot play any more cards this turn");
    if (verb != TATATA_MOVE && tatata_is_burning(o, o->turn))
        return N_("your plane is on fire: play cards as move to put out the fire");
    if (verb == TATATA_SHOOT || verb == TATATA_USE) return N_("there is no plane to hit, or the card cannot shoot");
    return N_("this card cannot be played that way");
}

/* Where a flight would end if there were points enough: true if the circuit has such a space. */
static bool far_flight(const tatata_public *o, tm_action action, tatata_flight *out)
{
    tatata_public rich = *o;
    const bool to_base = (action & ~0xffffu) == TATATA_GO_BASE;
    const uint32_t number = action >> 4 & 0xfff;
    rich.fly = rich.move = UINT16_MAX;
    *out = tatata_start(&rich, o->turn);
    for (int i = 0; i < TATATA_RING && tatata_step(&rich, o->turn, out); i++) {
        const bool base = tatata_face(o->ring[out->at]) == TATATA_BASE;
        if (base == to_base && number == (base ? out->bases : out->cards)) return true;
    }
    return false;
}

/* A9, A10. */
static void why_flight(tm_text *out, const tatata_public *o, tm_action action, const tm_say *say)
{
    tatata_flight flight;
    if (!far_flight(o, action, &flight)) return;
    const uint32_t fly = flight.cards ? flight.cards : 1, move = flight.bases;
    if (fly <= o->fly && move <= o->move)
        tm_put_str(out, tatata_can_stop(o, o->turn, &flight) ? tm_tr(say, "a bomb hits a plane that you pass")
                                                             : tm_tr(say, "no plane can stop there"));
    else if (move)
        tm_put_fmt(out, tm_tr(say, "points needed: %1$u to fly and %2$u to move; you have %3$u and %4$u"), fly, move,
                   o->fly, o->move);
    else
        tm_put_fmt(out, tm_tr(say, "fly points needed: %1$u; you have %2$u"), fly, o->fly);
}

/* A message id, or NULL. */
static const char *reason(const tatata_config *c, const tatata_view_data *v, tm_action action)
{
    switch (v->open.phase) {
    case TATATA_PUTTING: return N_("put the Sky card back between two others of a leg");
    case TATATA_TASTING: return N_("keep the drawn card or drop it; a hand has at most four cards");
    case TATATA_WINDING: return N_("the wind moves each plane once, up to three Sky cards, and never over a base");
    case TATATA_ACTING: break;
    default: return NULL;
    }
    if (action == TATATA_RECOVER) return N_("you need a move point to put out the fire");
    if ((action & ~0xffu) > TATATA_USE) return NULL;
    return why_play(c, v, action & ~0xffu, action & 0xffu);
}

void tatata_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    const tatata_public *o = &v->open;
    if (!tatata_is_sound(c, v)) return;
    const bool flight = (action & ~0xffffu) == TATATA_GO || (action & ~0xffffu) == TATATA_GO_BASE;
    if (o->phase == TATATA_ANSWERING) {
        /* A16 */
        tm_put_fmt(
            out, tm_tr(say, "you are under attack: dodge with a move card or a joker of at least %d, or take the hit"),
            o->strength);
    } else if (o->phase == TATATA_ACTING && flight && !tatata_is_burning(o, o->turn)) {
        why_flight(out, o, action, say);
    } else {
        const char *id = o->phase == TATATA_ACTING && flight
                             ? N_("your plane is on fire: play cards as move to put out the fire")
                             : reason(c, v, action);
        if (id) tm_put_str(out, tm_tr(say, id));
    }
}

/* A Deck card that is played; it is one of the deck. */
static void describe_play(tm_text *out, const tatata_config *c, const tatata_public *o, uint32_t verb, int card,
                          const tm_say *say)
{
    const uint8_t *number = c->number[card];
    const int target = verb == TATATA_SHOOT ? tatata_target(o, o->turn, TATATA_GUN) : -1;
    switch (verb) {
    case TATATA_FLY: tm_put_fmt(out, tm_tr(say, "fly points: +%d"), number[TATATA_BLUE]); break;
    case TATATA_MOVE: tm_put_fmt(out, tm_tr(say, "move points: +%d"), number[TATATA_GREEN]); break;
    case TATATA_SHOOT:
        if (target >= 0)
            tm_put_fmt(out, tm_tr(say, "shoot at %1$s, strength %2$d"), say->names[target], number[TATATA_RED]);
        break;
    case TATATA_LOOP: tm_put_str(out, tm_tr(say, "the next shot goes backward")); break;
    case TATATA_ACT: tm_put_fmt(out, tm_tr(say, "cards to follow: %d"), number[TATATA_BLACK]); break;
    case TATATA_TOSS: tm_put_str(out, tm_tr(say, "to the discards, for nothing")); break;
    case TATATA_DODGE: tm_put_str(out, tm_tr(say, "the hit misses")); break;
    default: tm_put_str(out, tm_tr(say, "to the discards"));
    }
}

static void describe_flight(tm_text *out, const tatata_config *c, tm_action action, const tm_say *say)
{
    const unsigned number = action >> 4 & 0xfff, bombed = action & 15;
    if ((action & ~0xffffu) == TATATA_GO_BASE)
        tm_put_fmt(out, tm_trn(say, "to the next base", "to base number %u ahead", number), number);
    else
        tm_put_fmt(out, tm_trn(say, "to the next Sky card", "to Sky card number %u ahead", number), number);
    if (bombed && bombed <= c->seats) tm_put_fmt(out, tm_tr(say, ", bomb on %s"), say->names[bombed - 1]);
}

/* A Sky card that is held, and what it does to whom. */
static void describe_use(tm_text *out, const tatata_config *c, const tatata_public *o, uint32_t kind, const tm_say *say)
{
    if (kind == TATATA_SMOKE) {
        tm_put_str(out, tm_tr(say, "hidden until your next turn"));
    } else if (kind > TATATA_SMOKE && kind < TATATA_KINDS && kind != TATATA_BOMB) {
        const int target = tatata_target(o, o->turn, (int)kind);
        if (target >= 0) tm_put_fmt(out, tm_tr(say, "on %1$s, strength %2$d"), say->names[target], c->strength[kind]);
    }
}

static void describe_other(tm_text *out, const tatata_config *c, const tatata_public *o, tm_action action,
                           const tm_say *say)
{
    const uint32_t argument = action & 0xffu;
    const int leg = (int)(action >> 8 & 0xff);
    switch (action & ~0xffu) {
    case TATATA_USE: describe_use(out, c, o, argument, say); return;
    case TATATA_RECOVER:
        tm_put_str(out, action == TATATA_END ? tm_tr(say, "nothing more in this turn") : tm_tr(say, "the fire is out"));
        return;
    case TATATA_TAKE:
        tm_put_str(out, tatata_is_burning(o, o->who) ? tm_tr(say, "your plane falls back to a base")
                                                     : tm_tr(say, "your plane catches fire"));
        return;
    case TATATA_KEEP: tm_put_str(out, tm_tr(say, "into your hand")); return;
    case TATATA_CALM: tm_put_str(out, tm_tr(say, "the wind moves no more planes")); return;
    case TATATA_WIND:
        if (argument >> 3 < c->seats)
            tm_put_fmt(out, argument & 4 ? tm_tr(say, "%1$s: back by %2$d") : tm_tr(say, "%1$s: forward by %2$d"),
                       say->names[argument >> 3], (int)(argument & 3) + 1);
        return;
    default: break;
    }
    if ((action & ~0xffffu) != TATATA_PUT || o->phase != TATATA_PUTTING || leg >= c->seats) return;
    if (argument)
        tm_put_fmt(out, tm_tr(say, "%1$s after Sky card %2$d of leg %3$d"), tatata_kind_words[o->back], (int)argument,
                   leg);
    else
        tm_put_fmt(out, tm_tr(say, "%1$s right after base %2$d"), tatata_kind_words[o->back], leg);
}

void tatata_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    const uint32_t verb = action & ~0xffu, far = action & ~0xffffu, card = action & 0xffu;
    if (!tatata_is_sound(c, v)) return;
    if (far == TATATA_GO || far == TATATA_GO_BASE)
        describe_flight(out, c, action, say);
    else if (verb > TATATA_TOSS && verb != TATATA_DODGE && verb != TATATA_DROP)
        describe_other(out, c, &v->open, action, say);
    else if (card < TATATA_DECK)
        describe_play(out, c, &v->open, verb, (int)card, say);
}

/* What is left to do in a turn that is about to end. */
static const char *left_undone(const tatata_config *c, const tatata_view_data *v)
{
    static const uint32_t VERBS[] = {TATATA_FLY, TATATA_SHOOT, TATATA_MOVE, TATATA_LOOP, TATATA_ACT};
    tatata_state s = {.open = v->open};
    bool plays = false;
    s.hand[v->open.turn] = v->hand;
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) plays |= tatata_playable(c, &s, VERBS[i]) != 0;
    for (int kind = TATATA_SMOKE; kind < TATATA_BOMB; kind++) plays |= tatata_can_use(c, &v->open, kind);
    if (plays) return N_("You can still play a card. End your turn?");
    return tatata_can_go(&v->open) ? N_("You still have fly points. End your turn?") : NULL;
}

const char *tatata_caution(const void *config, const void *view, tm_action action)
{
    const tatata_config *c = (const tatata_config *)config;
    const tatata_view_data *v = (const tatata_view_data *)view;
    if (!tatata_is_sound(c, v) || v->seat != v->open.who) return NULL;
    if (action == TATATA_END && v->open.phase == TATATA_ACTING) return left_undone(c, v);
    if (action != TATATA_TAKE || v->open.phase != TATATA_ANSWERING || v->open.strength > TATATA_NUMBER_MAX) return NULL;
    if (v->hand & c->dodges[v->open.strength]) return N_("One of your cards would dodge this. Take the hit?");
    return NULL;
}
