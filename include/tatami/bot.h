/* Bots: they see views, legal actions, and events as their seat saw them, nothing else. */
#ifndef TATAMI_BOT_H
#define TATAMI_BOT_H

#include <tatami/table.h>

TM_HEADER_BEGIN

/* A decision to be taken: what a seat knows and what it may do. Valid while it is asked. */
typedef struct tm_question {
    const tm_game *game;
    const void *config, *view;
    int seat;
    const tm_action *legal; /* ascending */
    int n_legal;            /* at least 1 */

    const struct tm_search_limits *limits; /* how much to think, or NULL: as the bot is used to */
    struct tm_search_result *thoughts;     /* NULL, or n_legal of them for a bot that weighs its actions to fill */
    void *mind;                            /* what the bot's `sit` made, or NULL */
    tm_why *why;                           /* where a bot that cannot decide says so, or NULL */
} tm_question;

typedef struct tm_bot tm_bot;
struct tm_bot {
    const char *name;
    const char *about; /* message id */
    /* One of the legal actions, or TM_HIDDEN_ACTION if it cannot decide. */
    tm_action (*choose)(const tm_question *question, tm_rng *rng);

    /* For a bot that follows the game; NULL for one that needs only the question. `sit` comes before the first decision
     * of a game and makes its mind; the walk is the seat's and holds until `leave`, which frees the mind and may look
     * at the rest of the walk. The seed is the bot's own, and tells nothing about the dice or another bot's thoughts. */
    int (*sit)(const tm_bot *bot, tm_walk *walk, int seat, uint64_t seed, void **out_mind, tm_why *why);
    void (*leave)(void *mind);
};

extern const tm_bot *const tm_bots[];
extern const int tm_n_bots;
const tm_bot *tm_bot_find(tm_span name); /* NULL if there is none */

/* Who sits where: a bot, or NULL for a person; and the dice. Each bot has a random stream of its own, so that the same
 * seed deals the same cards whoever plays. */
typedef struct tm_players {
    const tm_bot *bots[TM_MAX_SEATS];
    uint64_t seeds[TM_MAX_SEATS]; /* of the thoughts; nothing else can be told from one */
    tm_rng thoughts[TM_MAX_SEATS];
    tm_rng dice;
    tm_walk *walks[TM_MAX_SEATS]; /* of bots that sit */
    void *minds[TM_MAX_SEATS];
    void *view; /* room for one */
    tm_why why; /* why a bot could not play; in English until it is begun anew with another tm_say */
} tm_players;

int tm_players_init(tm_players *players, const tm_game *game, uint64_t seed); /* all persons */
void tm_players_free(tm_players *players);                                    /* before the table */
/* Bots that follow the game leave, and sit down anew when they are next asked: needed after an undo. */
void tm_players_leave(tm_players *players);
/* What a deciding seat is asked now; it holds until the table or `view` is used again. TM_ERANGE
 * for a seat that is not there. */
int tm_players_ask(tm_players *players, tm_table *table, int seat, tm_question *out);
/* Lets chance or a bot do one thing. 1, 0 if nothing happens without a person, or an error; `why` may say more. */
int tm_players_step(tm_players *players, tm_table *table);

TM_HEADER_END

#endif
