/* Dojo: the printed components, by default and with the corrections of a box file. */
#ifndef DOJO_BOX_H
#define DOJO_BOX_H

#include <tatami/game.h>

/* Cards are 1 … 30, disciple by disciple and belt by belt (D1); trophies 1 … 6, those for columns first (D3). 0 is
 * none, or unknown. */
enum {
    DOJO_NONE = 0,
    DOJO_DISCIPLES = 6,
    DOJO_BELTS = 5,
    DOJO_CARDS = DOJO_DISCIPLES * DOJO_BELTS,
    DOJO_RACCOON = 5, /* the disciple that is a joker */
    DOJO_TURNS = 12,
};

typedef enum dojo_trophy {
    DOJO_BELT = 1,
    DOJO_KIMONO,
    DOJO_BROOM,
    DOJO_MASTER, /* `raccoon`: a card of the row also counts as one */
    DOJO_INCENSE,
    DOJO_ASSISTANT,
    DOJO_TROPHIES = 6,
} dojo_trophy;

static inline int dojo_disciple(int card)
{
    return (card - 1) / DOJO_BELTS;
}

static inline int dojo_belt(int card) /* 1 … 5 */
{
    return (card - 1) % DOJO_BELTS + 1;
}

static inline bool dojo_for_row(int trophy)
{
    return trophy >= DOJO_MASTER;
}

typedef struct dojo_box {
    uint64_t given; /* what a file has given so far: cards from bit 0, then trophies */
    uint8_t cards[DOJO_CARDS];
    uint8_t trophies[DOJO_TROPHIES];
    uint8_t reserved[4];
} dojo_box;

/* m1 … r5 and the names of the trophies; DOJO_NONE for anything else. */
int dojo_read_card(tm_span text);
int dojo_read_trophy(tm_span text);
void dojo_put_card(tm_text *out, int card);
extern const char *const dojo_trophy_words[DOJO_TROPHIES + 1];
extern const char dojo_letters[DOJO_DISCIPLES + 1]; /* of the disciples */

void dojo_box_init(void *box);
int dojo_box_line(void *box, const tm_span *words, int n_words, tm_why *why);
int dojo_box_check(const void *box, tm_why *why);
/* Reason number nth, from 0, why nobody can play with it; TM_OK if there are not so many. */
int dojo_box_flaw(const void *box, int nth, tm_why *why);
/* Whether this many players can play with what is in the box. */
int dojo_box_enough(const dojo_box *box, int n_seats, tm_why *why);

#endif
