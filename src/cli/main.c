/* tatami: one program, one file per command. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

const cli_command *const cli_commands[] = {
#define COMMAND(name) &cmd_##name,
#include "cli/commands.h"
#undef COMMAND
};
const int cli_n_commands = sizeof cli_commands / sizeof *cli_commands;

/* Catalogues are beside the program: in po/ if it was built here, in ../share/locale if it was installed. */
static void find_catalogue(void)
{
    char program[4000], folder[4096];
    const ssize_t len = readlink("/proc/self/exe", program, sizeof program - 1);
    if (len <= 0) return;
    program[len] = 0;
    *strrchr(program, '/') = 0;
    snprintf(folder, sizeof folder, "%s/po", program);
    if (access(folder, R_OK) != 0) snprintf(folder, sizeof folder, "%s/../share/locale", program);
    bindtextdomain("tatami", folder);
}

/* A machine without the wanted locale, or with none set, can still use a language: C.UTF-8 is always there and lets
 * LANGUAGE choose. LC_ALL=C gives the C locale. */
static void choose_language(void)
{
    const char *all = getenv("LC_ALL");
    const char *lang = all && *all ? all : getenv("LC_MESSAGES");
    if (!lang || !*lang) lang = getenv("LANG");
    const char *got = setlocale(LC_ALL, "");
    const bool wants_c = all && (strcmp(all, "C") == 0 || strcmp(all, "POSIX") == 0);
    if (wants_c || (got && strcmp(got, "C") != 0 && strcmp(got, "POSIX") != 0)) return;
    if (setlocale(LC_ALL, "C.UTF-8") && lang && *lang && strncmp(lang, "C", 1) != 0 && strcmp(lang, "POSIX") != 0)
        setenv("LANGUAGE", lang, 0);
}

static void help_command(const cli_command *c)
{
    printf(_("Usage: tatami %s %s\n\n%s\n"), c->name, *c->words ? _(c->words) : "", _(c->about));
    if (c->flags[0].name) putchar('\n');
    for (const cli_flag *f = c->flags; f->name; f++) {
        char buffer[64];
        tm_text text;
        tm_text_init(&text, buffer, sizeof buffer);
        if (f->letter)
            tm_put_fmt(&text, "  -%c, --%s", f->letter, f->name);
        else
            tm_put_fmt(&text, "      --%s", f->name);
        if (f->value) tm_put_fmt(&text, " %s", _(f->value));
        tm_put_pad(&text, 25);
        printf("%s %s\n", buffer, _(f->help));
    }
    if (c->more) printf("\n%s\n", _(c->more));
}

static void help_all(void)
{
    printf("%s", _("Tatami: tabletop games for people, bots and programs.\n\nUsage: tatami COMMAND …\n\n"));
    for (int i = 0; i < cli_n_commands; i++) printf("  %-11s %s\n", cli_commands[i]->name, _(cli_commands[i]->about));
    printf("  %-11s %s\n  %-11s %s\n\n", "help", _("show this help, or the help of a command"), "version",
           _("print the version"));
    printf(_("To start: tatami play %s\n"), tm_games[0]->id);
}

static const cli_command *find_command(const char *name)
{
    for (int i = 0; i < cli_n_commands; i++)
        if (strcmp(cli_commands[i]->name, name) == 0) return cli_commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    char buffer[256];
    tm_text text;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_quoted(&text, name, (uint32_t)strlen(name), 60);
    return cli_misuse(NULL, _("unknown command \"%s\" (see: tatami help)"), buffer);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        help_all();
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "version") == 0 || strcmp(name, "--version") == 0) {
        printf("tatami %s\n", TATAMI_VERSION);
        return CLI_OK;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        if (argc < 3) {
            help_all();
            return CLI_OK;
        }
        name = argv[2];
        const cli_command *asked = find_command(name);
        if (!asked) return unknown_command(name);
        help_command(asked);
        return CLI_OK;
    }
    const cli_command *command = find_command(name);
    if (!command) return unknown_command(name);
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0) continue;
        help_command(command);
        return CLI_OK;
    }
    return command->run(argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    choose_language();
    find_catalogue();
    textdomain("tatami");
    int status = run(argc, argv);
    /* Output that could not be written (a full disk, a closed pipe) is a failure. */
    if (fflush(stdout) != 0 || ferror(stdout)) status = cli_fail(_("cannot write the output"));
    return status;
}
