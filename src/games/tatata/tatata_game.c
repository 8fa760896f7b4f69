/* TATATA! as the rest of the program sees it. */
#include "tatata_rules.h"
#include "tatata_text.h"

_Static_assert(sizeof(tatata_state) <= 768, "a state is at most 768 bytes");
_Static_assert(sizeof(tatata_public) == 8 * 4 + 8 + 6 + 8 + 46 + 8 + 8 + 40 + 10 + 7 + 1 + 36 + 1 + 90 + 3,
               "no padding left unset");
_Static_assert(sizeof(tatata_state) == sizeof(tatata_public) + 8 * 8 + 8, "no padding left unset");
_Static_assert(sizeof(tatata_view_data) == sizeof(tatata_public) + 8 + 32 + 8, "no padding left unset");
_Static_assert(sizeof(tatata_config) == 3 * 8 + 10 * 8 + 8 + 4 + 4 + 10 + 12 + 144 + 2, "no padding left unset");
_Static_assert(sizeof(tatata_box) == 8 + 2 + 10 + 10 + 1 + 144 + 1, "no padding left unset");

static const char *const RULES[] = {"basic", "full"};
static const char *const RULES_LABELS[] = {N_("basic rules"), N_("full rules")};
static const char *const NO_YES[] = {"no", "yes"};
static const char *const MEMORY_LABELS[] = {N_("stay face up"), N_("are turned down again")};

/* A4, by number of players: at most 30 Sky cards in all. */
static const tm_range LEGS[] = {
    [2] = {3, 7, 5}, [3] = {3, 7, 5}, [4] = {3, 7, 5}, [5] = {3, 6, 5},
    [6] = {3, 5, 5}, [7] = {3, 4, 4}, [8] = {3, 3, 3},
};

static const tm_option OPTIONS[] = {
    {.name = "rules",
     .title = N_("Rules to play by"),
     .help = N_("basic: cards have one number and can be discarded; full: cards have four numbers, and the first card "
                "of a turn says how many may follow"),
     .range = {0, 1, 0},
     .words = RULES,
     .labels = RULES_LABELS},
    {.name = "leg",
     .title = N_("Sky cards in a leg"),
     .help = N_("Sky cards between two bases at the start; at most 30 in total"),
     .range = {3, 7, 5},
     .by_seats = LEGS},
    {.name = "rounds",
     .title = N_("Rounds at most"),
     .help = N_("the game ends after this many rounds at the latest, and the plane furthest ahead wins"),
     .range = {20, 2000, 300}},
    {.name = "memory",
     .title = N_("Sky cards that were seen"),
     .help = N_("yes: Sky cards are turned down again, and the players must remember them; no: they stay face up"),
     .range = {0, 1, 0},
     .words = NO_YES,
     .labels = MEMORY_LABELS},
};

const tm_game tatata_game = {
    .id = "tatata",
    .title = "TATATA!",
    .about = N_("An armed air race: three laps through weather, bombs and other pilots."),
    .assumed =
        N_("We assume three Sky cards of each kind, all strengths except odin’s and, for the full rules, the four "
           "numbers of each Deck card."),
    .min_seats = 2,
    .max_seats = TATATA_SEATS,
    .usual_seats = 4,
    .options = OPTIONS,
    .n_options = sizeof OPTIONS / sizeof *OPTIONS,
    .config_size = sizeof(tatata_config),
    .box_size = sizeof(tatata_box),
    .state_size = sizeof(tatata_state),
    .view_size = sizeof(tatata_view_data),
    .max_legal = TATATA_MAX_LEGAL,
    .box_init = tatata_box_init,
    .box_line = tatata_box_line,
    .box_check = tatata_box_check,
    .configure = tatata_configure,
    .bound = tatata_bound,
    .init = tatata_init,
    .actors = tatata_actors,
    .legal = tatata_legal,
    .apply = tatata_apply,
    .awaits = tatata_awaits,
    .chance = tatata_chance,
    .settle = tatata_settle,
    .score = tatata_score,
    .check = tatata_check,
    .view = tatata_view,
    .world = tatata_world,
    .see = tatata_see,
    .reveals = tatata_reveals,
    .write_action = tatata_write_action,
    .read_action = tatata_read_action,
    .write_outcome = tatata_write_outcome,
    .read_outcome = tatata_read_outcome,
    .write_view = tatata_write_view,
    .show = tatata_show,
    .tell = tatata_tell,
    .notice = tatata_notice,
    .why = tatata_why,
    .describe = tatata_describe,
    .caution = tatata_caution,
    .think = &tatata_think,
};
