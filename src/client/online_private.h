/* What is known of a table on a server. */
#ifndef CLIENT_ONLINE_PRIVATE_H
#define CLIENT_ONLINE_PRIVATE_H

#include "client/fair.h"
#include "client/line.h"
#include "client/online.h"

enum { ONLINE_NAME = 80, ONLINE_WISHES = 64, ONLINE_WISH = 48, ONLINE_ACTION = 256 };

typedef enum online_phase { ONLINE_WAITING, ONLINE_RUNNING, ONLINE_OVER } online_phase;
typedef enum online_check_state {
    ONLINE_UNCHECKED,
    ONLINE_CHECK_DUE,
    ONLINE_CHECK_FAILED,
    ONLINE_CHECKED
} online_check_state;
typedef enum online_kind { ONLINE_OPEN, ONLINE_PERSON, ONLINE_BOT } online_kind;

typedef struct online_seat {
    online_kind kind;
    bool online, program;
    char name[ONLINE_NAME];
    char bot[24]; /* who plays for it, or empty */
} online_seat;

typedef struct online {
    tm_source source;
    online_table at;
    client_line *line;
    tm_table *table; /* for its config; nothing ever happens at it */
    void *view;
    /* As the server says. */
    online_phase phase;
    online_seat seats[TM_MAX_SEATS];
    bool told_seats;
    int you; /* or -1 */
    bool host;
    char next[CLIENT_ID_MOST + 1];
    uint32_t n; /* entries of its log that are known */
    int64_t deadline;
    bool asked; /* whether an undo is agreed to */
    /* The decision that is not acknowledged yet. */
    char action[ONLINE_ACTION];
    uint32_t action_n;
    uint32_t serial; /* of the messages sent */
    uint32_t act_serial, hint_serial;
    /* The shuffles. */
    client_fair fair, before;    /* before the word that is on its way */
    uint32_t giving;             /* its serial, or 0 */
    bool unanswered;             /* the line was lost before it was answered */
    int given_at;                /* the seat that was given a word on this line, or -1 */
    char kept[CLIENT_FAIR_LINE]; /* as it was read or written last */
    bool unkept;                 /* it cannot be written */
    bool told_commitment, told_mix;
    char told_word[TM_FAIR_WORD + 1];
    uint32_t warned; /* a bit a client_trouble; the first one: the record */
    tm_lines seen;   /* outcomes of chance as they were told to this seat */
    int64_t saw_to;  /* entries that were looked at for them */
    online_check_state check;
    bool connected, was_connected;
    bool leaving;
    /* What can be chosen: actions, then wishes. */
    tm_action *legal;
    tm_choices choices;
    tm_choice *items;
    int n_choices;   /* of the game, as the server said */
    int n_legal;     /* those of them that are offered */
    uint64_t listed; /* a hash of the items */
    char wishes[ONLINE_WISHES][ONLINE_WISH];
    int n_wishes;
    tm_search_result *results;
} online;

/* What can be wished for now, after the actions. */
void online_list(online *o);
/* One line of the log. */
void online_log(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sends an object whose members the format writes, such as `"do":"start"`; its serial number. */
uint32_t online_send(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void online_send_action(online *o);
/* The line is down. */
void online_lose(online *o);
/* Takes in what the server says. */
void online_hear(online *o, const char *text, size_t len);
int online_command(tm_source *source, const char *line, tm_why *why);

/* What the server shows of its shuffles with the whole table. */
void online_shown(online *o, const char *commitment, const tm_fair *shown);
/* A word of the person's own. */
int online_word(online *o, const char *word, tm_why *why);
void online_mix_answered(online *o, bool taken);
/* An entry's event, if it is an outcome; and all of them belong to another seat now. */
void online_saw(online *o, int64_t n, const char *event);
void online_forget_seen(online *o);
/* Asks for the record; when it has come, says whether it is as promised. */
void online_check(online *o);
void online_checked(online *o, const client_news *record);
void online_paint(const tm_source *source, const tm_canvas *canvas);

#endif
