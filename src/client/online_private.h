/* A table on a server: the data that the files behind online.h share, one struct per subject. Each file declares its
 * functions in its own header. The files call downwards:
 *
 *     online.c → { hear.c → shuffles.c, offer.c; wishes.c → shuffles.c, offer.c; waiting.c } → send.c */
#ifndef CLIENT_ONLINE_PRIVATE_H
#define CLIENT_ONLINE_PRIVATE_H

#include "client/fair.h"
#include "client/line.h"
#include "client/online.h"

enum { ONLINE_NAME = 80, ONLINE_WISHES = 64, ONLINE_WISH = 48, ONLINE_ACTION = 256, ONLINE_MUTED = 16 };

/* The connection. */
typedef struct online_link {
    client_line *line;
    bool up, was_up;
    uint32_t serial; /* of the last message that was sent */
} online_link;

typedef enum online_phase { ONLINE_WAITING, ONLINE_RUNNING, ONLINE_OVER } online_phase;
typedef enum online_kind { ONLINE_OPEN, ONLINE_PERSON, ONLINE_BOT } online_kind;

typedef struct online_seat {
    online_kind kind;
    bool online, program;
    char name[ONLINE_NAME];
    char bot[24]; /* who plays for it, or empty */
    char who[24]; /* what the server calls the person for us, or empty */
} online_seat;

/* The table, as the server says. */
typedef struct online_known {
    online_phase phase;
    online_seat seats[TM_MAX_SEATS];
    bool has_seats; /* the server has sent them */
    int you;        /* our own seat, or -1 */
    bool host;
    char next[CLIENT_ID_MAX + 1]; /* the table of the rematch */
    uint32_t n;                   /* how many entries of its log we know */
    int64_t deadline;
    bool undo_asked; /* the person is being asked to agree to one */
    int watching;    /* spectators */
    char muted[ONLINE_MUTED][24];
    int n_muted;
} online_known;

/* The decision that is not acknowledged yet; sent again after reconnecting. */
typedef struct online_decision {
    char text[ONLINE_ACTION]; /* empty: none */
    uint32_t n;               /* where in the log it belongs */
    uint32_t serial;
} online_decision;

typedef enum online_check_state {
    ONLINE_UNCHECKED,
    ONLINE_CHECK_DUE,
    ONLINE_CHECK_FAILED,
    ONLINE_CHECKED
} online_check_state;

typedef struct online_shuffles {
    client_fair fair, before;    /* `before`: without the word being sent */
    uint32_t giving;             /* its serial, or 0 */
    bool unanswered;             /* the connection was lost before it was answered */
    int given_at;                /* the seat that was given a word on this connection, or -1 */
    char kept[CLIENT_FAIR_LINE]; /* as last read or written */
    bool unkept;                 /* it cannot be written */
    bool told_commitment, told_mix;
    char told_word[TM_FAIR_WORD + 1];
    uint32_t warned; /* one bit per client_trouble; the first one: the record */
    tm_log seen;     /* outcomes of chance as this seat saw them */
    int64_t saw_to;  /* how many entries were searched for them */
    online_check_state check;
} online_shuffles;

/* What can be chosen: actions, then requests. */
typedef struct online_offer {
    tm_action *legal;
    uint32_t n_told;  /* how many of them the server has sent so far */
    uint32_t n_asked; /* the same, including those we could not parse */
    tm_choices choices;
    tm_choice *items;
    int n_choices;   /* actions of the game, as the server said */
    int n_legal;     /* how many of them are offered */
    uint64_t listed; /* a hash of the items */
    char wishes[ONLINE_WISHES][ONLINE_WISH];
    int n_wishes;
} online_offer;

typedef struct online {
    tm_source source;
    online_table at;
    tm_table *table; /* only for its config; no event is ever applied to it */
    void *view;
    tm_search_result *hints;
    online_link link;
    online_known known;
    online_decision decision;
    online_shuffles shuffles;
    online_offer offer;
} online;

#endif
