/* tatami games: what can be played, with which options. */
#include <stdio.h>

#include "cli/cli.h"

/* Defaults that depend on the number of players. */
static void print_exceptions(const tm_game *game, const tm_option *option)
{
    for (int n = game->min_seats; n <= game->max_seats; n++) {
        const tm_range *range = tm_option_range(option, n);
        if (range->def != option->range.def) printf(_("; with %d players %d"), n, range->def);
    }
}

static void print_option(const tm_game *game, const tm_option *option)
{
    printf("    %s=", option->name);
    if (option->words) {
        for (int i = option->range.min; i <= option->range.max; i++)
            printf("%s%s", i > option->range.min ? "|" : "", option->words[i]);
        printf(_(" (default %s)"), option->words[option->range.def]);
    } else {
        printf(_("%d…%d (default %d)"), option->range.min, option->range.max, option->range.def);
        print_exceptions(game, option);
    }
    printf("\n        %s: %s\n", _(option->title), _(option->help));
}

static int run(int argc, char **argv)
{
    cli_args args;
    int flag;
    cli_args_init(&args, &cmd_games, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        return cli_misuse(&cmd_games, _("no arguments expected"));
    }
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        printf(_("%s (%s, %d to %d players)\n    %s\n"), game->id, game->title, game->min_seats, game->max_seats,
               _(game->about));
        for (int k = 0; k < game->n_options; k++) print_option(game, &game->options[k]);
        if (game->assumed) printf(_("    %s You can correct this with a box file.\n"), _(game->assumed));
    }
    printf("%s", _("Bots: "));
    for (int i = 0; i < tm_n_bots; i++) printf("%s%s (%s)", i ? ", " : "", tm_bots[i]->name, _(tm_bots[i]->about));
    putchar('\n');
    return CLI_OK;
}

static const cli_flag FLAGS[] = {{0}};

const cli_command cmd_games = {
    .name = "games",
    .words = "",
    .about = N_("list the games with their options, and the bots"),
    .flags = FLAGS,
    .run = run,
};
