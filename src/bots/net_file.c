/* Reading the file of a network: nothing in it is trusted until it has been checked. */
#include "bots/net_file.h"

#include <string.h>

#include "base/bits.h"
#include "base/sha256.h"
#include "bots/net.h"

enum {
    OPTION = 8,
    HASH = 8,
    ID = 16,
    SHIFT_MAX = 30,
    BIAS_MAX = 1 << 30,
    IN_A_TREE = 254,
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

static uint16_t take16(reader *r)
{
    const uint8_t *at = take(r, 2);
    return at ? tm_net_number16(at) : 0;
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
        const uint8_t *e = net->entries + i * TM_NET_ENTRY;
        if ((uint32_t)tm_net_number16(e) + tm_net_number16(e + 2) > size) return false;
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
        const uint8_t *e = net->entries + i * TM_NET_ENTRY;
        const uint32_t count = tm_net_number16(e + 2);
        if (e[4] != TM_NET_ONE_HOT && e[4] != TM_NET_UP_TO) return false;
        inputs += count * e[6];
        if (inputs > UINT16_MAX) return false;
    }
    return inputs == net->n_inputs && entries_end_before(net, tm_net_observation(net->learn));
}

static bool layer_is_sound(const tm_net *net, int layer, uint32_t units)
{
    for (uint32_t i = 0; i < units; i++) {
        const int32_t bias = tm_net_number32(net->bias[layer] + 4 * i);
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
    net->entries = take(r, (size_t)net->n_entries * TM_NET_ENTRY);
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
        if (value < tm_net_number32(range) || value > tm_net_number32(range + 4)) return false;
    }
    return true;
}

bool tm_net_head_knows(const tm_setup *setup, const uint8_t *head, size_t size)
{
    reader r = {head, size, false};
    tm_net net;
    return read_head(setup->game, &r, &net) && tm_net_knows(&net, setup);
}
