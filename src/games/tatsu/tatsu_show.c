/* TATSU for a person: the table as lines of text, and events in words. */
#include "tatsu_text.h"

#include "base/bits.h"

enum { NAME_COLUMN = 2, CARDS_COLUMN = 22, LAID_COLUMN = 62, CARD_WORDS = 64 };

static const char *clan_name(const tm_say *say, int clan)
{
    return clan ? tm_tr(say, "yellow") : tm_tr(say, "red");
}

static const char *place_name(const tatsu_config *c, const tatsu_public *o, int place, const tm_say *say)
{
    if (tatsu_is_ghost(c, place)) return tm_tr(say, "the ghost");
    return say->names[tatsu_player_at(c, o->round, place)];
}

static void put_cards(tm_text *out, uint32_t cards)
{
    for (const char *space = ""; cards; space = " ") {
        tm_put_str(out, space);
        tatsu_put_card(out, tm_bits_take(&cards));
    }
}

/* A card in words. */
static void put_in_words(tm_text *out, int card, const tm_say *say)
{
    const bool red = !tatsu_clan_of(card);
    const int power = tatsu_power(card);
    if (card >= TATSU_CARDS)
        tm_put_char(out, '?');
    else if (power < 0)
        tm_put_str(out, red ? tm_tr(say, "red fusion") : tm_tr(say, "yellow fusion"));
    else if (power == 0)
        tm_put_fmt(out, red ? tm_tr(say, "red ×%d") : tm_tr(say, "yellow ×%d"),
                   (int)tatsu_multiplier_of(1u << card, !red));
    else if (power == 1)
        tm_put_fmt(out, red ? tm_tr(say, "red 1 (%d points)") : tm_tr(say, "yellow 1 (%d points)"), tatsu_worth(card));
    else
        tm_put_fmt(out, red ? tm_tr(say, "red %d") : tm_tr(say, "yellow %d"), power);
}

static void show_laid(tm_text *out, const tatsu_config *c, const tatsu_public *o, int place)
{
    for (int i = 0; i < o->n_laid; i++) {
        if (((o->leader + i) & (c->places - 1)) != place) continue;
        tm_put_char(out, '[');
        tatsu_put_card(out, o->laid[i]);
        tm_put_char(out, ']');
    }
}

/* The seven columns of two players: what is on top and which clan lies beneath. */
static void show_columns(tm_text *out, const tatsu_public *o, int seat)
{
    for (int at = TATSU_COLUMNS * seat; at < TATSU_COLUMNS * (seat + 1); at++) {
        if (o->up[at] == TATSU_NONE)
            tm_put_str(out, ".");
        else
            tatsu_put_card(out, o->up[at]);
        const int down = tatsu_down(o, at);
        if (down != TATSU_NONE) tm_put_str(out, down ? "/y" : "/r");
        tm_put_char(out, ' ');
    }
}

static void show_place(tm_text *out, const tatsu_config *c, const tatsu_view_data *v, int place, const tm_say *say)
{
    const tatsu_public *o = &v->open;
    const bool turn = (o->phase == TATSU_PLAYING || o->phase == TATSU_GIVING) && place == tatsu_turn_place(c, o);
    tm_put_str(out, turn ? "> " : "  ");
    tm_put_pad(out, NAME_COLUMN);
    tm_put_fmt(out, "%s (%s)", place_name(c, o, place, say), clan_name(say, place & 1));
    tm_put_pad(out, CARDS_COLUMN);
    if (c->seats == 2)
        show_columns(out, o, place);
    else if (v->known[place])
        put_cards(out, v->known[place]);
    else
        tm_put_fmt(out, tm_tr(say, "%d red, %d yellow"), v->count[place][0], v->count[place][1]);
    if (o->n_laid > 0) {
        tm_put_pad(out, LAID_COLUMN);
        show_laid(out, c, o, place);
    }
    while (out->len && out->at[out->len - 1] == ' ') out->at[--out->len] = 0;
    tm_put_char(out, '\n');
}

static void show_scores(tm_text *out, const tatsu_config *c, const tatsu_public *o, const tm_say *say)
{
    for (int i = 0; i < c->seats; i++) {
        tm_put_str(out, i ? ", " : "");
        tm_put_fmt(out, "%s %d", say->names[i], o->total[i]);
    }
    tm_put_char(out, '\n');
}

