/* What a learning program sees and how it answers: views and actions as arrays of small numbers with a fixed shape.
 *
 * An observation is made from a view, never from a state, so a learner knows what its seat knows and nothing else.
 * Seats are numbered starting with the viewer (for a spectator, with seat 0), so that one network can play every
 * seat.
 *
 * An action is spelled as one or more tokens: small choices, one after the other. Most games need one token per
 * action. If there are very many actions, each made of several parts, each part is a token: which room, how many of
 * each colour, where to. The mask of possible next tokens is computed from the legal actions themselves, so every
 * legal action can be spelled and nothing else can. */
#ifndef TATAMI_LEARN_H
#define TATAMI_LEARN_H

#include <tatami/game.h>

TM_HEADER_BEGIN

enum {
    TM_MAX_STEPS = 8,   /* tokens of one action, at most */
    TM_TOKEN_WORDS = 2, /* of 64 bits: a game with more tokens has no `may` */
};

/* A named part of an observation: `count` bytes in a row, each from 0 to `max`. */
typedef struct tm_plane {
    const char *name;
    uint16_t count;
    uint8_t max;
} tm_plane;

/* What a game declares. Constant for all its setups. */
typedef struct tm_learn {
    const tm_plane *planes;
    uint16_t n_planes;
    uint16_t n_tokens; /* tokens are 0 … n_tokens - 1 */
    uint16_t n_steps;  /* tokens of an action, at most; TM_MAX_STEPS is the limit */
    /* Writes tm_learn_size() bytes, plane after plane. */
    void (*observe)(const void *config, const void *view, uint8_t *out);
    /* Writes the tokens of an action that is legal in some position; returns how many. A larger action has a larger
     * spelling, and none is the beginning of another, so a sorted list of legal actions is also sorted by spelling. */
    int (*spell)(const void *config, tm_action action, uint16_t *out_tokens);
    /* For speed, in games where an action is one token; NULL elsewhere. `may` sets one bit per token that spells a legal action of a
     * deciding seat, as the list of `legal` would say it; `unspell` is the action of such a token. */
    void (*may)(const void *config, const void *state, int seat, uint64_t *out_bits); /* TM_TOKEN_WORDS of them */
    tm_action (*unspell)(const void *config, uint16_t token);
    /* Positions that differ only in names (which seat, which colour) should look alike to a learner. So an observation shows the game
     * in the viewer's frame, and its first byte is the number of that frame, below n_frames. `turn` says how a token reads there: for
     * every config and frame it is a permutation of the tokens. 0 and NULL: the same tokens for every viewer. */
    uint16_t n_frames;
    uint16_t (*turn)(const void *config, int frame, uint16_t token);
} tm_learn;

/* GAME_learn of each game. Separate from tm_game, so that a program that never learns, such as the one in the
 * browser, does not contain it. */
const tm_learn *tm_learn_find(const tm_game *game); /* NULL for a game that is not in the registry */

/* Bytes of an observation: the sum of its planes. */
uint32_t tm_learn_size(const tm_learn *learn);

/* The next choice. `legal` is a seat's list of legal actions, as a table gives it, and `tokens` what was chosen so far.
 * Returns how many tokens may come next, and sets those bytes of out_mask (n_tokens of them) to 1 and the others to 0; or 0 if
 * the tokens spell an action, which is *out_action; or TM_EILLEGAL if no legal action begins with them. */
int tm_learn_next(const tm_learn *learn, const void *config, const tm_action *legal, int n_legal,
                  const uint16_t *tokens, int n_tokens, uint8_t *out_mask, tm_action *out_action);

TM_HEADER_END

#endif
