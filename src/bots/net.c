#include "bots/net.h"

#include <string.h>

#include "base/bits.h"
#include "base/sha256.h"

enum {
    ONE_HOT = 1,
    UP_TO = 2,
    ENTRY = 7,
    OPTION = 8,
    HASH = 8,
    ID = 16,
    SHIFT_MAX = 30,
    BIAS_MAX = 1 << 30,
    IN_A_TREE = 254,
    INPUTS = 64, /* of an observation that are 1, about */
    EVENT = 320, /* multiplications that take as long as one event, about */
};

/* Reads numbers from a file and stops at its end. */
typedef struct reader {
    const uint8_t *at;
    size_t left;
    bool short_of; /* it wanted more than there is */
} reader;

static const uint8_t *take(reader *r, size_t n)
{
    if (n > r->left) {
        r->short_of = true;
        return NULL;
    }
    const uint8_t *from = r->at;
    r->at += n;
    r->left -= n;
    return from;
}

static uint16_t number16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static int32_t number32(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

static uint16_t take16(reader *r)
{
    const uint8_t *at = take(r, 2);
    return at ? number16(at) : 0;
}

uint32_t tm_net_observation(const tm_learn *learn)
{
    return tm_learn_size(learn) + (learn->n_steps > 1 ? learn->n_steps - 1u : 0);
}

/* Of the first planes alone. */
static bool encoding_of(const tm_learn *learn, int n_planes, uint8_t out[TM_SHA256_BYTES])
{
    char space[1 << 14];
    tm_text text;
    tm_text_init(&text, space, sizeof space);
    for (int i = 0; i < n_planes; i++)
        tm_put_fmt(&text, "%s\n%d %d\n", learn->planes[i].name, learn->planes[i].count, learn->planes[i].max);
    tm_put_fmt(&text, "%d %d\n", learn->n_tokens, learn->n_steps);
    if (text.cut) return false;
    tm_sha256(space, text.len, out);
    return true;
}

bool tm_net_encoding(const tm_learn *learn, uint8_t out[TM_SHA256_BYTES])
{
    return encoding_of(learn, learn->n_planes, out);
}

/* Every entry stays inside the first `size` bytes. */
static bool entries_end_before(const tm_net *net, uint32_t size)
{
    for (int i = 0; i < net->n_entries; i++) {
        const uint8_t *e = net->entries + i * ENTRY;
        if ((uint32_t)number16(e) + number16(e + 2) > size) return false;
    }
    return true;
}

/* Made for this encoding, or for one that ended earlier: new planes come behind the others, where such a network does not look. Behind
 * the planes are the tokens chosen so far, which have moved. */
static bool is_understood(const tm_net *net, const uint8_t *hash)
{
    const tm_learn *learn = net->learn;
    uint8_t sum[TM_SHA256_BYTES];
    uint32_t size = tm_learn_size(learn);
    for (int n = learn->n_planes; n > 0; size -= learn->planes[--n].count)
        if (encoding_of(learn, n, sum) && memcmp(sum, hash, HASH) == 0)
            return n == learn->n_planes || entries_end_before(net, size);
    return false;
}

/* Every entry stays inside the observation, and together they are the inputs. */
static bool entries_are_sound(const tm_net *net)
{
    uint32_t inputs = 0;
    for (int i = 0; i < net->n_entries; i++) {
        const uint8_t *e = net->entries + i * ENTRY;
        const uint32_t count = number16(e + 2);
        if (e[4] != ONE_HOT && e[4] != UP_TO) return false;
        inputs += count * e[6];
        if (inputs > UINT16_MAX) return false;
    }
    return inputs == net->n_inputs && entries_end_before(net, tm_net_observation(net->learn));
}

static bool layer_is_sound(const tm_net *net, int layer, uint32_t units)
{
    for (uint32_t i = 0; i < units; i++) {
        const int32_t bias = number32(net->bias[layer] + 4 * i);
        if (net->shift[layer][i] > SHIFT_MAX || bias > BIAS_MAX || bias < -BIAS_MAX) return false;
    }
    return true;
}

/* Whose it is, and what it has learned. */
static bool read_head(const tm_game *game, reader *r, tm_net *net)
{
    char id[ID + 1] = {0};
    const uint8_t *at;
    memset(net, 0, sizeof *net);
    net->learn = tm_learn_find(game);
    if (!net->learn || !(at = take(r, 6)) || memcmp(at, "TMNET", 5) != 0) return false;
    const int version = at[5];
    if ((version != 2 && version != 3) || !take(r, HASH)) return false;
    if (!(at = take(r, ID))) return false;
    memcpy(id, at, ID);
    if (strcmp(id, game->id) != 0) return false;
    net->seats = take16(r);
    net->advises = version > 2 ? take16(r) : 0;
    if (!(at = take(r, 2)) || at[1] != game->n_options) return false;
    net->in_a_tree = at[0] == IN_A_TREE;
    net->n_options = at[1];
    net->options = take(r, (size_t)net->n_options * OPTION);
    return !r->short_of;
}

/* Everything but the sums. */
static bool lay_out(const tm_game *game, reader *r, tm_net *net)
{
    if (!read_head(game, r, net)) return false;
    net->n_entries = take16(r);
    net->n_inputs = take16(r);
    net->hidden[0] = take16(r);
    net->hidden[1] = take16(r);
    net->n_tokens = take16(r);
    net->entries = take(r, (size_t)net->n_entries * ENTRY);
    net->chances = take(r, (size_t)tm_bits_count(net->seats) * 2 * TM_NET_CHANCES);
    const uint32_t sizes[4] = {net->n_inputs, net->hidden[0], net->hidden[1], net->n_tokens};
    if (r->short_of || !net->seats || sizes[1] > TM_NET_HIDDEN || sizes[2] > TM_NET_HIDDEN ||
        (sizes[3] != net->learn->n_tokens && sizes[3] != 1))
        return false;
    for (int i = 0; i < 3; i++) {
        net->bias[i] = take(r, 4 * (size_t)sizes[i + 1]);
        net->shift[i] = take(r, sizes[i + 1]);
        net->weight[i] = (const int8_t *)take(r, (size_t)sizes[i] * sizes[i + 1]);
    }
    take(r, HASH);
    if (r->short_of || r->left) return false;
    for (int i = 0; i < 3; i++)
        if (!layer_is_sound(net, i, sizes[i + 1])) return false;
    return entries_are_sound(net);
}

int tm_net_reopen(const tm_game *game, const uint8_t *file, size_t size, tm_net *out)
{
    reader r = {file, size, false};
    tm_net net;
    if (size > TM_NET_MOST || !lay_out(game, &r, &net)) return TM_ESYNTAX;
    *out = net;
    return TM_OK;
}

int tm_net_read(const tm_game *game, const uint8_t *file, size_t size, tm_net *out, tm_why *why)
{
    uint8_t sum[TM_SHA256_BYTES];
    tm_net net;
    if (size > TM_NET_MOST) return tm_why_not(why, TM_ESYNTAX, "a network has at most %d bytes", TM_NET_MOST);
    if (tm_net_reopen(game, file, size, &net))
        return tm_why_not(why, TM_ESYNTAX, "this is no network for %s", game->title);
    tm_sha256(file, size - HASH, sum);
    if (memcmp(sum, file + size - HASH, HASH) != 0)
        return tm_why_not(why, TM_ESYNTAX, "the network is damaged: its sum is wrong");
    if (!is_understood(&net, file + 6))
        return tm_why_not(why, TM_ESYNTAX, "the network was made for another version of %s", game->title);
    *out = net;
    return TM_OK;
}

bool tm_net_knows(const tm_net *net, const tm_setup *setup)
{
    if (setup->box || !(net->seats >> setup->n_seats & 1)) return false;
    for (int i = 0; i < net->n_options; i++) {
        const uint8_t *range = net->options + i * OPTION;
        const int32_t value = setup->values[i];
        if (value == tm_option_range(&setup->game->options[i], setup->n_seats)->def) continue;
        if (value < number32(range) || value > number32(range + 4)) return false;
    }
    return true;
}

bool tm_net_head_knows(const tm_setup *setup, const uint8_t *head, size_t size)
{
    reader r = {head, size, false};
    tm_net net;
    return read_head(setup->game, &r, &net) && tm_net_knows(&net, setup);
}

bool tm_net_judges_positions(const tm_net *net)
{
    return net->n_tokens == 1;
}

uint32_t tm_net_price(const tm_net *net)
{
    return 1 + net->hidden[0] * (INPUTS + net->hidden[1] / 2u) / EVENT;
}

/* Two rows at once cost hardly more than one: what takes time are the sums. */
static void add_rows(int32_t *restrict sums, const int8_t *restrict a, const int8_t *restrict b, int n)
{
    for (int i = 0; i < n; i++) sums[i] += (int16_t)(a[i] + b[i]);
}

static void take_rows(int32_t *restrict sums, const int8_t *restrict a, const int8_t *restrict b, int n)
{
    for (int i = 0; i < n; i++) sums[i] -= (int16_t)(a[i] + b[i]);
}

static void swap_rows(int32_t *restrict sums, const int8_t *restrict out, const int8_t *restrict in, int n)
{
    for (int i = 0; i < n; i++) sums[i] += (int16_t)(in[i] - out[i]);
}

static void add_row(int32_t *restrict sums, const int8_t *restrict row, int n)
{
    for (int i = 0; i < n; i++) sums[i] += row[i];
}

static void take_row(int32_t *restrict sums, const int8_t *restrict row, int n)
{
    for (int i = 0; i < n; i++) sums[i] -= row[i];
}

/* How many of a byte's inputs come before its last one that is 1, and that one. */
static int level_of(const uint8_t *entry, uint8_t byte)
{
    const int level = byte - entry[5], cap = entry[6];
    if (level <= 0) return 0;
    return level <= cap ? level : entry[4] == UP_TO ? cap : 0;
}

/* A byte b of an entry is `cap` inputs. ONE_HOT: input b - base - 1 is 1, if there is one. UP_TO: all inputs up to it are 1. Integers have no
 * rounding, so it does not matter over how many observations the sums have come here. */
static void change_byte(const tm_net *net, const uint8_t *entry, const int8_t *weights, int was, int is, int32_t *sums)
{
    const int units = net->hidden[0];
    const size_t size = (size_t)units;
    if (entry[4] == ONE_HOT) {
        if (was && is)
            swap_rows(sums, weights + (size_t)(was - 1) * size, weights + (size_t)(is - 1) * size, units);
        else if (was)
            take_row(sums, weights + (size_t)(was - 1) * size, units);
        else
            add_row(sums, weights + (size_t)(is - 1) * size, units);
        return;
    }
    const int8_t *row = weights + (size_t)(was < is ? was : is) * size;
    int n = is > was ? is - was : was - is;
    for (; n > 1; n -= 2, row += 2 * size) (is > was ? add_rows : take_rows)(sums, row, row + size, units);
    if (n) (is > was ? add_row : take_row)(sums, row, units);
}

static void take_bias(const tm_net *net, int layer, int32_t *sums)
{
    for (int i = 0; i < net->hidden[layer]; i++) sums[i] = number32(net->bias[layer] + 4 * i);
}

static void activate(const tm_net *net, int layer, const int32_t *sums, uint8_t *out)
{
    for (int i = 0; i < net->hidden[layer]; i++) {
        const int32_t value = sums[i] >> net->shift[layer][i];
        out[i] = (uint8_t)(value < 0 ? 0 : value > 127 ? 127 : value);
    }
}

/* Two rows at once: |weight * by| <= 128 * 127, so that two products fit in 16 bits, and only their sum is widened. */
static void add_scaled_rows(int32_t *restrict sums, const int8_t *restrict a, int16_t by_a, const int8_t *restrict b,
                            int16_t by_b, int n)
{
    for (int i = 0; i < n; i++) sums[i] += (int16_t)(a[i] * by_a + b[i] * by_b);
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
    if (!was) take_bias(net, 0, sums);
    for (int i = 0; i < net->n_entries; i++) {
        const uint8_t *e = net->entries + i * ENTRY;
        const int first = number16(e), count = number16(e + 2);
        const size_t row = (size_t)e[6] * net->hidden[0];
        for (int k = 0; k < count; k++) {
            if (was && k + 8 <= count && eight_at(was + first + k) == eight_at(is + first + k)) {
                k += 7;
                continue;
            }
            const uint8_t before = was ? was[first + k] : 0, now = is[first + k];
            if (before == now) continue;
            const int from = level_of(e, before), to = level_of(e, now);
            if (from != to) change_byte(net, e, weights + (size_t)k * row, from, to, sums);
        }
        weights += (size_t)count * row;
    }
}

void tm_net_sum_up(const tm_net *net, const int32_t *sums, tm_net_thought *out)
{
    const int units = net->hidden[1];
    activate(net, 0, sums, out->first);
    take_bias(net, 1, out->sums);
    const int8_t *waiting = NULL;
    int16_t by = 0;
    for (int i = 0; i < net->hidden[0]; i++) {
        const int8_t *row = net->weight[1] + (size_t)i * (size_t)units;
        if (!out->first[i]) continue;
        if (waiting) add_scaled_rows(out->sums, waiting, by, row, out->first[i], units);
        by = out->first[i];
        waiting = waiting ? NULL : row;
    }
    if (waiting) add_scaled_rows(out->sums, waiting, by, waiting, 0, units);
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
    int32_t sum = number32(net->bias[2] + 4 * token);
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
    const uint32_t here = number16(at), next = number16(at + 2), part = (uint32_t)(inside % STEP);
    const uint32_t mixed = here <= next ? here + (next - here) * part / STEP : here;
    return mixed + (mixed >> 15); /* 65535 is sure */
}
