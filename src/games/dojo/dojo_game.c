/* Dojo as the rest of the program sees it. */
#include "dojo_text.h"

_Static_assert(sizeof(dojo_state) <= 512, "a state is at most 512 bytes");
_Static_assert(sizeof(dojo_public) == 40 + 200 + 25 + 35 + 30 + 36 + 5 + 5 + 6 + 6 + 4, "no padding left unset");
_Static_assert(sizeof(dojo_state) == sizeof(dojo_public) + 8, "no padding left unset");
_Static_assert(sizeof(dojo_view_data) == sizeof(dojo_public) + 16, "no padding left unset");
_Static_assert(sizeof(dojo_config) == 6 + DOJO_CARDS + DOJO_TROPHIES, "no padding left unset");
_Static_assert(sizeof(dojo_box) == 8 + DOJO_CARDS + DOJO_TROPHIES + 4, "no padding left unset");

static const char *const NO_YES[] = {"no", "yes"};
static const char *const NO_YES_LABELS[] = {N_("no"), N_("yes")};

static const tm_option OPTIONS[] = {
    {.name = "white-belt",
     .title = N_("White belt: simple trophies"),
     .help = N_("trophies have no effect, are not placed, and are worth 3 points each"),
     .range = {0, 1, 0},
     .words = NO_YES,
     .labels = NO_YES_LABELS},
    {.name = "black-belt",
     .title = N_("Black belt: three throws"),
     .help = N_("in a challenge, play rock, paper, scissors three times: each win adds 1 to your belt"),
     .range = {0, 1, 0},
     .words = NO_YES,
     .labels = NO_YES_LABELS},
};

const tm_game dojo_game = {
    .id = "dojo",
    .title = "Dojo",
    .about = N_("Deal disciples, challenge the dealer for trophies, and arrange a hall of three rows by four columns."),
    .assumed = N_("We assume two copies of every disciple with every belt, raccoons included."),
    .min_seats = DOJO_FEWEST,
    .max_seats = 5,
    .usual_seats = 4,
    .options = OPTIONS,
    .n_options = sizeof OPTIONS / sizeof *OPTIONS,
    .config_size = sizeof(dojo_config),
    .box_size = sizeof(dojo_box),
    .state_size = sizeof(dojo_state),
    .view_size = sizeof(dojo_view_data),
    .max_legal = DOJO_GRID_ROWS * DOJO_GRID_COLUMNS,
    .box_init = dojo_box_init,
    .box_line = dojo_box_line,
    .box_check = dojo_box_check,
    .configure = dojo_configure,
    .bound = dojo_bound,
    .init = dojo_init,
    .actors = dojo_actors,
    .legal = dojo_legal,
    .apply = dojo_apply,
    .awaits = dojo_awaits,
    .chance = dojo_chance,
    .settle = dojo_settle,
    .score = dojo_score,
    .check = dojo_check,
    .view = dojo_view,
    .world = dojo_world,
    .see = dojo_see,
    .reveals = dojo_reveals,
    .write_action = dojo_write_action,
    .read_action = dojo_read_action,
    .write_outcome = dojo_write_outcome,
    .read_outcome = dojo_read_outcome,
    .write_view = dojo_write_view,
    .show = dojo_show,
    .tell = dojo_tell,
    .notice = dojo_notice,
    .why = dojo_why,
    .describe = dojo_describe,
    .caution = dojo_caution,
    .think = &dojo_think,
};
