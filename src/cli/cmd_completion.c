/* tatami completion: prints a shell's completion script, from the same tables as --help. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

/* The kind of a word or of a flag's value. */
typedef enum word_kind { NOTHING, ANYTHING, FILES, FOLDERS, GAMES, BOTS, OPTIONS, SHELLS, COMMANDS } word_kind;

static word_kind kind_of_value(const cli_flag *flag)
{
    static const struct {
        const char *value;
        word_kind kind;
    } KINDS[] = {{"FILE", FILES}, {"FILE|ADDRESS", FILES}, {"DIR", FOLDERS}, {"GAME", GAMES},
                 {"NAME", BOTS},  {"a,b,…", BOTS},         {"K=V", OPTIONS}};
    if (!flag->value) return NOTHING;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strcmp(flag->value, KINDS[i].value) == 0) return KINDS[i].kind;
    return ANYTHING;
}

/* The kinds of the words that are not flags, derived from the help text. */
static word_kind kind_of_words(const cli_command *command)
{
    const char *end = strrchr(command->words, ' ');
    if (command == &cmd_completion) return SHELLS;
    if (strncmp(command->words, "GAME", 4) == 0 || strncmp(command->words, "[GAME", 5) == 0) return GAMES;
    return end && strncmp(end, " FILE", 5) == 0 ? FILES : NOTHING;
}

static bool is_option_new(int game, const char *name)
{
    for (int i = 0; i < game; i++)
        for (int k = 0; k < tm_games[i]->n_options; k++)
            if (strcmp(tm_games[i]->options[k].name, name) == 0) return false;
    return true;
}

/* The possible words of a kind, separated by spaces; false if there is no list. */
static bool put_list(word_kind kind)
{
    const char *space = "";
    switch (kind) {
    case GAMES:
        for (int i = 0; i < tm_n_games; i++, space = " ") printf("%s%s", space, tm_games[i]->id);
        return true;
    case BOTS:
        for (int i = 0; i < tm_n_bots; i++, space = " ") printf("%s%s", space, tm_bots[i]->name);
        return true;
    case OPTIONS:
        for (int i = 0; i < tm_n_games; i++)
            for (int k = 0; k < tm_games[i]->n_options; k++) {
                if (!is_option_new(i, tm_games[i]->options[k].name)) continue;
                printf("%s%s=", space, tm_games[i]->options[k].name);
                space = " ";
            }
        return true;
    case SHELLS: fputs("bash zsh fish", stdout); return true;
    case COMMANDS:
        for (int i = 0; i < cli_n_commands; i++) printf("%s ", cli_commands[i]->name);
        fputs("help version", stdout);
        return true;
    default: return false;
    }
}

