/* A small network that judges tokens (tatami/learn.h) from one observation, in integers: the same numbers on every target.
 *
 * Inputs are 0 or 1, most of them 0. Two hidden layers have values from 0 to 127, and each token has one output: what the seat can
 * expect if it chooses that token. A network with a single output judges positions instead: the observation is then what a
 * seat sees right after its own action, before any chance, and the output is what it can expect. No game has a single token. A unit is a sum of bytes times bytes, shifted right. There is nothing to round and
 * nothing that depends on the order of additions.
 *
 * The file, all numbers little-endian, without gaps:
 *
 *   5  "TMNET"             1  version, 3
 *   8  hash of the encoding: the first bytes of SHA-256 over the lines `NAME`, `COUNT MAX` of each plane and `TOKENS STEPS`;
 *      the planes may have been fewer, if those that there are now begin with them
 *  16  id of the game, filled with NUL
 *   2  one bit per number of players it has learned
 *   2  the same for those where its opinion is worth adding to a search, but not enough to decide by; version 2 has none
 *   1  254: `master` asks it where a path in a tree ends (leaf.h), if it judges positions and is good enough to decide; otherwise it takes its
 *      advice (advice.h). Files may have other values, of which nothing follows any more
 *   1  options, then for each 4 + 4: the lowest and the highest value it has learned, beside the default
 *   2  entries, 2 inputs, 2 + 2 hidden units, 2 tokens (of the game; 1: it judges positions)
 *      for each entry 2 first byte, 2 bytes, 1 kind, 1 base, 1 cap (see tm_net_look in net.c)
 *      for each number of players 130: 65 chances of winning, out of 65535, for outputs from -1 to 1
 *      for each layer: 4 per unit, bias; 1 per unit, shift; weights. The first two layers are stored input after input, because
 *      an input that is 0 costs nothing; the last one token after token, because only legal tokens are judged
 *   8  the first bytes of SHA-256 over all the rest
 *
 * train/net.py writes it. */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include <tatami/learn.h>
#include <tatami/table.h>

enum {
    TM_NET_HIDDEN = 1024,     /* units of a layer, at most */
    TM_NET_ONE = 1 << 14,     /* an output of 1: a clear win */
    TM_NET_MOST = 512 * 1024, /* bytes of a file, at most */
    TM_NET_CHANCES = 65,
};

/* A network that was found to be sound. Points into the file, which must outlive it. */
typedef struct tm_net {
    const tm_learn *learn;
    uint16_t seats, advises; /* one bit per number of players; where it gives an opinion only */
    bool in_a_tree;
    uint8_t n_options;
    const uint8_t *options, *entries, *chances;
    uint16_t n_entries, n_inputs, hidden[2], n_tokens; /* outputs; 1: positions */
    const uint8_t *bias[3], *shift[3];
    const int8_t *weight[3];
} tm_net;

/* The hidden layers for one observation. */
typedef struct tm_net_thought {
    int32_t sums[TM_NET_HIDDEN];
    uint8_t first[TM_NET_HIDDEN], second[TM_NET_HIDDEN];
} tm_net_thought;

/* Bytes of an observation with the tokens chosen so far, as tm_vector_observation. */
uint32_t tm_net_observation(const tm_learn *learn);

/* The hash of an encoding, of which a file has the first 8 bytes. Networks stay readable if planes are added at the end, and with no other
 * change. False for one that is too long. */
bool tm_net_encoding(const tm_learn *learn, uint8_t out[32]);

/* Reads a file for this game. TM_ESYNTAX, with the reason, if it is none, damaged, or made for another encoding. */
int tm_net_read(const tm_game *game, const uint8_t *file, size_t size, tm_net *out, tm_why *why);
/* The same without the sums over the whole file and over the encoding, for one that was read before. */
int tm_net_reopen(const tm_game *game, const uint8_t *file, size_t size, tm_net *out);
/* Whether it has learned to play with this setup. A box is never learned. */
bool tm_net_knows(const tm_net *net, const tm_setup *setup);
/* The same for a file of which there is only the beginning: all before its entries. */
bool tm_net_head_knows(const tm_setup *setup, const uint8_t *head, size_t size);

/* Writes what the network needs to judge tokens, from an observation of tm_net_observation() bytes. */
void tm_net_look(const tm_net *net, const uint8_t *observation, tm_net_thought *out);
/* The same in two steps, for observations that differ little from the one before. `sums` are the first layer's, for an observation `was`,
 * or for none if that is NULL: makes them those of `is`. */
void tm_net_shift(const tm_net *net, const uint8_t *was, const uint8_t *is, int32_t *sums);
void tm_net_sum_up(const tm_net *net, const int32_t *sums, tm_net_thought *out);
bool tm_net_judges_positions(const tm_net *net);
/* What a look costs in a search, in events, about. */
uint32_t tm_net_price(const tm_net *net);
/* The output of a token as it reads in the observation's frame (tm_learn.turn), or of the position as token 0: TM_NET_ONE is 1. */
int32_t tm_net_value(const tm_net *net, const tm_net_thought *thought, uint16_t token);
/* How often positions of this value were won with this many players, out of TM_SURE. Never falls as the value rises. */
uint32_t tm_net_chance(const tm_net *net, int n_seats, int32_t value);

#endif
