/* The game interface: one `const tm_game` of facts and functions for each game.
 *
 * Four kinds of plain memory, each owned by the caller and of the size that the game declares. They hold fixed-width
 * integers and arrays, no pointers and no unset padding: `memcpy` clones, `memcmp` compares.
 *   config  what was agreed before the game: players, options, the box, and tables computed from them. Public, constant.
 *   state   the truth. Held by the table alone.
 *   view    what one seat may know and remember. Everything that shows, sends or thinks gets this.
 *   box     the printed components as a box file corrects them; staging for a config.
 *
 * Chance is explicit. A state holds no generator and no future: where chance is due, `chance` draws an outcome and
 * `settle` applies one, drawn or given.
 *
 * Functions return 0 or a negative TM_E…; on failure nothing has changed. They are pure and need no locks. */
#ifndef TATAMI_GAME_H
#define TATAMI_GAME_H

#include <tatami/base.h>
#include <tatami/canvas.h>
#include <tatami/rng.h>
#include <tatami/text.h>

TM_HEADER_BEGIN

enum { TM_GAME_ABI = 1, TM_MAX_OPTIONS = 8, TM_OUTCOME_BYTES = 30, TM_BOX_WORDS = 48 };

/* A decision, as the game numbers them. The text of an action depends on the config alone. */
typedef uint32_t tm_action;

/* In an event as somebody saw it: a decision of which only the fact is known. Written `?`. */
#define TM_HIDDEN_ACTION ((tm_action)0xffffffffu)

/* In the mask of `actors`: chance is due. No seat decides then. */
#define TM_ACTOR_CHANCE ((uint32_t)1 << 31)

/* An outcome of chance, as the game lays it out; unused bytes are 0. */
typedef struct tm_outcome {
    uint8_t kind;
    uint8_t n;
    uint8_t b[TM_OUTCOME_BYTES];
} tm_outcome;

/* One line of a record. `seat` is TM_CHANCE for an outcome; the member that is not meant is zero. */
typedef struct tm_event {
    int32_t seat;
    tm_action action;
    tm_outcome outcome;
} tm_event;

typedef struct tm_range {
    int32_t min, max, def;
} tm_range;

/* A number in a range, or, with `words`, one of the words min … max. */
typedef struct tm_option {
    const char *name;
    const char *help; /* message id */
    tm_range range;
    const tm_range *by_seats; /* NULL, or the range by number of players */
    const char *const *words; /* NULL for a number */
} tm_option;

/* Certainty, in chances of winning. */
enum { TM_SURE = 1 << 16 };

/* What is known about playing a game well. It works on a state that a bot drew from its view (`world`), never on the true
 * one. Each function may be NULL. */
typedef struct tm_think {
    /* Rules of thumb: the place in the list of a quick sensible choice among n_legal (at least 2) actions. */
    int (*choose)(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng);
    /* How promising each action looks, for who cannot try them all. */
    void (*order)(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, uint16_t *out);
    /* Whether a game thought on from `root` may stop here and be judged, as at the end of a round. */
    bool (*settled)(const void *config, const void *root, const void *state);
    /* Each seat's chance of winning from here, out of TM_SURE; the game is not over. */
    void (*judge)(const void *config, const void *state, int32_t *out_chances);
    /* Points by which one wins clearly, where a narrow result tells little about a decision taken long before and nobody has
     * a partner; else 0. */
    int32_t clear_lead;
    /* Events that the levels medium, hard and expert imagine for a decision; 0: as many as in other games. A level should be
     * clearly better than the one below, and how much thought that takes differs from game to game. */
    uint32_t events[3];
    /* What `score` costs at this end of a game, in events, where it is slow; thinking is measured in events. */
    uint32_t (*counting)(const void *config, const void *state);
    /* Whether to believe in a world that `world` drew, for the seat that thinks: by chance, the sooner the more what the
     * others did suits what they hold there. For long thought only, which draws another one else. */
    bool (*likely)(const void *config, const void *state, int seat, tm_rng *rng);
    /* What pays with long thought: to leave the others to `choose`, which foretells them better than a search does that grows
     * from what one seat knows; and to imagine games to their end, settled or not. */
    bool foretells, to_the_end;
} tm_think;

