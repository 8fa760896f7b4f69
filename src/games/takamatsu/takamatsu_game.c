/* Takamatsu as the rest of the program sees it. */
#include "takamatsu_box.h"
#include "takamatsu_text.h"

_Static_assert(sizeof(takamatsu_state) <= 384, "a state is at most 384 bytes");
_Static_assert(sizeof(takamatsu_public) == 4 * 24 + 4 * 5 + 2 * 5 + 2 + 6 + 5 + 40 + 1 + 5 + 20 + 3,
               "no padding left unset");
_Static_assert(sizeof(takamatsu_state) == sizeof(takamatsu_public) + 20, "no padding left unset");
_Static_assert(sizeof(takamatsu_view_data) == sizeof(takamatsu_public) + 4 * 5 + 5 * 22 + 2, "no padding left unset");
_Static_assert(sizeof(takamatsu_config) ==
                   12 * 24 * 25 + 2 * 4 + 4 * 5 * 2 + 2 * 21 + 7 + 5 + 2 * 40 + 20 + 3 * 24 + 24 * 2 + 24 * 15 + 2,
               "no padding left unset");
_Static_assert(sizeof(takamatsu_box) == 40 + 20 + 5 + 24 * (15 + 5), "no padding left unset");

static const tm_option OPTIONS[] = {
    {.name = "goal",
     .title = N_("Points to win"),
     .help = N_("the game ends after the round in which a pagoda reaches this many points"),
     .range = {5, 60, 20}},
    {.name = "rounds",
     .title = N_("Rounds at most"),
     .help = N_("the game ends after this many rounds at the latest"),
     .range = {10, 1000, 200}},
};

const tm_game takamatsu_game = {
    .id = "takamatsu",
    .title = "Takamatsu",
    .about = N_("Lead samurai through a palace: move yours together with the others’, and get yours to the rooms of "
                "your colour."),
    .assumed = N_("We assume the values of the shogun cards and the plan of the palace."),
    .min_seats = 2,
    .max_seats = 5,
    .usual_seats = 4,
    .options = OPTIONS,
    .n_options = sizeof OPTIONS / sizeof *OPTIONS,
    .config_size = sizeof(takamatsu_config),
    .box_size = sizeof(takamatsu_box),
    .state_size = sizeof(takamatsu_state),
    .view_size = sizeof(takamatsu_view_data),
    .max_legal = TAKAMATSU_MAX_LEGAL,
    .box_init = takamatsu_box_init,
    .box_line = takamatsu_box_line,
    .box_check = takamatsu_box_check,
    .configure = takamatsu_configure,
    .most_legal = takamatsu_most_legal,
    .bound = takamatsu_bound,
    .init = takamatsu_init,
    .actors = takamatsu_actors,
    .legal = takamatsu_legal,
    .apply = takamatsu_apply,
    .awaits = takamatsu_awaits,
    .chance = takamatsu_chance,
    .settle = takamatsu_settle,
    .score = takamatsu_score,
    .check = takamatsu_check,
    .view = takamatsu_view,
    .world = takamatsu_world,
    .see = takamatsu_see,
    .reveals = takamatsu_reveals,
    .write_action = takamatsu_write_action,
    .read_action = takamatsu_read_action,
    .write_outcome = takamatsu_write_outcome,
    .read_outcome = takamatsu_read_outcome,
    .write_view = takamatsu_write_view,
    .show = takamatsu_show,
    .tell = takamatsu_tell,
    .notice = takamatsu_notice,
    .why = takamatsu_why,
    .describe = takamatsu_describe,
    .caution = takamatsu_caution,
    .think = &takamatsu_think,
};
