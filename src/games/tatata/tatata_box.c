/* TATATA!: the box. The rulebook gives the kinds, 36 Deck cards and 30 Sky cards; we assume three Sky cards of each
 * kind, all strengths except odin's, and the small numbers of the Deck cards (A2, A3).
 *
 * A file may give any number of Sky cards, so that a box of another printing can be played: as long as there are
 * enough for the shortest circuit, two legs of three. Whether there are enough for the players and the leg chosen is
 * checked when a game is set up. */
#include "tatata_box.h"

enum { COPIES = 3, MIN_CARDS = 6 };

static const char SUITS[] = "FTMJAL";

const char *const tatata_kind_words[TATATA_KINDS] = {"clouds", "odin",    "rain",  "hurricane", "beer",
                                                     "smoke",  "krauten", "laser", "missile",   "bomb"};

static const uint8_t STRENGTH[TATATA_KINDS] = {0, 4, 3, 0, 0, 0, 3, 4, 5, 4};
static const uint8_t BOLT = 2;
static const uint8_t OTHERS[TATATA_SUIT] = {3, 3, 2, 2, 1, 1}; /* A2: in the colours that are not the card's own */

void tatata_put_card(tm_text *out, int card)
{
    if (card >= TATATA_DECK) {
        tm_put_char(out, '?');
        return;
    }
    tm_put_char(out, SUITS[card / TATATA_SUIT]);
    tm_put_char(out, (char)('0' + tatata_name_number(card)));
}

int tatata_read_card(tm_span text)
{
    if (text.len != 2 || text.at[1] < '1' || text.at[1] > '6') return TATATA_NO_CARD;
    for (int suit = 0; suit < TATATA_DECK / TATATA_SUIT; suit++)
        if (text.at[0] == SUITS[suit]) return TATATA_SUIT * suit + (text.at[1] - '1');
    return TATATA_NO_CARD;
}

int tatata_read_kind(tm_span text)
{
    for (int kind = 0; kind < TATATA_KINDS; kind++)
        if (tm_span_is(text, tatata_kind_words[kind])) return kind;
    return TATATA_NO_KIND;
}

/* A2. The suits F, T, M, A own the colours blue, red, green, black; J and L have their number in all four. */
static int own_colour(int suit)
{
    switch (suit) {
    case TATATA_F: return TATATA_BLUE;
    case TATATA_T: return TATATA_RED;
    case TATATA_M: return TATATA_GREEN;
    case TATATA_A: return TATATA_BLACK;
    default: return -1;
    }
}

void tatata_box_init(void *box)
{
    tatata_box *b = (tatata_box *)box;
    __builtin_memset(b, 0, sizeof *b);
    __builtin_memset(b->count, COPIES, sizeof b->count);
    __builtin_memcpy(b->strength, STRENGTH, sizeof b->strength);
    b->bolt = BOLT;
    for (int card = 0; card < TATATA_DECK; card++) {
        const int own = own_colour(card / TATATA_SUIT);
        for (int colour = 0; colour < TATATA_COLOURS; colour++)
            b->number[card][colour] =
                own < 0 || colour == own ? (uint8_t)tatata_name_number(card) : OTHERS[card % TATATA_SUIT];
    }
}

static int sky_line(tatata_box *b, const tm_span *words, int n_words, tm_why *why)
{
    int32_t count = 0, strength[2] = {0, 0};
    const int kind = n_words > 1 ? tatata_read_kind(words[1]) : TATATA_NO_KIND;
    if (n_words < 3) return tm_why_not(why, TM_ESYNTAX, "expected \"sky KIND COUNT [STRENGTH]\"");
    if (kind == TATATA_NO_KIND)
        return tm_why_not(why, TM_EUNKNOWN,
                          "a Sky card is clouds, odin, rain, hurricane, beer, smoke, krauten, laser, missile or bomb");
    if (tm_span_int(words[2], 0, TATATA_COUNT_MAX, &count))
        return tm_why_not(why, TM_ERANGE, "expected a count from 0 to %d", TATATA_COUNT_MAX);
    const int n_strengths = kind == TATATA_ODIN ? 2 : STRENGTH[kind] ? 1 : 0;
    if (n_words > 3 && n_strengths == 0)
        return tm_why_not(why, TM_ESYNTAX, "%s does not attack and has no strength", tatata_kind_words[kind]);
    if (n_words > 3 && kind == TATATA_ODIN && n_words != 5)
        return tm_why_not(why, TM_ESYNTAX, "odin has two strengths: for the pilot, and in the clouds");
    if (n_words > 3 && n_words != 3 + n_strengths) return tm_why_not(why, TM_ESYNTAX, "expected one strength");
    for (int i = 3; i < n_words; i++)
        if (tm_span_int(words[i], 1, TATATA_NUMBER_MAX, &strength[i - 3]))
            return tm_why_not(why, TM_ERANGE, "expected a strength from 1 to %d", TATATA_NUMBER_MAX);
    if (b->given_kinds >> kind & 1) return tm_why_not(why, TM_ESYNTAX, "this kind was already given");
    b->given_kinds |= (uint16_t)(1u << kind);
    b->count[kind] = (uint8_t)count;
    if (n_words > 3) b->strength[kind] = (uint8_t)strength[0];
    if (n_words > 4) b->bolt = (uint8_t)strength[1];
    return TM_OK;
}

static int deck_line(tatata_box *b, const tm_span *words, int n_words, tm_why *why)
{
    uint8_t number[TATATA_COLOURS];
    if (n_words != 2 + TATATA_COLOURS)
        return tm_why_not(why, TM_ESYNTAX, "expected \"deck CARD BLUE RED GREEN BLACK\"");
    const int card = tatata_read_card(words[1]);
    if (card == TATATA_NO_CARD)
        return tm_why_not(why, TM_EUNKNOWN,
                          "a Deck card is one of F, T, M, J, A, L and a number from 1 to 6, such as F3");
    for (int colour = 0; colour < TATATA_COLOURS; colour++) {
        int32_t value = 0;
        if (tm_span_int(words[2 + colour], 0, TATATA_NUMBER_MAX, &value))
            return tm_why_not(why, TM_ERANGE, "expected numbers from 0 to %d", TATATA_NUMBER_MAX);
        number[colour] = (uint8_t)value;
    }
    if (b->given >> card & 1) return tm_why_not(why, TM_ESYNTAX, "this card was already given");
    b->given |= (uint64_t)1 << card;
    __builtin_memcpy(b->number[card], number, sizeof number);
    return TM_OK;
}

int tatata_box_line(void *box, const tm_span *words, int n_words, tm_why *why)
{
    tatata_box *b = (tatata_box *)box;
    if (tm_span_is(words[0], "sky")) return sky_line(b, words, n_words, why);
    if (tm_span_is(words[0], "deck")) return deck_line(b, words, n_words, why);
    return tm_why_not(why, TM_EUNKNOWN, "expected \"sky KIND COUNT [STRENGTH]\" or \"deck CARD BLUE RED GREEN BLACK\"");
}

int tatata_box_total(const tatata_box *box)
{
    int total = 0;
    for (int kind = 0; kind < TATATA_KINDS; kind++) total += box->count[kind];
    return total;
}

int tatata_box_check(const void *box, tm_why *why)
{
    const int total = tatata_box_total((const tatata_box *)box);
    if (total < MIN_CARDS)
        return tm_why_not(why, TM_ERANGE, "the shortest circuit needs %d Sky cards, and there are %d", MIN_CARDS,
                          total);
    return TM_OK;
}