typedef struct tm_game {
    const char *id;
    const char *title;
    const char *about;   /* message id: the game in one sentence */
    const char *assumed; /* message id: a sentence that says which printed components are assumed, or NULL */
    uint32_t abi;
    uint8_t min_seats, max_seats, usual_seats;
    uint8_t n_options;
    const tm_option *options;
    uint32_t config_size, box_size, state_size, view_size;
    uint32_t max_legal; /* room for one seat's legal actions */

    /* Box: defaults, one line of a file, and whether the whole can be played. A game without assumed components has
     * box_size 0 and no such functions. box_line gets the words of a line, each not empty. */
    void (*box_init)(void *out_box);
    int (*box_line)(void *box, const tm_span *words, int n_words, tm_why *why);
    int (*box_check)(const void *box, tm_why *why);

    /* `values` holds one checked value an option, in their order; `box` is a checked box, or NULL for the default. */
    int (*configure)(void *out_config, int n_seats, const int32_t *values, const void *box, tm_why *why);
    /* No game has more events than this. */
    uint32_t (*bound)(const void *config);

    void (*init)(const void *config, void *out_state);
    uint32_t (*actors)(const void *config, const void *state); /* a bit a deciding seat; TM_ACTOR_CHANCE; 0: over */
    int (*legal)(const void *config, const void *state, int seat, tm_action *out); /* how many; ascending, no doubles */
    int (*apply)(const void *config, void *state, int seat, tm_action action);
    const char *(*awaits)(const void *config, const void *state); /* the first word of the outcome that is due */
    void (*chance)(const void *config, const void *state, tm_rng *rng, tm_outcome *out); /* draws, does not apply */
    int (*settle)(const void *config, void *state, const tm_outcome *outcome);
    /* Points by seat; the mask of winners, 0 until the game is over. */
    void (*score)(const void *config, const void *state, int32_t *out_points, uint32_t *out_winners);
    int (*check)(const void *config, const void *state); /* 0, or the number of the invariant that does not hold */

    /* A view is zeroed and filled with what `seat` (or TM_SPECTATOR) may know. */
    void (*view)(const void *config, const void *state, int seat, void *out_view);
    /* A state that fits the view, each equally likely. */
    void (*world)(const void *config, const void *view, tm_rng *rng, void *out_state);
    /* The event, about to happen in `state`, as `viewer` sees it. */
    void (*see)(const void *config, const void *state, const tm_event *event, int viewer, tm_event *out_seen);
    /* The seats, maybe the deciding one too, that see something by this decision that was hidden from them. */
    uint32_t (*reveals)(const void *config, const void *state, int seat, tm_action action);

    /* Notation. Writing takes events as somebody saw them, too. Reading checks the form; apply and settle the rest. */
    void (*write_action)(const void *config, tm_action action, tm_text *out);
    int (*read_action)(const void *config, tm_span text, tm_action *out);
    void (*write_outcome)(const void *config, const tm_outcome *outcome, tm_text *out);
    int (*read_outcome)(const void *config, tm_span text, tm_outcome *out);
    void (*write_view)(const void *config, const void *view, tm_text *out); /* one JSON object */

    /* For a person: the table as lines of text; and what an event, as this viewer saw it, meant, one or more lines, from
     * the viewer's views before and after it. */
    void (*show)(const void *config, const void *view, const tm_say *say, tm_text *out);
    void (*tell)(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out);
    /* Why the viewer, who decides, may not take an action that is well written: a message id, or NULL where nothing more
     * is to be said than that it is not legal. It is asked about such actions only. */
    const char *(*why)(const void *config, const void *view, tm_action action);

    const tm_think *think; /* NULL: nothing is known beyond the rules */
} tm_game;

/* The registry. */
extern const tm_game *const tm_games[];
extern const int tm_n_games;
const tm_game *tm_game_find(tm_span id); /* NULL if there is none */

/* The table as a drawing, of any size, with the pieces that can be pointed at: GAME_paint of each game. The view may come from
 * outside: one that no game could have made draws something or nothing, and does no harm. Apart from tm_game, so that a program
 * that never draws, as a browser's engine, does not carry the drawings. */
typedef void (*tm_paint)(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);
tm_paint tm_paint_find(const tm_game *game); /* NULL for a game that is not in the registry */

/* The range of an option for this number of players. */
const tm_range *tm_option_range(const tm_option *option, int n_seats);

TM_HEADER_END

#endif
