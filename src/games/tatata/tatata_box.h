/* TATATA!: the printed components, by default and with the corrections of a box file. */
#ifndef TATATA_BOX_H
#define TATATA_BOX_H

#include <tatami/game.h>

/* A1. Cards are 0 … 35: F1 … F6, then T, M, J, A, L. */
enum {
    TATATA_DECK = 36,
    TATATA_SUIT = 6, /* cards of one letter */
    TATATA_NO_CARD = 255,
    TATATA_COLOURS = 4,
    TATATA_NUMBER_MAX = 9, /* printed on a card, or the strength of a weapon */
    TATATA_COUNT_MAX = 60, /* Sky cards of a kind */
};

typedef enum tatata_suit { TATATA_F, TATATA_T, TATATA_M, TATATA_J, TATATA_A, TATATA_L } tatata_suit;

typedef enum tatata_colour { TATATA_BLUE, TATATA_RED, TATATA_GREEN, TATATA_BLACK } tatata_colour;

/* A3. Weather first, then what a pilot takes. */
typedef enum tatata_kind {
    TATATA_CLOUDS,
    TATATA_ODIN,
    TATATA_RAIN,
    TATATA_HURRICANE,
    TATATA_BEER,
    TATATA_SMOKE,
    TATATA_KRAUTEN,
    TATATA_LASER,
    TATATA_MISSILE,
    TATATA_BOMB,
    TATATA_KINDS,
    TATATA_NO_KIND = 255,
} tatata_kind;

typedef struct tatata_box {
    uint64_t given; /* Deck cards that a file has given so far */
    uint16_t given_kinds;
    uint8_t count[TATATA_KINDS];
    uint8_t strength[TATATA_KINDS];              /* 0 for those that strike nobody */
    uint8_t bolt;                                /* odin's second strength */
    uint8_t number[TATATA_DECK][TATATA_COLOURS]; /* A2 */
    uint8_t reserved;
} tatata_box;

extern const char *const tatata_kind_words[TATATA_KINDS];

/* F1 … L6; NO_CARD, and NO_KIND, for anything else. A card that stayed hidden is written `?`. */
int tatata_read_card(tm_span text);
int tatata_read_kind(tm_span text);
void tatata_put_card(tm_text *out, int card);

/* The number in a card's name. */
static inline int tatata_name_number(int card)
{
    return card % TATATA_SUIT + 1;
}

void tatata_box_init(void *box);
int tatata_box_line(void *box, const tm_span *words, int n_words, tm_why *why);
int tatata_box_check(const void *box, tm_why *why);
int tatata_box_total(const tatata_box *box); /* Sky cards */

#endif
