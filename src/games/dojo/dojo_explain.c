/* Dojo: the groups of cards that score in a row or a column, D10 … D15. Slower than dojo_score.c, which needs only
 * the points; also works for unfinished dojos. */
#include "dojo_explain.h"

#include "base/bits.h"

static dojo_group alike(int disciple, uint32_t cards)
{
    const int n = tm_bits_count(cards);
    return (dojo_group){(uint8_t)disciple, (uint8_t)cards, (uint8_t)(n * (n + 1) / 2)};
}

int dojo_explain_row(const dojo_hall *hall, int row, dojo_group *out)
{
    uint32_t cards[DOJO_DISCIPLES] = {0, 0, 0, 0, 0, 0}, others = 0;
    int most = DOJO_RACCOON, n = 0;
    for (int col = 0; col < DOJO_COLUMNS; col++) {
        const int card = hall->card[DOJO_COLUMNS * row + col];
        if (card != DOJO_NONE) cards[dojo_disciple(card)] |= 1u << col;
    }
    for (int d = 0; d < DOJO_RACCOON; d++)
        if (cards[d] && (most == DOJO_RACCOON || tm_bits_count(cards[d]) > tm_bits_count(cards[most]))) most = d;
    for (int d = 0; d < DOJO_RACCOON; d++)
        if (d != most) others |= cards[d];
    uint32_t counted = cards[most] | cards[DOJO_RACCOON];
    if (hall->row[row] == DOJO_MASTER) counted |= others & (0u - others); /* D14: the first that did not count */
    if (!counted) return 0;
    out[n++] = alike(most, counted);
    for (int d = 0; d < DOJO_RACCOON && hall->row[row] == DOJO_INCENSE; d++)
        if (d != most && cards[d]) out[n++] = alike(d, cards[d]);
    return n;
}

int dojo_explain_col(const dojo_hall *hall, int col, dojo_group *out)
{
    const int needed = hall->col[col] == DOJO_BELT ? 2 : 3, factor = hall->col[col] == DOJO_KIMONO ? 2 : 1;
    uint32_t cards[DOJO_BELTS + 1] = {0, 0, 0, 0, 0, 0};
    for (int row = 0; row < DOJO_ROWS; row++) {
        const int card = hall->card[DOJO_COLUMNS * row + col];
        if (card != DOJO_NONE) cards[dojo_belt(card)] |= 1u << row;
    }
    for (int belt = 1; belt <= DOJO_BELTS; belt++) {
        if (tm_bits_count(cards[belt]) < needed) continue;
        out[0] = (dojo_group){(uint8_t)belt, (uint8_t)cards[belt], (uint8_t)(factor * belt)};
        return 1;
    }
    return 0;
}

int dojo_explain_points(const dojo_group *groups, int n)
{
    int points = 0;
    for (int i = 0; i < n; i++) points += groups[i].points;
    return points;
}

int dojo_explain_raccoons(const dojo_hall *hall, int row, const dojo_group *groups, int n)
{
    int raccoons = 0;
    for (int i = 0; i < n; i++)
        for (int col = 0; col < DOJO_COLUMNS && groups[i].of != DOJO_RACCOON; col++) {
            const int card = hall->card[DOJO_COLUMNS * row + col];
            raccoons += (groups[i].cards >> col & 1) && dojo_disciple(card) == DOJO_RACCOON;
        }
    return raccoons;
}
