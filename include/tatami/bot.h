/* Bots: they see views and legal actions, nothing else. */
#ifndef TATAMI_BOT_H
#define TATAMI_BOT_H

#include <tatami/table.h>

/* A decision to be taken: what a seat knows and what it may do. Valid while it is asked. */
typedef struct tm_question {
    const tm_game *game;
    const void *config, *view;
    int seat;
    const tm_action *legal; /* ascending */
    int n_legal;            /* at least 1 */
} tm_question;

typedef struct tm_bot {
    const char *name;
    const char *about;                                             /* message id */
    tm_action (*choose)(const tm_question *question, tm_rng *rng); /* one of the legal actions */
} tm_bot;

extern const tm_bot *const tm_bots[];
extern const int tm_n_bots;
const tm_bot *tm_bot_find(tm_span name); /* NULL if there is none */

/* Who sits where: a bot, or NULL for a person; and the dice. Each bot has a random stream of its own, so that the same
 * seed deals the same cards whoever plays. */
typedef struct tm_players {
    const tm_bot *bots[TM_MAX_SEATS];
    tm_rng thoughts[TM_MAX_SEATS];
    tm_rng dice;
    void *view; /* room for one */
} tm_players;

int tm_players_init(tm_players *players, const tm_game *game, uint64_t seed); /* all persons */
void tm_players_free(tm_players *players);
/* What a deciding seat is asked now; it holds until the table or `view` is used again. */
void tm_players_ask(const tm_players *players, tm_table *table, int seat, tm_question *out);
/* Lets chance or a bot do one thing. 1, 0 if nothing happens without a person, or an error. */
int tm_players_step(tm_players *players, tm_table *table);

#endif