void tatsu_show(const void *config, const void *view, const tm_say *say, tm_text *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    const tatsu_public *o = &v->open;
    if (o->phase != TATSU_OVER && o->phase != TATSU_DEALING) {
        tm_put_fmt(out, tm_tr(say, "Round %d, trick %d of %d"), o->round + 1, o->trick + 1, TATSU_TRICKS);
        tm_put_char(out, '\n');
        for (int place = 0; place < c->places; place++) show_place(out, c, v, place, say);
        for (int clan = 0; clan < 2; clan++) {
            tm_put_fmt(out, tm_tr(say, "Captured by %s: "), clan_name(say, clan));
            if (o->captured[clan]) {
                put_cards(out, o->captured[clan]);
                tm_put_fmt(out, tm_tr(say, " (points %d, times %d)"), tatsu_worth_of(o->captured[clan]),
                           tatsu_multiplier_of(o->captured[clan], clan));
            } else {
                tm_put_str(out, tm_tr(say, "nothing"));
            }
            tm_put_char(out, '\n');
        }
        if (o->pot) {
            tm_put_str(out, tm_tr(say, "In the pot: "));
            put_cards(out, o->pot);
            tm_put_char(out, '\n');
        }
    }
    if (o->phase == TATSU_GIVING) {
        const int turn = tatsu_turn_place(c, o);
        tm_put_fmt(out, tm_tr(say, "%s: waiting for a %s card from %s"), place_name(c, o, turn, say),
                   clan_name(say, turn & 1), place_name(c, o, o->asked, say));
        tm_put_char(out, '\n');
    }
    tm_put_fmt(out, tm_tr(say, "Score (the game ends at %d): "), c->target);
    show_scores(out, c, o, say);
}

static void tell_deal(tm_text *out, const tatsu_config *c, const tatsu_public *o, const tm_say *say)
{
    tm_put_fmt(out, tm_tr(say, "Round %d. Dealer, and first to play: %s"), o->round + 1,
               place_name(c, o, o->leader, say));
    tm_put_char(out, '\n');
}

static void tell_decision(tm_text *out, const tatsu_config *c, const tatsu_public *o, const tm_event *seen,
                          const tm_say *say)
{
    const int turn = tatsu_turn_place(c, o);
    const uint32_t verb = seen->action & ~0xffu, argument = seen->action & 0xffu;
    const char *lays = place_name(c, o, o->phase == TATSU_GIVING ? o->asked : turn, say);
    char room[CARD_WORDS];
    tm_text card;
    tm_text_init(&card, room, sizeof room);
    if (verb == TATSU_PLAY || verb == TATSU_GIVE) put_in_words(&card, (int)argument, say);

    if (verb == TATSU_PLAY)
        tm_put_fmt(out, tm_tr(say, "%s: play %s"), lays, room);
    else if (verb == TATSU_GIVE)
        tm_put_fmt(out, tm_tr(say, "%s: give %s to %s"), lays, room, place_name(c, o, turn, say));
    else if (verb == TATSU_FLIP)
        tm_put_fmt(out, tm_tr(say, "%s: turn over the face-down card of column %u"), lays, argument);
    else {
        const char *whom = seen->action == TATSU_ASK_GHOST      ? tm_tr(say, "the ghost")
                           : seen->action == TATSU_ASK_OPPONENT ? place_name(c, o, !turn, say)
                                                                : say->names[argument];
        tm_put_fmt(out, tm_tr(say, "%s: ask %s for a %s card"), lays, whom, clan_name(say, turn & 1));
    }
    tm_put_char(out, '\n');
}

/* The trick that `card` completed: who won it, or who leads after a fusion. */
static void tell_trick(tm_text *out, const tatsu_config *c, const tatsu_public *before, const tatsu_public *after,
                       int card, const tm_say *say)
{
    int lead = -1, best = 0;
    uint8_t laid[4];
    __builtin_memcpy(laid, before->laid, 4);
    if (before->n_laid < 4) laid[3] = (uint8_t)card;
    for (int i = 0; i < 4; i++) {
        if (tatsu_power(laid[i]) < 0 && lead < 0) lead = i;
        if (tatsu_power(laid[i]) > tatsu_power(laid[best])) best = i;
    }
    const char *leader = place_name(c, before, (before->leader + (lead < 0 ? best : lead)) & (c->places - 1), say);
    const bool last = after->round != before->round;
    tm_put_str(out, "  ");
    if (lead < 0)
        tm_put_fmt(out, tm_tr(say, "Winner of the trick: %s"), leader);
    else if (last)
        tm_put_str(out, tm_tr(say, "A fusion in the last trick: nobody wins it."));
    else
        tm_put_fmt(out, tm_tr(say, "A fusion: the trick stays in the pot. Next to lead: %s"), leader);
    tm_put_char(out, '\n');
    if (!last) return;
    tm_put_fmt(out, tm_tr(say, "End of round %d: "), before->round + 1);
    show_scores(out, c, after, say);
}

