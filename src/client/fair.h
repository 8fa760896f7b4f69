/* Fair shuffles, the client's part (docs/FAIRNESS.md): what was promised before the first card is stored, and what
 * the server says later never replaces it. */
#ifndef CLIENT_FAIR_H
#define CLIENT_FAIR_H

#include <tatami/fair.h>

enum { CLIENT_FAIR_RANDOM = 12, CLIENT_FAIR_LINE = TM_FAIR_HEX + TM_FAIR_WORD + TM_FAIR_MIX + 32 };

typedef struct client_fair {
    char commitment[TM_FAIR_HEX + 1]; /* the first one seen; empty: none yet */
    bool early;                       /* it was seen before any card */
    bool other;                       /* another one, or none, was shown later */
    bool fixed;                       /* cards are dealt, so the words do not change any more */
    bool altered;                     /* they did */
    int seat;                         /* the seat that we gave a word for, or -1 */
    char word[TM_FAIR_WORD + 1];
    tm_fair mix; /* the words of all seats as last shown; fixed at the first card; without the secret */
} client_fair;

typedef enum client_trouble { CLIENT_FINE, CLIENT_COMMITMENT, CLIENT_WORD, CLIENT_MIX, CLIENT_TROUBLES } client_trouble;

void client_fair_init(client_fair *fair, int n_seats);
/* What the server shows now; anything that is not a commitment counts as none. */
void client_fair_see(client_fair *fair, const char *commitment, const tm_fair *shown, bool begun);
/* Called before a word is sent for a seat. TM_OK; TM_ETURN once cards are dealt, or before there is a commitment;
 * TM_ESYNTAX if it is not a valid word. */
int client_fair_give(client_fair *fair, int seat, const char *word);
/* An unpredictable word: 2 * CLIENT_FAIR_RANDOM digits and a NUL. TM_EIO if there are no random numbers. */
int client_fair_random(char out[2 * CLIENT_FAIR_RANDOM + 1]);

/* Whether a seat has a word, and whether we gave it. */
bool client_fair_has_word(const client_fair *fair, int seat);
bool client_fair_is_own(const client_fair *fair, int seat);
/* The beginning of the commitment, for people. */
void client_fair_write_short(const client_fair *fair, tm_text *out);
/* What is wrong, from the point of view of this seat (or -1). */
client_trouble client_fair_trouble(const client_fair *fair, int you);
/* The same in words, to be translated. */
const char *client_fair_words(client_trouble trouble);

/* To and from one line of text, without a line feed: TM_OK, or TM_ESYNTAX and nothing is changed. */
void client_fair_write(const client_fair *fair, tm_text *out);
int client_fair_read(client_fair *fair, tm_span line);

#endif
