/* Bots: they see views, legal actions, and events as their seat saw them, nothing else. */
#ifndef TATAMI_BOT_H
#define TATAMI_BOT_H

#include <tatami/table.h>

TM_HEADER_BEGIN

/* A decision to take: what a seat knows and what it may do. Valid only during the call. */
typedef struct tm_question {
    const tm_game *game;
    const void *config, *view;
    int seat;
    const tm_action *legal; /* ascending */
    int n_legal;            /* at least 1 */

    const struct tm_search_limits *limits; /* how much to think, or NULL for the bot's default */
    struct tm_search_result *thoughts;     /* NULL, or an array of n_legal for the bot to fill, if it rates its
                                            * actions */
    void *mind;                            /* what the bot's `sit` made, or NULL */
    tm_why *why;                           /* where a bot that cannot decide says why, or NULL */
    tm_span net; /* the network that has learned to play this setup (tm_net_for), or nothing */
} tm_question;

typedef struct tm_bot tm_bot;
struct tm_bot {
    const char *name;
    const char *about; /* message id */
    void *context;     /* the bot's own; `sit` finds it here */
    /* One of the legal actions, or TM_HIDDEN_ACTION if it cannot decide. */
    tm_action (*choose)(const tm_question *question, tm_rng *rng);

    /* For a bot that follows the game; NULL for one that needs only the question. `sit` is called before the first
     * decision of a game and allocates the bot's mind. The walk is that of its seat and stays valid until `leave`,
     * which frees the mind and may read the rest of the walk. The seed is the bot's own, and says nothing about the
     * dice or another bot's thinking. */
    int (*sit)(const tm_bot *bot, tm_walk *walk, int seat, uint64_t seed, void **out_mind, tm_why *why);
    void (*leave)(void *mind);
};

/* The file of the network that the bots `reflex` and `master` use with this setup. Nothing if there is none for its number of
 * players, its options or its box; then these bots think as the levels below them do. `given` is a network's file to use instead of the
 * one that is built in, checked by tm_net_check; or nothing. */
tm_span tm_net_for(const tm_setup *setup, tm_span given);
/* Whether this is the file of a network for the game. TM_ESYNTAX, with the reason, if not. */
int tm_net_check(const tm_game *game, tm_span file, tm_why *why);
/* Whether a network would be used with this setup, from the first TM_NET_HEAD bytes of its file: to know before fetching the rest. */
enum { TM_NET_HEAD = 256 };
bool tm_net_would_know(const tm_setup *setup, tm_span head);
/* What to tell people about a bot that plays this setup otherwise than its description says: a message id, or NULL. */
const char *tm_bot_remark(const tm_bot *bot, const tm_setup *setup, tm_span given);

extern const tm_bot *const tm_bots[];
extern const int tm_n_bots;
const tm_bot *tm_bot_find(tm_span name); /* NULL if there is none */

/* Who sits where: a bot, or NULL for a person; and the dice. Each bot has its own random stream, so that the same
 * seed deals the same cards whoever plays. */
typedef struct tm_players {
    const tm_bot *bots[TM_MAX_SEATS];
    uint64_t seeds[TM_MAX_SEATS]; /* for the bots' thinking; a seed reveals nothing else */
    tm_rng thoughts[TM_MAX_SEATS];
    tm_rng dice;
    tm_walk *walks[TM_MAX_SEATS]; /* of bots that sit */
    void *minds[TM_MAX_SEATS];
    void *view; /* space for one view */
    tm_why why; /* why a bot could not play; in English unless it is started again with another tm_say */
    tm_span
        net; /* a network to use instead of the built-in one (tm_net_check); its bytes must stay. Nothing: the built-in one */
} tm_players;

int tm_players_init(tm_players *players, const tm_game *game, uint64_t seed); /* all persons */
void tm_players_free(tm_players *players);                                    /* before the table */
/* Makes bots that follow the game leave; they sit down again when next asked. Needed after an undo. */
void tm_players_leave(tm_players *players);
/* The question for a deciding seat; valid until the table or `view` is used again. TM_ERANGE if there is no such seat. */
int tm_players_ask(tm_players *players, tm_table *table, int seat, tm_question *out);
/* Lets chance or a bot do one thing. Returns 1, 0 if only a person can go on, or an error; `why` may say more. */
int tm_players_step(tm_players *players, tm_table *table);

TM_HEADER_END

#endif