/* Text to go between single quotes; the characters in `also` need a backslash. */
static void put_quoted(const char *text, const char *also)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(also, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void bash_reply(word_kind kind)
{
    if (kind == FILES || kind == FOLDERS) {
        printf("compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -%c -- \"$cur\")",
               kind == FILES ? 'f' : 'd');
    } else {
        fputs("mapfile -t COMPREPLY < <(compgen -W \"", stdout);
        put_list(kind);
        fputs("\" -- \"$cur\")", stdout);
    }
    if (kind == OPTIONS) fputs("; compopt -o nospace 2>/dev/null", stdout);
}

static void bash_values(const cli_command *command)
{
    for (const cli_flag *f = command->flags; f->name; f++) {
        if (!f->value) continue;
        printf("    %s:--%s", command->name, f->name);
        if (f->letter) printf(" | %s:-%c", command->name, f->letter);
        fputs(") ", stdout);
        if (kind_of_value(f) != ANYTHING) {
            bash_reply(kind_of_value(f));
            fputs("; ", stdout);
        }
        fputs("return ;;\n", stdout);
    }
}

static void bash(void)
{
    fputs("# bash completion for tatami\n"
          "_tatami() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command == help ]]; }; then\n"
          "        ",
          stdout);
    bash_reply(COMMANDS);
    fputs("\n        return\n    fi\n    case $command:$prev in\n", stdout);
    for (int i = 0; i < cli_n_commands; i++) bash_values(cli_commands[i]);
    fputs("    esac\n    if [[ $cur == -* ]]; then\n        case $command in\n", stdout);
    for (int i = 0; i < cli_n_commands; i++) {
        printf("        %s) mapfile -t COMPREPLY < <(compgen -W \"--help", cli_commands[i]->name);
        for (const cli_flag *f = cli_commands[i]->flags; f->name; f++) printf(" --%s", f->name);
        fputs("\" -- \"$cur\") ;;\n", stdout);
    }
    fputs("        esac\n        return\n    fi\n    case $command in\n", stdout);
    for (int i = 0; i < cli_n_commands; i++) {
        const word_kind words = kind_of_words(cli_commands[i]);
        if (words == NOTHING) continue;
        printf("    %s) ", cli_commands[i]->name);
        bash_reply(words);
        fputs(" ;;\n", stdout);
    }
    fputs("    esac\n}\ncomplete -F _tatami tatami\n", stdout);
}

static void zsh_action(word_kind kind)
{
    if (kind == FILES)
        fputs("_files", stdout);
    else if (kind == FOLDERS)
        fputs("_files -/", stdout);
    else if (kind != ANYTHING) {
        putchar('(');
        put_list(kind);
        putchar(')');
    }
}

static void zsh_flag(const cli_flag *f)
{
    if (f->letter)
        printf(" \\\n            '*'{-%c,--%s}'[", f->letter, f->name);
    else
        printf(" \\\n            '*--%s[", f->name);
    put_quoted(_(f->help), "[]:");
    putchar(']');
    if (f->value) {
        putchar(':');
        put_quoted(_(f->value), "[]:");
        putchar(':');
        zsh_action(kind_of_value(f));
    }
    putchar('\'');
}

static void zsh(void)
{
    fputs("#compdef tatami\n_tatami() {\n    local -a commands=(\n", stdout);
    for (int i = 0; i < cli_n_commands; i++) {
        printf("        '%s:", cli_commands[i]->name);
        put_quoted(_(cli_commands[i]->about), ":");
        fputs("'\n", stdout);
    }
    fputs("        'help:", stdout);
    put_quoted(_("show this help, or the help of a command"), ":");
    fputs("'\n        'version:", stdout);
    put_quoted(_("print the version"), ":");
    fputs("'\n    )\n"
          "    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n"
          "    help) _describe command commands ;;\n",
          stdout);
    for (int i = 0; i < cli_n_commands; i++) {
        const word_kind words = kind_of_words(cli_commands[i]);
        printf("    %s)\n        _arguments -s", cli_commands[i]->name);
        for (const cli_flag *f = cli_commands[i]->flags; f->name; f++) zsh_flag(f);
        fputs(" \\\n            '--help[", stdout);
        put_quoted(_("show this help, or the help of a command"), "[]:");
        fputs("]'", stdout);
        if (words != NOTHING) {
            fputs(" \\\n            '*::word:", stdout);
            zsh_action(words);
            putchar('\'');
        }
        fputs("\n        ;;\n", stdout);
    }
    fputs("    esac\n}\nif [[ $funcstack[1] == _tatami ]]; then\n    _tatami \"$@\"\nelse\n    compdef _tatami "
          "tatami\nfi\n",
          stdout);
}

static void fish_flag(const cli_command *command, const cli_flag *f)
{
    const word_kind kind = kind_of_value(f);
    printf("complete -c tatami -n '__fish_seen_subcommand_from %s' -l %s", command->name, f->name);
    if (f->letter) printf(" -s %c", f->letter);
    if (kind == FILES)
        fputs(" -r -F", stdout);
    else if (kind == FOLDERS)
        fputs(" -x -a '(__fish_complete_directories)'", stdout);
    else if (kind != NOTHING && kind != ANYTHING) {
        fputs(" -x -a '", stdout);
        put_list(kind);
        putchar('\'');
    } else if (kind == ANYTHING) {
        fputs(" -x", stdout);
    }
    fputs(" -d '", stdout);
    put_quoted(_(f->help), "");
    fputs("'\n", stdout);
}

static void fish(void)
{
    fputs("# fish completion for tatami\ncomplete -c tatami -f\n", stdout);
    for (int i = 0; i < cli_n_commands; i++) {
        const cli_command *command = cli_commands[i];
        const word_kind words = kind_of_words(command);
        printf("complete -c tatami -n __fish_use_subcommand -a %s -d '", command->name);
        put_quoted(_(command->about), "");
        fputs("'\n", stdout);
        for (const cli_flag *f = command->flags; f->name; f++) fish_flag(command, f);
        if (words == NOTHING) continue;
        printf("complete -c tatami -n '__fish_seen_subcommand_from %s'", command->name);
        if (words == FILES)
            fputs(" -F", stdout);
        else {
            fputs(" -a '", stdout);
            put_list(words);
            putchar('\'');
        }
        putchar('\n');
    }
    fputs("complete -c tatami -n __fish_use_subcommand -a 'help version'\n"
          "complete -c tatami -n '__fish_seen_subcommand_from help' -a '",
          stdout);
    put_list(COMMANDS);
    fputs("'\n", stdout);
}

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } KNOWN[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    cli_args args;
    int flag;
    const char *shell = NULL;
    cli_args_init(&args, &cmd_completion, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (shell) return cli_misuse(&cmd_completion, _("one shell at a time"));
        shell = args.value;
    }
    for (size_t i = 0; shell && i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (strcmp(shell, KNOWN[i].name) != 0) continue;
        KNOWN[i].print();
        return CLI_OK;
    }
    return cli_misuse(&cmd_completion, _("which shell? Expected bash, zsh or fish"));
}

static const cli_flag FLAGS[] = {{0}};

const cli_command cmd_completion = {
    .name = "completion",
    .words = "bash|zsh|fish",
    .about = N_("print the completion script for a shell"),
    .more = N_("For the current bash session: source <(tatami completion bash)\n"
               "Once tatami is installed, shells find these files by themselves."),
    .flags = FLAGS,
    .run = run,
};
