/* The game interface: each game is one `const tm_game` of facts and functions.
 *
 * There are four kinds of plain memory, each owned by the caller, in the size that the game declares. They hold
 * fixed-width integers and arrays, no pointers and no unset padding: `memcpy` clones, `memcmp` compares.
 *   config  what was agreed before the game: players, options, the box, and tables computed from them. Public, constant.
 *   state   the truth. Held by the table alone.
 *   view    what one seat may know and remember. Screens, clients and bots get only this.
 *   box     the printed components, with the corrections of a box file; used to build a config.
 *
 * Chance is explicit. A state holds no random generator and no future: when chance is due, `chance` draws an outcome
 * and `settle` applies one, drawn or given.
 *
 * Functions return 0 or a negative TM_E…; when they fail, nothing has changed. They are pure and need no locks. */
#ifndef TATAMI_GAME_H
#define TATAMI_GAME_H

#include <tatami/base.h>
#include <tatami/canvas.h>
#include <tatami/rng.h>
#include <tatami/text.h>

TM_HEADER_BEGIN

enum { TM_GAME_ABI = 1, TM_MAX_OPTIONS = 8, TM_OUTCOME_BYTES = 30, TM_BOX_WORDS = 48, TM_DESCRIPTION = 256 };

/* A decision, encoded as the game likes. The text of an action depends only on the config. */
typedef uint32_t tm_action;

/* In an event as a viewer saw it: the viewer knows that somebody decided, but not what. Written `?`. */
#define TM_HIDDEN_ACTION ((tm_action)0xffffffffu)

/* In the mask of `actors`: chance is due. No seat decides then. */
#define TM_ACTOR_CHANCE ((uint32_t)1 << 31)

/* An outcome of chance, encoded as the game likes; unused bytes are 0. */
typedef struct tm_outcome {
    uint8_t kind;
    uint8_t n;
    uint8_t b[TM_OUTCOME_BYTES];
} tm_outcome;

/* One line of a record. `seat` is TM_CHANCE for an outcome; the member that does not apply is zero. */
typedef struct tm_event {
    int32_t seat;
    tm_action action;
    tm_outcome outcome;
} tm_event;

typedef struct tm_range {
    int32_t min, max, def;
} tm_range;

/* A number in a range, or, with `words`, one of the words min … max. `name` and `words` belong to the notation and are the same in
 * every language; `title` and `labels` are what people read. */
typedef struct tm_option {
    const char *name;
    const char *title; /* message id: a few words, `Points to win` */
    const char *help;  /* message id: a sentence */
    tm_range range;
    const tm_range *by_seats;  /* NULL, or one range per number of players */
    const char *const *words;  /* NULL for a number */
    const char *const *labels; /* message ids, one per word; NULL for a number */
} tm_option;

/* A chance of winning of 100%. */
enum { TM_SURE = 1 << 16 };

/* Rules of thumb: the index of a quick, sensible choice among n_legal (at least 2) actions. `memory` as in tm_think. */
typedef int tm_thumb(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, tm_rng *rng,
                     void *memory);

/* Each seat's chance of winning from a state, out of TM_SURE. `memory` as in tm_think. */
typedef void tm_judgement(const void *config, const void *state, int32_t *out_chances, void *memory);

/* How hints read the shares of simulated games: each to the power of so many quarters, then the thinking side's times so many 64ths. */
typedef struct tm_reading {
    uint8_t power, own;
} tm_reading;

/* What we know about playing a game well. It works on a state that a bot drew from its view (`world`), never on the
 * true one. Any function may be NULL. */
