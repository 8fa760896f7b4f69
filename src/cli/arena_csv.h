/* The results of an arena on disk, one line per game in order, so that it can be stopped and continued.
 *
 *     # tatami arena version=0.1.0 game=GAME players=2 bots=hard,medium options=target=500,… seed=1
 *     deal,rotation,points0,points1,winners
 *     0,0,212,96,1
 *
 * `winners` has one bit per seat. Where luck is measured, `luck=N` stands before the seed, and luck0,luck1,… before
 * `winners`. There are no times in it, so that the same arena gives the same file. */
#ifndef CLI_ARENA_CSV_H
#define CLI_ARENA_CSV_H

#include <stdio.h>

#include "cli/arena_play.h"

typedef struct arena_csv {
    FILE *file;
    const char *path;
    arena_lineup lineup;
    bool lucky;       /* luck is measured */
    uint64_t n_games; /* read or written */
    long end;         /* of what is whole */
    uint32_t n_lines; /* read */
    bool failed;      /* to write, and said so */
    char line[4096];
} arena_csv;

/* Starts a file, or opens an existing one for the same match; if `seeded` is false, the seed comes from the existing
 * file. CLI_OK, or CLI_FAILED after a message; then there is nothing to close. */
int arena_csv_open(arena_csv *csv, const char *path, arena_match *match, bool seeded);
/* The next stored game: 1, or 0 at the end; after that, games can be added. Negative after a message. */
int arena_csv_next(arena_csv *csv, arena_result *out);
/* The game has been handed to the operating system when this returns. CLI_OK, or CLI_FAILED after a message. */
int arena_csv_add(arena_csv *csv, const arena_result *result);
int arena_csv_close(arena_csv *csv);

#endif
