#include <tatami/rng.h>

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void tm_rng_init(tm_rng *rng, uint64_t seed, uint64_t stream)
{
    /* The stream is mixed separately, so that (1, 2) and (2, 1) have nothing in common. */
    uint64_t key = stream ^ 0x6a09e667f3bcc909u;
    uint64_t x = seed ^ splitmix(&key);
    for (int i = 0; i < 4; i++) rng->s[i] = splitmix(&x);
}