typedef struct tm_think {
    tm_thumb *choose;
    /* How promising each action looks, for a searcher that cannot try them all. */
    void (*order)(const void *config, const void *state, int seat, const tm_action *legal, int n_legal, uint16_t *out);
    /* Whether a simulation that started at `root` may stop here and be judged, for example at the end of a round. */
    bool (*settled)(const void *config, const void *root, const void *state);
    tm_judgement *judge; /* the game is not over */
    /* The lead in points that counts as a clear win, for games without partners where a narrow result says little
     * about a decision taken long before; otherwise 0. */
    int32_t clear_lead;
    /* How many events the levels medium, hard and expert simulate per decision; 0 for the usual number. Each level
     * should be clearly better than the one below, and how much thinking that takes differs from game to game. */
    uint32_t events[3];
    /* The cost of `score` at the end of this game, measured in events like all thinking; only needed if it is slow. */
    uint32_t (*counting)(const void *config, const void *state);
    /* Accepts a world drawn for the thinking seat at random, in proportion to how well the others' past decisions
     * fit what they hold in it. If it is rejected, another one is drawn. Used in long searches, and where a network
     * advises. */
    bool (*likely)(const void *config, const void *state, int seat, tm_rng *rng);
    /* What works better in long searches. foretells, also where a network's advice is compared: the other seats follow
     * `choose`, because it predicts them better than a search that knows only one seat's cards. to_the_end: simulate
     * games to their end, even where they are settled. */
    bool foretells, to_the_end;
    uint32_t master_events; /* as `events`, for the level master */
    /* What these rules of thumb and judgements have worked out and may need again, in bytes. Whoever calls them often owns it, all 0 at
     * first, one for each thread; NULL: there is none. It saves time and never changes what they say. */
    size_t memory;
    /* Closer to what good players do than `choose`, and slower: searches with a network's advice play on by it. NULL: by `choose`. */
    tm_thumb *choose_well;
    /* As `settled` and `judge`, for searches with a network's advice that do not simulate games to their end (to_the_end). They tell chances
     * so well that the network's opinion counts only as some more games. judge_well is asked about games that are over, too. Both or neither;
     * neither without choose_well. */
    bool (*settled_well)(const void *config, const void *root, const void *state);
    tm_judgement *judge_well;
    /* By number of players, from the fewest on; NULL: shares are taken as they are. In simulated games the others play worse than the side that thinks,
     * and many are judged before their end. So their shares flatter that side and lie too close together; read like this, of positions given
     * 70% about 70% are won. Counted (tests/bench/hints.c). */
    const tm_reading *readings;
} tm_think;

