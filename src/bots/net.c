/* What a network computes. A search that asks one spends nearly all of its time here, so for the browser this file is built for speed, and
 * the others for size (meson.build). */
#include "bots/net.h"

#include <string.h>

#include "base/bits.h"
#include "bots/net_file.h"
#include "bots/net_rows.h"

enum {
    INPUTS = 64, /* of an observation that are 1, about */
    EVENT = 320, /* multiplications that take as long as one event, about */
};

bool tm_net_judges_positions(const tm_net *net)
{
    return net->n_tokens == 1;
}

uint32_t tm_net_price(const tm_net *net)
{
    return 1 + net->hidden[0] * (INPUTS + net->hidden[1] / 2u) / EVENT;
}

/* Rows of weights that are still to be added to the sums, or taken from them. */
typedef struct waiting_rows {
    const int8_t *row[TM_NET_ROWS];
    int n;
} waiting_rows;

typedef struct change {
    int32_t *sums;
    int units;
    waiting_rows in, out;
} change;

static const int8_t NO_ROW[TM_NET_HIDDEN]; /* all zeros, in place of rows that are missing at the end */

static void put_in(change *c, const int8_t *row)
{
    c->in.row[c->in.n++] = row;
    if (c->in.n < TM_NET_ROWS) return;
    tm_net_add_rows(c->sums, c->in.row, c->units, false);
    c->in.n = 0;
}

static void take_out(change *c, const int8_t *row)
{
    c->out.row[c->out.n++] = row;
    if (c->out.n < TM_NET_ROWS) return;
    tm_net_add_rows(c->sums, c->out.row, c->units, true);
    c->out.n = 0;
}

static void end_change(change *c)
{
    while (c->in.n) put_in(c, NO_ROW);
    while (c->out.n) take_out(c, NO_ROW);
}

/* How many of a byte's inputs come before its last one that is 1, and that one. */
static int level_of(const uint8_t *entry, uint8_t byte)
{
    const int level = byte - entry[5], cap = entry[6];
    if (level <= 0) return 0;
    return level <= cap ? level : entry[4] == TM_NET_UP_TO ? cap : 0;
}

/* A byte b of an entry is `cap` inputs. One hot: input b - base - 1 is 1, if there is one. Up to: all inputs up to it are 1. Integers
 * have no rounding, so it does not matter over how many observations the sums have come here. */
static void change_byte(change *c, const uint8_t *entry, const int8_t *weights, int was, int is)
{
    const size_t size = (size_t)c->units;
    if (entry[4] == TM_NET_ONE_HOT) {
        if (was) take_out(c, weights + (size_t)(was - 1) * size);
        if (is) put_in(c, weights + (size_t)(is - 1) * size);
        return;
    }
    for (int i = was; i < is; i++) put_in(c, weights + (size_t)i * size);
    for (int i = is; i < was; i++) take_out(c, weights + (size_t)i * size);
}

static void take_bias(const tm_net *net, int layer, int32_t *sums)
{
    for (int i = 0; i < net->hidden[layer]; i++) sums[i] = tm_net_number32(net->bias[layer] + 4 * i);
}

static void activate(const tm_net *net, int layer, const int32_t *sums, uint8_t *out)
{
    for (int i = 0; i < net->hidden[layer]; i++) {
        const int32_t value = sums[i] >> net->shift[layer][i];
        out[i] = (uint8_t)(value < 0 ? 0 : value > 127 ? 127 : value);
    }
}

static uint64_t eight_at(const uint8_t *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

void tm_net_shift(const tm_net *net, const uint8_t *was, const uint8_t *is, int32_t *sums)
{
    const int8_t *weights = net->weight[0];
    change all = {.sums = sums, .units = net->hidden[0]};
    if (!was) take_bias(net, 0, sums);
    for (int i = 0; i < net->n_entries; i++) {
        const uint8_t *e = net->entries + i * TM_NET_ENTRY;
        const int first = tm_net_number16(e), count = tm_net_number16(e + 2);
        const size_t row = (size_t)e[6] * net->hidden[0];
        for (int k = 0; k < count; k++) {
            if (was && k + 8 <= count && eight_at(was + first + k) == eight_at(is + first + k)) {
                k += 7;
                continue;
            }
            const uint8_t before = was ? was[first + k] : 0, now = is[first + k];
            if (before == now) continue;
            const int from = level_of(e, before), to = level_of(e, now);
            if (from != to) change_byte(&all, e, weights + (size_t)k * row, from, to);
        }
        weights += (size_t)count * row;
    }
    end_change(&all);
}

void tm_net_sum_up(const tm_net *net, const int32_t *sums, tm_net_thought *out)
{
    const int units = net->hidden[1];
    activate(net, 0, sums, out->first);
    take_bias(net, 1, out->sums);
    waiting_rows some = {.n = 0};
    int16_t by[TM_NET_ROWS];
    for (int i = 0; i < net->hidden[0]; i++) {
        if (!out->first[i]) continue;
        by[some.n] = out->first[i];
        some.row[some.n++] = net->weight[1] + (size_t)i * (size_t)units;
        if (some.n < TM_NET_ROWS) continue;
        tm_net_add_scaled_rows(out->sums, some.row, by, units);
        some.n = 0;
    }
    if (some.n) {
        for (; some.n < TM_NET_ROWS; some.n++) {
            by[some.n] = 0;
            some.row[some.n] = NO_ROW;
        }
        tm_net_add_scaled_rows(out->sums, some.row, by, units);
    }
    activate(net, 1, out->sums, out->second);
}

void tm_net_look(const tm_net *net, const uint8_t *observation, tm_net_thought *out)
{
    tm_net_shift(net, NULL, observation, out->sums);
    tm_net_sum_up(net, out->sums, out);
}

int32_t tm_net_value(const tm_net *net, const tm_net_thought *thought, uint16_t token)
{
    const int units = net->hidden[1];
    const int8_t *weights = net->weight[2] + (size_t)token * (size_t)units;
    int32_t sum = tm_net_number32(net->bias[2] + 4 * token);
    for (int i = 0; i < units; i++) sum += weights[i] * thought->second[i];
    return sum >> net->shift[2][token];
}

/* Where the chances for this number of players begin; for one that was not learned, those of the next that was. */
static const uint8_t *chances_for(const tm_net *net, int n_seats)
{
    const int fewer = tm_bits_count(net->seats & ((1u << n_seats) - 1)), last = tm_bits_count(net->seats) - 1;
    return net->chances + (size_t)(fewer < last ? fewer : last) * 2 * TM_NET_CHANCES;
}

uint32_t tm_net_chance(const tm_net *net, int n_seats, int32_t value)
{
    enum { STEP = 2 * TM_NET_ONE / (TM_NET_CHANCES - 1) };
    const int32_t low = value + TM_NET_ONE, inside = low < 0 ? 0 : low >= 2 * TM_NET_ONE ? 2 * TM_NET_ONE - 1 : low;
    const uint8_t *at = chances_for(net, n_seats) + 2 * (inside / STEP);
    const uint32_t here = tm_net_number16(at), next = tm_net_number16(at + 2), part = (uint32_t)(inside % STEP);
    const uint32_t mixed = here <= next ? here + (next - here) * part / STEP : here;
    return mixed + (mixed >> 15); /* 65535 is sure */
}
