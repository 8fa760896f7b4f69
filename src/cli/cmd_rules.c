/* tatami rules: how to play a game. The text is docs/RULES.md, or RULES.fr.md, built into the program. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

extern const char rules_en[], rules_fr[];

/* The section `## TITLE`, up to the next one of that level. */
static tm_span find_section(const char *text, const char *title)
{
    tm_span section = {NULL, 0};
    const size_t len = strlen(title);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, "## ", 3) != 0) continue;
        if (section.at) {
            section.len = (uint32_t)(line - section.at);
            return section;
        }
        if (strncmp(line + 3, title, len) == 0 && line[3 + len] == '\n') section.at = line;
    }
    if (section.at) section.len = (uint32_t)strlen(section.at);
    return section;
}

static int run(int argc, char **argv)
{
    cli_args args;
    cli_choice choice = {0};
    int flag;
    cli_args_init(&args, &cmd_rules, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (choice.game) return cli_misuse(&cmd_rules, _("one game at a time"));
        if (cli_choose_game(&choice, args.value)) return CLI_FAILED;
    }
    if (!choice.game) return cli_misuse(&cmd_rules, _("which game? See: tatami games"));
    /* Translators: the language of the rules that are built in: en or fr. */
    const char *text = strcmp(_("en"), "fr") == 0 ? rules_fr : rules_en;
    const tm_span section = find_section(text, choice.game->title);
    if (!section.at) return cli_fail(_("there are no rules for %s"), choice.game->title);
    fwrite(section.at, 1, section.len, stdout);
    return CLI_OK;
}

static const cli_flag FLAGS[] = {{0}};

const cli_command cmd_rules = {
    .name = "rules",
    .words = N_("GAME"),
    .about = N_("print how to play a game, with all rulings and assumed components"),
    .flags = FLAGS,
    .run = run,
};