typedef struct tm_game {
    const char *id;
    const char *title;
    const char *about;   /* message id: the game in one sentence */
    const char *assumed; /* message id: a sentence that says which printed components are assumed, or NULL */
    uint8_t min_seats, max_seats, usual_seats;
    uint8_t n_options;
    const tm_option *options;
    uint32_t config_size, box_size, state_size, view_size;
    uint32_t max_legal; /* upper limit of one seat's legal actions */

    /* Box: set the defaults, read one line of a file, check whether the whole box is playable. A game without
     * assumed components has box_size 0 and none of these. box_line gets the words of a line, none of them empty. */
    void (*box_init)(void *out_box);
    int (*box_line)(void *box, const tm_span *words, int n_words, tm_why *why);
    int (*box_check)(const void *box, tm_why *why);

    /* `values` holds one checked value per option, in order; `box` is a checked box, or NULL for the default. */
    int (*configure)(void *out_config, int n_seats, const int32_t *values, const void *box, tm_why *why);
    /* An upper bound on the legal actions of one seat with this config; NULL: max_legal. */
    uint32_t (*most_legal)(const void *config);
    /* An upper bound on the number of events in a game. */
    uint32_t (*bound)(const void *config);

    void (*init)(const void *config, void *out_state);
    uint32_t (*actors)(const void *config, const void *state); /* one bit per deciding seat; TM_ACTOR_CHANCE; 0: over */
    int (*legal)(const void *config, const void *state, int seat, tm_action *out); /* returns how many; ascending, no
                                                                                    * duplicates */
    int (*apply)(const void *config, void *state, int seat, tm_action action);
    const char *(*awaits)(const void *config, const void *state); /* the first word of the outcome that is due */
    void (*chance)(const void *config, const void *state, tm_rng *rng, tm_outcome *out); /* draws, does not apply */
    int (*settle)(const void *config, void *state, const tm_outcome *outcome);
    /* Points by seat; the mask of winners, 0 until the game is over. */
    void (*score)(const void *config, const void *state, int32_t *out_points, uint32_t *out_winners);
    int (*check)(const void *config, const void *state); /* 0, or the number of a broken invariant */

    /* A view is zeroed and filled with what `seat` (or TM_SPECTATOR) may know. */
    void (*view)(const void *config, const void *state, int seat, void *out_view);
    /* A state that fits the view, each equally likely. */
    void (*world)(const void *config, const void *view, tm_rng *rng, void *out_state);
    /* An event that is about to happen in `state`, as `viewer` sees it. */
    void (*see)(const void *config, const void *state, const tm_event *event, int viewer, tm_event *out_seen);
    /* The seats that learn something hidden from this decision; may include the deciding seat. */
    uint32_t (*reveals)(const void *config, const void *state, int seat, tm_action action);

    /* Notation. Writing also handles events as a viewer saw them. Reading checks the form; apply and settle check
     * the rest. */
    void (*write_action)(const void *config, tm_action action, tm_text *out);
    int (*read_action)(const void *config, tm_span text, tm_action *out);
    void (*write_outcome)(const void *config, const tm_outcome *outcome, tm_text *out);
    int (*read_outcome)(const void *config, tm_span text, tm_outcome *out);
    void (*write_view)(const void *config, const void *view, tm_text *out); /* one JSON object */

    /* For people: `show` describes the table in lines of text; `tell` explains in one or more lines what an event
     * meant to this viewer, given the viewer's views before and after it. */
    void (*show)(const void *config, const void *view, const tm_say *say, tm_text *out);
    void (*tell)(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                 tm_text *out);
    /* Why the deciding viewer may not take a well-formed action, at most TM_DESCRIPTION - 1 bytes; nothing if there is
     * nothing to add. Only called for actions that are not legal; the view may come from outside, as in `describe`. */
    void (*why)(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);

    /* An action in words, for a person who may take it: what stands beside the notation in a list of choices, at most
     * TM_DESCRIPTION - 1 bytes on one line. As with GAME_paint, the view may come from outside: one that no game could have
     * made, or an action that does not fit it, describes nothing. */
    void (*describe)(const void *config, const void *view, tm_action action, const tm_say *say, tm_text *out);

    /* What to ask a careful person before this legal action: a message id, a question that can be answered with yes or no. For
     * decisions that weigh more than others, and for slips: a turn ended too early. NULL where there is nothing to ask. It is
     * told from the view alone, so the question gives nothing away. As with describe, the view may come from outside. */
    const char *(*caution)(const void *config, const void *view, tm_action action);

    const tm_think *think; /* NULL: nothing but the rules */

    /* What the viewer saw by this event and no event names, as one sentence without a line end: a card that was handed over,
     * turned up or placed. Seats are numbers there. It writes nothing where there is nothing to say. NULL: events name
     * everything. */
    void (*notice)(const void *config, const void *before, const tm_event *seen, const void *after, const tm_say *say,
                   tm_text *out);
} tm_game;

/* The registry. */
extern const tm_game *const tm_games[];
extern const int tm_n_games;
const tm_game *tm_game_find(tm_span id); /* NULL if there is none */

/* Draws the table in any size, with the pieces that can be pointed at: GAME_paint of each game. The view may come
 * from outside; one that no game could produce may draw nonsense, but does no harm. This is separate from tm_game so
 * that a program that never draws, such as the browser's engine, does not contain the drawing code. */
typedef void (*tm_paint)(const void *config, const void *view, const tm_say *say, const tm_canvas *canvas);
tm_paint tm_paint_find(const tm_game *game); /* NULL for a game that is not in the registry */

/* The range of an option for this number of players. */
const tm_range *tm_option_range(const tm_option *option, int n_seats);

TM_HEADER_END

#endif