void tatsu_tell(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                tm_text *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_public *b = &((const tatsu_view_data *)before)->open, *a = &((const tatsu_view_data *)after)->open;
    const bool chance = seen->seat == TM_CHANCE;
    int card = (int)(seen->action & 0xffu);
    if (chance && seen->outcome.kind == TATSU_DEAL) {
        tell_deal(out, c, a, say);
        return;
    }
    if (chance) {
        char room[CARD_WORDS];
        tm_text text;
        card = seen->outcome.b[0];
        tm_text_init(&text, room, sizeof room);
        put_in_words(&text, card, say);
        tm_put_str(out, "  ");
        tm_put_fmt(out, tm_tr(say, "The card underneath is %s."), room);
        tm_put_char(out, '\n');
    } else {
        tell_decision(out, c, b, seen, say);
    }
    if (a->trick != b->trick || a->round != b->round) tell_trick(out, c, b, a, card, say);
}

/* A message id, or NULL. */
static const char *reason(const tatsu_config *c, const tatsu_view_data *v, tm_action action)
{
    const tatsu_public *o = &v->open;
    const uint32_t verb = action & ~0xffu, card = action & 0xffu;
    const bool giving = o->phase == TATSU_GIVING;
    if (!tatsu_is_sound(c, v) || (!giving && o->phase != TATSU_PLAYING)) return NULL;
    const int turn = tatsu_turn_place(c, o);
    if (verb == TATSU_FLIP) return N_("a face-down card can be used only when there is no face-up card of that clan");
    if (giving && verb != TATSU_GIVE) return N_("you were asked for a card: give one");
    if (verb == TATSU_ASK) return N_("you can only ask another player who has a card of the clan whose turn it is");
    if (!giving && verb == TATSU_GIVE) return N_("nobody has asked for a card");
    if (card >= TATSU_CARDS || !(v->known[giving ? o->asked : turn] >> card & 1))
        return N_("the card must come from the hand whose turn it is, or from the one that was asked");
    return giving ? N_("you were asked for a card of the other clan")
                  : N_("that card belongs to the other clan: you can give it, but not play it");
}

void tatsu_why(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const char *id = reason((const tatsu_config *)config, (const tatsu_view_data *)view, action);
    if (id) tm_put_str(out, tm_tr(say, id));
}

void tatsu_describe(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    const tatsu_public *o = &v->open;
    const uint32_t verb = action & ~0xffu, argument = action & 0xffu;
    char room[CARD_WORDS];
    tm_text card;
    if (!tatsu_is_sound(c, v) || (o->phase != TATSU_PLAYING && o->phase != TATSU_GIVING)) return;
    const int turn = tatsu_turn_place(c, o);
    tm_text_init(&card, room, sizeof room);
    if (verb == TATSU_PLAY) {
        put_in_words(out, (int)argument, say);
    } else if (verb == TATSU_GIVE) {
        put_in_words(&card, (int)argument, say);
        tm_put_fmt(out, tm_tr(say, "%1$s, for %2$s"), room, place_name(c, o, turn, say));
    } else if (verb == TATSU_FLIP) {
        tm_put_fmt(out, tm_tr(say, "turn the card beneath column %u"), argument);
    } else if (action == TATSU_ASK_GHOST || action == TATSU_ASK_OPPONENT || argument < c->seats) {
        const char *whom = action == TATSU_ASK_GHOST      ? tm_tr(say, "the ghost")
                           : action == TATSU_ASK_OPPONENT ? place_name(c, o, !turn, say)
                                                          : say->names[argument];
        tm_put_fmt(out, turn & 1 ? tm_tr(say, "ask %s for a yellow card") : tm_tr(say, "ask %s for a red card"), whom);
    }
}

/* A fusion decides over a whole trick (T8, T9), and a card that is turned over stays so. */
const char *tatsu_caution(const void *config, const void *view, tm_action action)
{
    const tatsu_config *c = (const tatsu_config *)config;
    const tatsu_view_data *v = (const tatsu_view_data *)view;
    const uint32_t verb = action & ~0xffu, card = action & 0xffu;
    if (!tatsu_is_sound(c, v)) return NULL;
    if (verb == TATSU_FLIP) return N_("Nobody knows what lies beneath. Turn the card over?");
    if ((verb != TATSU_PLAY && verb != TATSU_GIVE) || card % TATSU_CLAN != TATSU_FUSION) return NULL;
    return v->open.trick == TATSU_TRICKS - 1
               ? N_("A fusion in the last trick: nobody wins the cards that lie here. Use it?")
               : N_("With a fusion nobody wins this trick yet: its cards wait for the next one. Use it?");
}
