/* Choosing an action token by token. */
#include <tatami/learn.h>

#include <string.h>

uint32_t tm_learn_size(const tm_learn *learn)
{
    uint32_t size = 0;
    for (int i = 0; i < learn->n_planes; i++) size += learn->planes[i].count;
    return size;
}

/* Compares the first n tokens of an action's spelling with `tokens`, as memcmp would. */
static int compare(const tm_learn *learn, const void *config, tm_action action, const uint16_t *tokens, int n)
{
    uint16_t spelled[TM_MAX_STEPS];
    const int n_spelled = learn->spell(config, action, spelled);
    for (int i = 0; i < n; i++) {
        if (i == n_spelled) return -1;
        if (spelled[i] != tokens[i]) return spelled[i] < tokens[i] ? -1 : 1;
    }
    return 0;
}

/* The first action from `lo` on whose spelling does not come before `tokens`, or, with `after`, comes behind all that begin with
 * them. Legal lists are sorted by their spellings, so halving finds it even in lists of thousands. */
static int find(const tm_learn *learn, const void *config, const tm_action *legal, int lo, int hi,
                const uint16_t *tokens, int n, bool after)
{
    while (lo < hi) {
        const int middle = lo + (hi - lo) / 2;
        const int order = compare(learn, config, legal[middle], tokens, n);
        if (order < 0 || (after && order == 0))
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

int tm_learn_next(const tm_learn *learn, const void *config, const tm_action *legal, int n_legal,
                  const uint16_t *tokens, int n_tokens, uint8_t *out_mask, tm_action *out_action)
{
    if (n_tokens < 0 || n_tokens > learn->n_steps || n_legal < 1) return TM_EILLEGAL;
    int lo = find(learn, config, legal, 0, n_legal, tokens, n_tokens, false);
    const int hi = find(learn, config, legal, lo, n_legal, tokens, n_tokens, true);
    if (lo == hi) return TM_EILLEGAL;
    uint16_t spelled[TM_MAX_STEPS];
    if (learn->spell(config, legal[lo], spelled) == n_tokens) {
        *out_action = legal[lo];
        return 0;
    }
    memset(out_mask, 0, learn->n_tokens);
    int n = 0;
    if (learn->n_steps == 1) {
        for (; lo < hi; lo++, n++) {
            learn->spell(config, legal[lo], spelled);
            out_mask[spelled[0]] = 1;
        }
        return n;
    }
    while (lo < hi) {
        learn->spell(config, legal[lo], spelled);
        out_mask[spelled[n_tokens]] = 1;
        n++;
        lo = find(learn, config, legal, lo + 1, hi, spelled, n_tokens + 1, true);
    }
    return n;
}
