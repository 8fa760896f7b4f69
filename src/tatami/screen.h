/* The terminal client: one full screen for every game, fed by a source.
 *
 * A source is where a game comes from: a table in this program, a record being watched, a table on a server. It
 * holds what one viewer may see, and the screen only reads it. Everything the person wants to do goes through its
 * functions; a function is NULL if the source does not support it. */
#ifndef TATAMI_SCREEN_H
#define TATAMI_SCREEN_H

#include <tatami/canvas.h>
#include <tatami/choices.h>
#include <tatami/search.h>

/* What happened, in words; the list owns each line. Starts with zeroes. */
typedef struct tm_log {
    char **at;
    int n, room;
} tm_log;

/* Adds each line of a text; if out of memory they are lost. */
void tm_log_add(tm_log *log, const char *text);
void tm_log_free(tm_log *log);

typedef struct tm_source tm_source;

struct tm_source {
    const tm_game *game;
    const void *config;
    const void *view; /* game->view_size bytes */
    int seat;         /* whose view it is, or TM_SPECTATOR */
    int n_seats;
    tm_say say;             /* the language and the names, all set */
    uint32_t actors;        /* who decides: one bit per seat; 0 when the game is over */
    uint32_t winners;       /* when it is over */
    const tm_choice *items; /* what can be chosen, sorted: actions, or the moments of a record */
    int n_items;
    uint32_t turn;     /* changes when the items do */
    uint32_t n_events; /* that have happened */
    int viewer;        /* of a record: who looks, a seat or TM_EVERYTHING */
    int moment;        /* of a record: the item that happened last, or -1 */
    tm_log log;
    uint32_t thinking;             /* seats whose bots are thinking, one bit per seat */
    const tm_search_result *hints; /* best first; NULL if there are none */
    int n_hints;
    bool hinting;     /* a hint is thought about */
    bool waiting;     /* the game has not started: there is no view yet, and `paint` draws what there is */
    bool foreign;     /* the view comes from outside: only a game's `paint` may look at it */
    bool busy;        /* waiting for an answer to a request */
    bool kept;        /* nothing is lost by quitting */
    bool done;        /* the source has ended, and so should the screen */
    char state[80];   /* text for the status line, instead of the usual one */
    char notice[256]; /* something to say now; cleared by whoever shows it */

    /* Takes in what has happened since the last call. */
    void (*update)(tm_source *source);
    /* Milliseconds until `update` must be called again, -1: never; and the file descriptor to poll, -1: none. */
    int (*wait)(const tm_source *source);
    int fd;

    /* On failure *why says the reason. */
    int (*choose)(tm_source *source, int item, tm_why *why);
    int (*undo)(tm_source *source, tm_why *why);
    int (*hint)(tm_source *source, tm_why *why); /* starts thinking */
    int (*save)(tm_source *source, const char *path, tm_why *why);
    int (*step)(tm_source *source, int by, tm_why *why); /* a record: forward or back */
    /* The source's own commands; TM_EUNKNOWN without a reason for anything else. */
    int (*command)(tm_source *source, const char *line, tm_why *why);
    void (*paint)(const tm_source *source, const tm_canvas *canvas);
    int (*look)(tm_source *source, int viewer, tm_why *why); /* of a record: look as a seat, or as TM_EVERYTHING */
    void (*free)(tm_source *source);
};

/* Writes a game to a file, or says why not. */
typedef int (*tm_save)(void *context, const char *path, tm_why *why);

/* A game at a table in this program: `seat` against the bots in `players`. The caller keeps the table and the
 * players, and they must outlive the source. `pace` is the minimum time between the bots' decisions, in
 * milliseconds. */
int tm_source_table(tm_table *table, tm_players *players, int seat, const tm_say *say, int pace, tm_save save,
                    void *context, tm_source **out);
/* A record that has been read completely; the caller keeps the table. The viewer is a seat, or TM_EVERYTHING, which
 * sees the table as the deciding seat does, and the whole log. */
int tm_source_replay(const tm_table *table, int viewer, const tm_say *say, tm_source **out);
/* An item in words, beside its notation; nothing for one that is words already, or a moment of a record. */
void tm_source_describe(const tm_source *source, int item, tm_text *out);
void tm_source_free(tm_source *source);

typedef struct tm_screen_options {
    bool ascii, no_colour;
} tm_screen_options;

/* Whether standard input and output are a terminal that can show a screen. */
bool tm_screen_possible(void);
/* Shows the source until the person quits, then restores the terminal. Returns 0, the number of the signal that
 * ended it, or TM_EIO or TM_ESPACE. */
int tm_screen_run(tm_source *source, const tm_screen_options *options);

#endif
