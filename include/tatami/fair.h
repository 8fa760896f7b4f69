/* Fair shuffles: every outcome of chance follows from a secret that was committed to before the game and from words
 * that the players gave after that, so that nobody can choose it alone and anyone can check it. docs/FAIRNESS.md has
 * the exact bytes and the reasons.
 *
 * The server draws a secret for one game and publishes the commitment. Then it takes one word per seat, publishes
 * the mix, which is fixed from the first outcome on, and draws every outcome with tm_fair_draw. When the game is
 * over it publishes the secret; until then the secret exists only in its memory and its database. */
#ifndef TATAMI_FAIR_H
#define TATAMI_FAIR_H

#include <tatami/record.h>

TM_HEADER_BEGIN

enum {
    TM_FAIR_BYTES = 32,                              /* of a secret */
    TM_FAIR_HEX = 64,                                /* the same as text; also a commitment */
    TM_FAIR_WORD = 64,                               /* maximum characters of one seat's word */
    TM_FAIR_MIX = TM_MAX_SEATS * (TM_FAIR_WORD + 1), /* bytes of all words as text, including the NUL */
    TM_FAIR_TAGS = 3,
    TM_FAIR_ROOM = 2 * TM_FAIR_HEX + TM_FAIR_MIX,
};

typedef struct tm_fair {
    char secret[TM_FAIR_HEX + 1]; /* hexadecimal, lower case */
    int32_t n_seats;
    char words[TM_MAX_SEATS][TM_FAIR_WORD + 1]; /* "" for a seat that gave none */
} tm_fair;

/* Sets a new secret, which the caller drew at random, and no words. */
void tm_fair_init(tm_fair *fair, int n_seats, const uint8_t secret[TM_FAIR_BYTES]);
/* Sets or replaces a seat's word: 0 to 64 characters of 0-9 a-z A-Z _ -. TM_ERANGE if there is no such seat,
 * TM_ESYNTAX. */
int tm_fair_word(tm_fair *fair, int seat, tm_span word);

/* Reads back the text form, from the store or a record: 64 hexadecimal digits, and all words in seat order with `/`
 * between them. n_seats must be set. TM_ESYNTAX. */
int tm_fair_read_secret(tm_fair *fair, tm_span text);
int tm_fair_read_mix(tm_fair *fair, tm_span text);
void tm_fair_write_mix(const tm_fair *fair, tm_text *out);

void tm_fair_commitment(const tm_fair *fair, char out[TM_FAIR_HEX + 1]);
/* The generator for outcome k, counted from 0. */
void tm_fair_rng(const tm_fair *fair, uint32_t k, tm_rng *out);
/* Writes the line of the outcome that is due, for a caller that keeps the log; nothing is settled. TM_ETURN if none
 * is due. */
int tm_fair_write(const tm_fair *fair, const tm_table *table, tm_text *out);
/* Draws the outcome that is due and settles it. TM_ETURN if none is due. */
int tm_fair_draw(const tm_fair *fair, tm_table *table);

/* The tags of a record: Commitment, Mix, and Secret once the game is over. Returns how many; the values are stored
 * in `room`. */
int tm_fair_tags(const tm_fair *fair, const tm_table *table, char room[TM_FAIR_ROOM], tm_tag out[TM_FAIR_TAGS]);

typedef struct tm_fair_proof {
    tm_fair fair;
    char commitment[TM_FAIR_HEX + 1];
    uint32_t n_outcomes;
    bool over; /* whether the record goes to the end of the game */
} tm_fair_proof;

/* What only the players themselves can know: that the commitment was published before the game, that a seat's word
 * is the one it gave, and what was dealt to them. All zeroes means nothing is known. */
typedef struct tm_fair_kept {
    const char *commitment;          /* or NULL */
    const char *words[TM_MAX_SEATS]; /* NULL if not known */
    char *const *seen;               /* outcomes as they were seen, `* …`, in order; some may be missing */
    int n_seen;
    int viewer; /* by whom: a seat or TM_SPECTATOR */
} tm_fair_kept;

/* Reads a whole record and checks that its secret matches the commitment, that every outcome follows from it, and
 * that everything agrees with `kept`, which may be NULL. */
int tm_fair_verify(const char *text, size_t len, const tm_box *box, const tm_fair_kept *kept, tm_fair_proof *out,
                   tm_why *why);

TM_HEADER_END

#endif
