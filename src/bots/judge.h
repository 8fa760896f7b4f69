/* How good a position is, for searchers. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include <tatami/game.h>

enum {
    TM_DRAWN_MAX = 64, /* worlds drawn for one, at most; the last is accepted anyway */
    TM_BEGINNING = 8,  /* events that take as long as beginning a game in a drawn world; near the end, little follows */
};

/* Whether a simulation that started at `root` may stop here, if the game says so (tm_think). */
bool tm_is_settled(const tm_game *game, const void *config, const void *root, const void *state);
/* Each seat's chance of winning, out of TM_SURE: the result if the game is over, otherwise the game's own judgement,
 * or the lead in points. `memory` as in tm_think, or NULL. */
void tm_judge(const tm_game *game, const void *config, const void *state, int32_t *out_chances, void *memory);
/* Draws a world that fits a seat's view, and draws again, up to `most` times in all, if the others' decisions would be odd in it (tm_think). */
void tm_draw_likely(const tm_game *game, const void *config, const void *view, int seat, int most, tm_rng *rng,
                    void *out_world);
/* How many seats play; or by what somebody sees, with room for a state. */
int tm_count_seats(const tm_game *game, const void *config, const void *state);
int tm_count_seats_seen(const tm_game *game, const void *config, const void *view, void *room);
/* Who has won a game that is over: TM_SURE for each of them, because partners have both won, otherwise 0. */
void tm_won(const tm_game *game, const void *config, const void *state, int32_t *out_chances);

#endif
