/* tatami rules: how to play a game, and who made it. The texts are pages of docs/, built into the program: RULES, AIDS and
 * CREDITS, each with a chapter for every game. The browser client shows the same files. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

extern const char rules_en[], aids_en[], credits_en[];
extern const char rules_fr[], aids_fr[], credits_fr[];

typedef struct pages {
    const char *rules, *aids, *credits;
} pages;

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

static void print_span(tm_span text)
{
    fwrite(text.at, 1, text.len, stdout);
}

/* `# TITLE` becomes the last heading of the rules. Below it come the people of this game, and what the page says of all. */
static void print_credits(const char *page, const char *title)
{
    const tm_span chapter = find_section(page, title);
    const char *heading = strchr(page, '\n'), *first = strstr(page, "\n## ");
    if (!chapter.at || !heading || !first) return;
    const char *people = strchr(chapter.at, '\n');
    printf("##%.*s", (int)(heading - page), page);
    print_span((tm_span){people, chapter.len - (uint32_t)(people - chapter.at)});
    if (chapter.at[chapter.len - 2] != '\n') putchar('\n'); /* the last chapter ends with its page */
    print_span((tm_span){heading + 2, (uint32_t)(first - heading) - 2});
}

enum { AID };

static int run(int argc, char **argv)
{
    static const pages ENGLISH = {rules_en, aids_en, credits_en}, FRENCH = {rules_fr, aids_fr, credits_fr};
    cli_args args;
    cli_choice choice = {0};
    bool aid = false;
    int flag;
    cli_args_init(&args, &cmd_rules, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == AID) aid = true;
        if (flag != CLI_WORD) continue;
        if (choice.game) return cli_misuse(&cmd_rules, _("one game at a time"));
        if (cli_choose_game(&choice, args.value)) return CLI_FAILED;
    }
    if (!choice.game) return cli_misuse(&cmd_rules, _("which game? See: tatami games"));
    /* Translators: the language of the rules that are built in: en or fr. */
    const pages *text = strcmp(_("en"), "fr") == 0 ? &FRENCH : &ENGLISH;
    const tm_span section = find_section(aid ? text->aids : text->rules, choice.game->title);
    if (!section.at) return cli_fail(_("there are no rules for %s"), choice.game->title);
    print_span(section);
    if (aid) return CLI_OK;
    if (section.at[section.len - 2] != '\n') putchar('\n');
    print_credits(text->credits, choice.game->title);
    return CLI_OK;
}

static const cli_flag FLAGS[] = {
    [AID] = {"aid", 0, NULL, N_("one page to keep beside the table")},
    {0},
};

const cli_command cmd_rules = {
    .name = "rules",
    .words = N_("GAME [--aid]"),
    .about = N_("print how to play a game, with all rulings and assumed components, and who made it"),
    .flags = FLAGS,
    .run = run,
};
