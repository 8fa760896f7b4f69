/* The template game as the rest of the program sees it. */
#include "template_text.h"

_Static_assert(sizeof(template_public) == 8 + 4 + 4, "no padding left unset");
_Static_assert(sizeof(template_state) == sizeof(template_public) + 8, "no padding left unset");
_Static_assert(sizeof(template_view_data) == sizeof(template_public) + 4, "no padding left unset");

static const tm_option OPTIONS[] = {
    {.name = "rounds", .title = N_("Rounds"), .help = N_("how many rounds to play"), .range = {1, 9, 3}},
};

const tm_game template_game = {
    .id = "template",
    .title = "Template",
    .about = N_("A game to copy: stay or fold, all at once."),
    .assumed = N_("We assume that the cards go from 1 to 9."),
    .min_seats = 2,
    .max_seats = TEMPLATE_SEATS,
    .usual_seats = 3,
    .options = OPTIONS,
    .n_options = sizeof OPTIONS / sizeof *OPTIONS,
    .config_size = sizeof(template_config),
    .box_size = sizeof(template_box),
    .state_size = sizeof(template_state),
    .view_size = sizeof(template_view_data),
    .max_legal = 2,
    .box_init = template_box_init,
    .box_line = template_box_line,
    .box_check = template_box_check,
    .configure = template_configure,
    .bound = template_bound,
    .init = template_init,
    .actors = template_actors,
    .legal = template_legal,
    .apply = template_apply,
    .awaits = template_awaits,
    .chance = template_chance,
    .settle = template_settle,
    .score = template_score,
    .check = template_check,
    .view = template_view,
    .world = template_world,
    .see = template_see,
    .reveals = template_reveals,
    .write_action = template_write_action,
    .read_action = template_read_action,
    .write_outcome = template_write_outcome,
    .read_outcome = template_read_outcome,
    .write_view = template_write_view,
    .show = template_show,
    .tell = template_tell,
    .why = template_why,
    .describe = template_describe,
    .caution = template_caution,
};
