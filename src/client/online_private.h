/* A table on a server, as the files behind online.h share it: one struct for each thing there is to know. Data only; each
 * file declares its functions in a header of its own. The files call downwards:
 *
 *     online.c → { hear.c → shuffles.c, offer.c; wishes.c → shuffles.c, offer.c; waiting.c } → send.c */
#ifndef CLIENT_ONLINE_PRIVATE_H
#define CLIENT_ONLINE_PRIVATE_H

#include "client/fair.h"
#include "client/line.h"
#include "client/online.h"

enum { ONLINE_NAME = 80, ONLINE_WISHES = 64, ONLINE_WISH = 48, ONLINE_ACTION = 256 };

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
} online_seat;

/* The table, as the server says. */
typedef struct online_known {
    online_phase phase;
    online_seat seats[TM_MAX_SEATS];
    bool has_seats; /* they have been told */
    int you;        /* the own seat, or -1 */
    bool host;
    char next[CLIENT_ID_MAX + 1]; /* the table of the rematch */
    uint32_t n;                    /* entries of its log that are known */
    int64_t deadline;
    bool undo_asked; /* this person is asked to agree to one */
} online_known;

/* The decision that is not acknowledged yet; sent again when the connection is back. */
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
    client_fair fair, before;    /* before the word that is on its way */
    uint32_t giving;             /* its serial, or 0 */
    bool unanswered;             /* the connection was lost before it was answered */
    int given_at;                /* the seat that was given a word on this connection, or -1 */
    char kept[CLIENT_FAIR_LINE]; /* as it was read or written last */
    bool unkept;                 /* it cannot be written */
    bool told_commitment, told_mix;
    char told_word[TM_FAIR_WORD + 1];
    uint32_t warned; /* one bit per client_trouble; the first one: the record */
    tm_log seen;     /* outcomes of chance as they were told to this seat */
    int64_t saw_to;  /* entries that were looked at for them */
    online_check_state check;
} online_shuffles;

/* What can be chosen: actions, then wishes. */
typedef struct online_offer {
    tm_action *legal;
    uint32_t n_told;  /* of them, as the server told them so far */
    uint32_t n_asked; /* and how many it has told, readable or not */
    tm_choices choices;
    tm_choice *items;
    int n_choices;   /* of the game, as the server said */
    int n_legal;     /* those of them that are offered */
    uint64_t listed; /* a hash of the items */
    char wishes[ONLINE_WISHES][ONLINE_WISH];
    int n_wishes;
} online_offer;

typedef struct online {
    tm_source source;
    online_table at;
    tm_table *table; /* for its config; nothing ever happens at it */
    void *view;
    tm_search_result *hints;
    online_link link;
    online_known known;
    online_decision decision;
    online_shuffles shuffles;
    online_offer offer;
} online;

#endif
