/* People at tables who decide at random, and who check what they are told: numbers of the log without gaps, every
 * decision acknowledged once and delivered to everybody at the table once. */
#ifndef TESTS_SERVER_PLAY_H
#define TESTS_SERVER_PLAY_H

#include <tatami/rng.h>

#include "client.h"
#include "measure.h"

enum { RECENT = 16, ID_MAX = 40, TOKEN_MAX = 128, ACTION_MAX = 200 };

/* A decision on its way. */
typedef struct ld_decision {
    int64_t sent_at;
    uint32_t hash; /* of its text */
} ld_decision;

typedef struct ld_person {
    ld_line line;
    char token[TOKEN_MAX];
    uint32_t have;                 /* entries of the log */
    uint32_t n_sent, n_acked;      /* decisions */
    uint32_t n_seen[TM_MAX_SEATS]; /* decisions of each person delivered here */
    ld_decision recent[RECENT];    /* those sent, by n_sent */
    bool seated;
    bool ready, queued;      /* it has something to decide; it stands in the queue */
    char action[ACTION_MAX]; /* as JSON */
} ld_person;

typedef struct ld_table {
    char id[ID_MAX];
    int n_seated;
    bool over;
    ld_person *people; /* of the seats 0 … n_people - 1 */
} ld_table;

typedef struct ld_play {
    /* given */
    const char *open_body; /* of the request that opens a table */
    int n_tables, n_people;
    bool open_loop; /* decisions wait until play_decide_next is called */
    /* the people */
    ld_client client;
    ld_table *tables;
    ld_person *people;
    tm_rng rng;
    /* what goes on */
    bool stopping; /* nobody decides any more */
    int64_t window_from, window_to;
    uint32_t *queue, n_queue, queue_at; /* who is ready, in order; a ring of all people */
    int n_started;
    /* what was counted */
    uint64_t n_sent, n_acked, n_in_window, n_rematches, n_errors;
    ld_samples ack, delivery;
} ld_play;

extern const ld_line_events play_events; /* for WebSocket lines; `reply` is never expected */

/* Decides for somebody who is ready, as if at the time `due`; false if nobody is. */
bool play_decide_next(ld_play *play, int64_t due);
/* Connects a person to their table. */
void play_connect(ld_play *play, uint32_t person);
/* In the end: counts as an error what was not acknowledged, or not delivered to everybody. */
void play_verify(ld_play *play);
/* Whether something sent was not answered, or not delivered, yet. */
bool play_waits(const ld_play *play);
/* Counts an error; the first few are printed. */
void play_error(ld_play *play, const char *what, tm_span detail);

#endif
