#include "bots/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "bots/net.h"

enum { FIRST = 24, SECOND = 16, CAP = 4, SEATS = 16 };

typedef struct writer {
    uint8_t *at;
    size_t n, room;
} writer;

static void put(writer *w, const void *bytes, size_t n)
{
    if (w->n + n <= w->room) memcpy(w->at + w->n, bytes, n);
    w->n += n;
}

static void put_number(writer *w, uint32_t value, size_t n)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
    put(w, bytes, n);
}

static void put_layer(writer *w, tm_rng *rng, uint32_t inputs, uint32_t units, uint8_t shift)
{
    for (uint32_t i = 0; i < units; i++) put_number(w, tm_rng_below(rng, 2000) - 1000, 4);
    for (uint32_t i = 0; i < units; i++) put_number(w, shift + tm_rng_below(rng, 2), 1);
    for (uint32_t i = 0; i < inputs * units; i++) put_number(w, tm_rng_below(rng, 255) - 127, 1);
}

/* Every second plane as levels, the others by value; only their first CAP values. */
static uint32_t put_entries(writer *w, const tm_learn *learn)
{
    uint32_t at = 0, inputs = 0;
    for (int i = 0; i < learn->n_planes; i++) {
        const tm_plane *plane = &learn->planes[i];
        const uint8_t cap = plane->max < CAP ? plane->max : CAP;
        put_number(w, at, 2);
        put_number(w, plane->count, 2);
        put_number(w, 1 + (i & 1), 1);
        put_number(w, 0, 1);
        put_number(w, cap, 1);
        at += plane->count;
        inputs += (uint32_t)plane->count * cap;
    }
    return inputs;
}

static void write_net(const tm_game *game, const tm_learn *learn, const uint8_t *encoding, uint64_t seed,
                      bool positions, writer *w)
{
    const uint32_t outputs = positions ? 1 : learn->n_tokens;
    char id[16] = {0};
    uint8_t sum[TM_SHA256_BYTES];
    writer nowhere = {0};
    tm_rng rng;
    const uint32_t inputs = put_entries(&nowhere, learn);
    tm_rng_init(&rng, seed, 0);
    memcpy(id, game->id, strlen(game->id) < sizeof id ? strlen(game->id) : sizeof id);
    put(w, "TMNET\3", 6);
    put(w, encoding, 8);
    put(w, id, sizeof id);
    put_number(w, (1u << SEATS) - 1, 2);
    put_number(w, 0, 2);
    put_number(w, 0, 1);
    put_number(w, game->n_options, 1);
    for (int i = 0; i < game->n_options; i++) {
        /* Defaults differ between numbers of players. */
        put_number(w, (uint32_t)game->options[i].range.min, 4);
        put_number(w, (uint32_t)(game->options[i].words ? game->options[i].range.def : game->options[i].range.max), 4);
    }
    put_number(w, learn->n_planes, 2);
    put_number(w, inputs, 2);
    put_number(w, FIRST, 2);
    put_number(w, SECOND, 2);
    put_number(w, outputs, 2);
    put_entries(w, learn);
    for (uint32_t n = 0; n < SEATS; n++)
        for (uint32_t i = 0; i < TM_NET_CHANCES; i++) put_number(w, i * (1023 - n), 2);
    put_layer(w, &rng, inputs, FIRST, 4);
    put_layer(w, &rng, FIRST, SECOND, 7);
    put_layer(w, &rng, SECOND, outputs, 3);
    if (w->n <= w->room) tm_sha256(w->at, w->n, sum);
    put(w, sum, 8);
}

uint8_t *tm_net_sample(const tm_game *game, uint64_t seed, bool positions, size_t *out_size)
{
    const tm_learn *learn = tm_learn_find(game);
    uint8_t encoding[TM_SHA256_BYTES];
    writer w = {0};
    if (!learn || !tm_net_encoding(learn, encoding)) return NULL;
    write_net(game, learn, encoding, seed, positions, &w);
    w = (writer){.at = malloc(w.n), .room = w.n};
    if (!w.at) return NULL;
    write_net(game, learn, encoding, seed, positions, &w);
    *out_size = w.n;
    return w.at;
}
