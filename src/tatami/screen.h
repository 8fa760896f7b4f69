/* The terminal client: one full screen for every game, fed by a source.
 *
 * A source is where a game comes from: a table in this program, a record that is watched, a table on a server. It holds
 * what one viewer may see, and the screen only reads it; wishes go through the functions, each of which is NULL where
 * the source has nothing like it. */
#ifndef TATAMI_SCREEN_H
#define TATAMI_SCREEN_H

#include <tatami/canvas.h>
#include <tatami/choices.h>
#include <tatami/search.h>

/* What happened, in words; each line is the list's own memory. Starts with zeroes. */
typedef struct tm_lines {
    char **at;
    int n, room;
} tm_lines;

/* Adds each line of a text; without memory they are lost. */
void tm_lines_add(tm_lines *lines, const char *text);
void tm_lines_free(tm_lines *lines);

typedef struct tm_source tm_source;

struct tm_source {
    const tm_game *game;
    const void *config;
    const void *view; /* game->view_size bytes */
    int seat;         /* whose view it is, or TM_SPECTATOR */
    int n_seats;
    tm_say say;             /* the language and the names, all of them set */
    uint32_t actors;        /* who decides: a bit a seat; 0 when the game is over */
    uint32_t winners;       /* when it is over */
    const tm_choice *items; /* what can be chosen, sorted: actions, or the moments of a record */
    int n_items;
    uint32_t turn;     /* changes when the items do */
    uint32_t n_events; /* that have happened */
    int viewer;        /* a record: who looks, a seat or TM_EVERYTHING */
    int moment;        /* a record: the item that happened last, or -1 */
    tm_lines log;
    uint32_t thinking;             /* seats whose bots think, a bit a seat */
    const tm_search_result *hints; /* the best first; NULL while there are none */
    int n_hints;
    bool hinting;     /* a hint is thought about */
    bool waiting;     /* the game has not begun: there is no view yet, and `paint` draws what there is */
    bool foreign;     /* the view comes from outside: only a game's `paint` may look at it */
    bool busy;        /* an answer to a wish is on its way */
    bool kept;        /* nothing is lost by leaving */
    bool done;        /* the source has come to its end, and so does the screen */
    char state[80];   /* what is shown of its state, where it is not what the rest says */
    char notice[256]; /* something to say now; whoever says it empties it */

    /* Takes in what has happened since. */
    void (*update)(tm_source *source);
    /* Milliseconds until `update` has something to do by itself, -1: never; and what to poll for, -1: nothing. */
    int (*wait)(const tm_source *source);
    int fd;

    /* On failure *why says the reason. */
    int (*choose)(tm_source *source, int item, tm_why *why);
    int (*undo)(tm_source *source, tm_why *why);
    int (*hint)(tm_source *source, tm_why *why); /* starts thinking */
    int (*save)(tm_source *source, const char *path, tm_why *why);
    int (*step)(tm_source *source, int by, tm_why *why); /* a record: forward or back */
    /* Words of the source's own; TM_EUNKNOWN without a reason for others. */
    int (*command)(tm_source *source, const char *line, tm_why *why);
    void (*paint)(const tm_source *source, const tm_canvas *canvas);
    int (*look)(tm_source *source, int viewer, tm_why *why); /* a record: as a seat, or as TM_EVERYTHING */
    void (*free)(tm_source *source);
};

/* Writes a game to a file, or says why not. */
typedef int (*tm_save)(void *context, const char *path, tm_why *why);

/* A game at a table in this program: the seats of `players` that have bots, against `seat`. Table and players stay the
 * caller's and outlive the source. `pace` is the least time in milliseconds between decisions of bots. */
int tm_source_table(tm_table *table, tm_players *players, int seat, const tm_say *say, int pace, tm_save save,
                    void *context, tm_source **out);
/* A record, read as a whole: the table stays the caller's. The viewer is a seat or TM_EVERYTHING, which sees the table as
 * whoever decides does, and the log as it is. */
int tm_source_replay(const tm_table *table, int viewer, const tm_say *say, tm_source **out);
void tm_source_free(tm_source *source);

typedef struct tm_screen_options {
    bool ascii, no_colour;
} tm_screen_options;

/* Whether standard input and output are a terminal that can show a screen. */
bool tm_screen_possible(void);
/* Shows the source until the person leaves, and gives the terminal back as it was: 0, the number of the signal that ended
 * it, or TM_EIO, TM_ESPACE. */
int tm_screen_run(tm_source *source, const tm_screen_options *options);

#endif
