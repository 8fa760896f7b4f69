/* TATSU as the rest of the program sees it. */
#include "tatsu_text.h"

_Static_assert(sizeof(tatsu_state) <= 256, "a state is at most 256 bytes");
_Static_assert(sizeof(tatsu_view_data) <= 256, "a view is at most 256 bytes");
_Static_assert(sizeof(tatsu_public) == 16 + 4 * 4 + 2 + 12 + 14 + 4, "no padding left unset");
_Static_assert(sizeof(tatsu_state) == sizeof(tatsu_public) + 16, "no padding left unset");
_Static_assert(sizeof(tatsu_view_data) == sizeof(tatsu_public) + 16 + 8 + 4, "no padding left unset");

static const char *const FACEDOWN[] = {"each", "neither"};
static const char *const FACEDOWN_LABELS[] = {N_("when the one who plays has none"), N_("when neither of you has one")};

static const tm_option OPTIONS[] = {
    {.name = "target",
     .title = N_("Points to win"),
     .help = N_("the game ends after the round in which somebody reaches this many points"),
     .range = {50, 5000, 500}},
    {.name = "facedown",
     .title = N_("Face-down cards"),
     .help = N_("two players: face-down cards can be used when whoever must play, you or the opponent you ask, has no "
                "face-up card of the clan (each), or only when neither of you has one (neither)"),
     .range = {0, 1, 0},
     .words = FACEDOWN,
     .labels = FACEDOWN_LABELS},
    {.name = "rounds",
     .title = N_("Rounds at most"),
     .help = N_("the game ends after this many rounds at the latest"),
     .range = {1, 1000, 200}},
};

const tm_game tatsu_game = {
    .id = "tatsu",
    .title = "TATSU",
    .about = N_("Tricks in two clans: play a card of your clan, or ask somebody to play one for you."),
    .assumed = NULL,
    .min_seats = 2,
    .max_seats = 4,
    .usual_seats = 4,
    .options = OPTIONS,
    .n_options = sizeof OPTIONS / sizeof *OPTIONS,
    .config_size = sizeof(tatsu_config),
    .box_size = 0,
    .state_size = sizeof(tatsu_state),
    .view_size = sizeof(tatsu_view_data),
    .max_legal = 32,
    .configure = tatsu_configure,
    .bound = tatsu_bound,
    .init = tatsu_init,
    .actors = tatsu_actors,
    .legal = tatsu_legal,
    .apply = tatsu_apply,
    .awaits = tatsu_awaits,
    .chance = tatsu_chance,
    .settle = tatsu_settle,
    .score = tatsu_score,
    .check = tatsu_check,
    .view = tatsu_view,
    .world = tatsu_world,
    .see = tatsu_see,
    .reveals = tatsu_reveals,
    .write_action = tatsu_write_action,
    .read_action = tatsu_read_action,
    .write_outcome = tatsu_write_outcome,
    .read_outcome = tatsu_read_outcome,
    .write_view = tatsu_write_view,
    .show = tatsu_show,
    .tell = tatsu_tell,
    .why = tatsu_why,
    .describe = tatsu_describe,
    .caution = tatsu_caution,
    .think = &tatsu_think,
};
