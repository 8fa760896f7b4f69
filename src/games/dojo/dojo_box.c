/* Dojo: the box. We assume two copies of every card (D2); the rulebook has two of every trophy (D3).
 *
 * Every seat gets one card per turn, so n players need 12 n cards. Every turn may turn up a trophy; with five
 * players, every turn but the first and the last (D19). A box that is too small for five, say, can still be used by
 * four. */
#include "dojo_box.h"

enum { COPIES = 2, COPIES_MAX = 60, MIN_SEATS = 3, MAX_SEATS = 5 };

const char dojo_letters[DOJO_DISCIPLES + 1] = "mftcbr";

const char *const dojo_trophy_words[DOJO_TROPHIES + 1] = {"?",       "belt",    "kimono",   "broom",
                                                          "raccoon", "incense", "assistant"};

void dojo_put_card(tm_text *out, int card)
{
    if (card == DOJO_NONE) {
        tm_put_char(out, '?');
        return;
    }
    tm_put_char(out, dojo_letters[dojo_disciple(card)]);
    tm_put_char(out, (char)('0' + dojo_belt(card)));
}

int dojo_read_card(tm_span text)
{
    if (text.len != 2 || text.at[1] < '1' || text.at[1] > '5') return DOJO_NONE;
    for (int d = 0; d < DOJO_DISCIPLES; d++)
        if (text.at[0] == dojo_letters[d]) return DOJO_BELTS * d + (text.at[1] - '0');
    return DOJO_NONE;
}

int dojo_read_trophy(tm_span text)
{
    for (int trophy = 1; trophy <= DOJO_TROPHIES; trophy++)
        if (tm_span_is(text, dojo_trophy_words[trophy])) return trophy;
    return DOJO_NONE;
}

void dojo_box_init(void *box)
{
    dojo_box *b = (dojo_box *)box;
    __builtin_memset(b, 0, sizeof *b);
    __builtin_memset(b->cards, COPIES, sizeof b->cards);
    __builtin_memset(b->trophies, COPIES, sizeof b->trophies);
}

int dojo_box_line(void *box, const tm_span *words, int n_words, tm_why *why)
{
    dojo_box *b = (dojo_box *)box;
    int32_t count;
    const bool card = tm_span_is(words[0], "card");
    if (!card && !tm_span_is(words[0], "trophy"))
        return tm_why_not(why, TM_EUNKNOWN, "expected \"card CARD COUNT\" or \"trophy NAME COUNT\"");
    if (n_words != 3 && card) return tm_why_not(why, TM_ESYNTAX, "expected \"card CARD COUNT\"");
    if (n_words != 3) return tm_why_not(why, TM_ESYNTAX, "expected \"trophy NAME COUNT\"");
    const int what = card ? dojo_read_card(words[1]) : dojo_read_trophy(words[1]);
    if (what == DOJO_NONE && card)
        return tm_why_not(why, TM_EUNKNOWN, "a card is one of m, f, t, c, b, r and a belt from 1 to 5, such as m3");
    if (what == DOJO_NONE)
        return tm_why_not(why, TM_EUNKNOWN, "a trophy is belt, kimono, broom, raccoon, incense or assistant");
    if (tm_span_int(words[2], 0, COPIES_MAX, &count))
        return tm_why_not(why, TM_ERANGE, "expected a count from 0 to %d", COPIES_MAX);
    const uint64_t bit = (uint64_t)1 << (card ? what - 1 : DOJO_CARDS + what - 1);
    if (b->given & bit) return tm_why_not(why, TM_ESYNTAX, "this count was already given");
    b->given |= bit;
    if (card)
        b->cards[what - 1] = (uint8_t)count;
    else
        b->trophies[what - 1] = (uint8_t)count;
    return TM_OK;
}

static int sum(const uint8_t *counts, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) total += counts[i];
    return total;
}

/* The nth reason why there is not enough for this many players. */
static int missing(const dojo_box *box, int n_seats, int nth, tm_why *why)
{
    const int cards = sum(box->cards, DOJO_CARDS), trophies = sum(box->trophies, DOJO_TROPHIES);
    const int needed = n_seats == MAX_SEATS ? DOJO_TURNS - 2 : DOJO_TURNS;
    if (cards < DOJO_TURNS * n_seats && nth-- == 0)
        return tm_why_not(why, TM_ERANGE, "%d players need %d cards, and there are %d", n_seats, DOJO_TURNS * n_seats,
                          cards);
    if (trophies < needed && nth-- == 0)
        return tm_why_not(why, TM_ERANGE, "%d players need %d trophies, and there are %d", n_seats, needed, trophies);
    return TM_OK;
}

int dojo_box_enough(const dojo_box *box, int n_seats, tm_why *why)
{
    return missing(box, n_seats, 0, why);
}

int dojo_box_flaw(const void *box, int nth, tm_why *why)
{
    const dojo_box *b = (const dojo_box *)box;
    for (int n_seats = MIN_SEATS; n_seats <= MAX_SEATS; n_seats++) {
        tm_why ignored;
        tm_why_init(&ignored, NULL);
        if (dojo_box_enough(b, n_seats, &ignored) == TM_OK) return TM_OK;
    }
    return missing(b, MIN_SEATS, nth, why);
}

int dojo_box_check(const void *box, tm_why *why)
{
    return dojo_box_flaw(box, 0, why);
}
