/* Fair shuffles: every outcome of chance follows from a secret that was committed to before the game and from words that
 * the players gave after that, so that nobody chooses it alone and everybody can check it. docs/FAIRNESS.md has the
 * bytes and the reasons.
 *
 * The server draws a secret for one game and publishes the commitment; then takes a word a seat; publishes the mix, which
 * is fixed from the first outcome on; draws every outcome with tm_fair_draw; and publishes the secret when the game is
 * over. Until then the secret is for its memory and its database alone. */
#ifndef TATAMI_FAIR_H
#define TATAMI_FAIR_H

#include <tatami/record.h>

TM_HEADER_BEGIN

enum {
    TM_FAIR_BYTES = 32,                              /* of a secret */
    TM_FAIR_HEX = 64,                                /* the same, written; and a commitment */
    TM_FAIR_WORD = 64,                               /* characters of one seat's word, at most */
    TM_FAIR_MIX = TM_MAX_SEATS * (TM_FAIR_WORD + 1), /* bytes of all words, written, the NUL included */
    TM_FAIR_TAGS = 3,
    TM_FAIR_ROOM = 2 * TM_FAIR_HEX + TM_FAIR_MIX,
};

typedef struct tm_fair {
    char secret[TM_FAIR_HEX + 1]; /* hexadecimal, lower case */
    int32_t n_seats;
    char words[TM_MAX_SEATS][TM_FAIR_WORD + 1]; /* "" for a seat that gave none */
} tm_fair;

/* A new secret, which the caller drew at random, and no words. */
void tm_fair_init(tm_fair *fair, int n_seats, const uint8_t secret[TM_FAIR_BYTES]);
/* The word of a seat, instead of the one it gave before: 0 to 64 of 0-9 a-z A-Z _ -. TM_ERANGE for a seat that is not
 * there, TM_ESYNTAX. */
int tm_fair_word(tm_fair *fair, int seat, tm_span word);

/* Back from text, as it was stored or stands in a record: 64 hexadecimal digits, and all words in seat order with `/`
 * between them. n_seats must be set. TM_ESYNTAX. */
int tm_fair_read_secret(tm_fair *fair, tm_span text);
int tm_fair_read_mix(tm_fair *fair, tm_span text);
void tm_fair_write_mix(const tm_fair *fair, tm_text *out);

void tm_fair_commitment(const tm_fair *fair, char out[TM_FAIR_HEX + 1]);
/* The generator of outcome k, counted from 0. */
void tm_fair_rng(const tm_fair *fair, uint32_t k, tm_rng *out);
/* The line of the outcome that is due on the table, for who keeps the log; nothing is settled. TM_ETURN if none is. */
int tm_fair_write(const tm_fair *fair, const tm_table *table, tm_text *out);
/* Draws the outcome that is due on the table, and settles it. TM_ETURN if none is. */
int tm_fair_draw(const tm_fair *fair, tm_table *table);

/* The tags of a record: Commitment, Mix, and Secret once the game is over. How many; the values are in `room`. */
int tm_fair_tags(const tm_fair *fair, const tm_table *table, char room[TM_FAIR_ROOM], tm_tag out[TM_FAIR_TAGS]);

typedef struct tm_fair_proof {
    tm_fair fair;
    char commitment[TM_FAIR_HEX + 1];
    uint32_t n_outcomes;
    bool over; /* whether the record goes to the end of the game */
} tm_fair_proof;

/* What only those who were there can know: that the commitment was published before the game, that a seat's word is the
 * one it gave, and what was dealt to them. Starts with zeroes, which is nothing. */
typedef struct tm_fair_kept {
    const char *commitment;          /* or NULL */
    const char *words[TM_MAX_SEATS]; /* NULL where one does not know */
    char *const *seen;               /* outcomes as they were told, `* …`, in their order; some may be missing */
    int n_seen;
    int viewer; /* to whom: a seat or TM_SPECTATOR */
} tm_fair_kept;

/* Reads a whole record and checks that its secret is the one committed to, that every outcome follows from it, and that
 * all is as it was kept; kept may be NULL. */
int tm_fair_verify(const char *text, size_t len, const tm_box *box, const tm_fair_kept *kept, tm_fair_proof *out,
                   tm_why *why);

TM_HEADER_END

#endif
