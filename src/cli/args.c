/* Arguments and messages. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

void cli_args_init(cli_args *args, const cli_command *command, int argc, char **argv)
{
    memset(args, 0, sizeof *args);
    args->command = command;
    args->argc = argc;
    args->argv = argv;
}

/* Untrusted text in a message: no control characters, no endless lines. */
static void quote(char *buffer, size_t size, const char *s)
{
    tm_text text;
    tm_text_init(&text, buffer, (uint32_t)size);
    tm_put_quoted(&text, s, (uint32_t)strnlen(s, 1000), 60);
}

static int take_value(cli_args *args, int flag, const char *attached)
{
    const cli_flag *f = &args->command->flags[flag];
    if (!f->value) {
        if (!attached) return flag;
        cli_misuse(args->command, _("--%s takes no value"), f->name);
        return CLI_BAD;
    }
    if (attached) {
        args->value = attached;
    } else if (args->at < args->argc) {
        args->value = args->argv[args->at++];
    } else {
        cli_misuse(args->command, _("--%s needs a value: %s"), f->name, _(f->value));
        return CLI_BAD;
    }
    return flag;
}

int cli_args_next(cli_args *args)
{
    const cli_flag *flags = args->command->flags;
    if (args->at >= args->argc) return CLI_END;
    const char *arg = args->argv[args->at++];
    if (!args->only_words && strcmp(arg, "--") == 0) {
        args->only_words = true;
        return cli_args_next(args);
    }
    if (args->only_words || arg[0] != '-' || arg[1] == 0) {
        args->value = arg;
        return CLI_WORD;
    }
    const char *equals = strchr(arg, '=');
    const size_t len = equals ? (size_t)(equals - arg) : strlen(arg);
    for (int i = 0; flags[i].name; i++) {
        const bool is_long =
            arg[1] == '-' && strlen(flags[i].name) == len - 2 && strncmp(arg + 2, flags[i].name, len - 2) == 0;
        const bool is_short = len == 2 && flags[i].letter && arg[1] == flags[i].letter;
        if (is_long || is_short) return take_value(args, i, equals ? equals + 1 : NULL);
    }
    char buffer[256];
    quote(buffer, sizeof buffer, arg);
    cli_misuse(args->command, _("unknown flag %s"), buffer);
    return CLI_BAD;
}

/* Without the end of the line. */
static void complain(const char *format, va_list list)
{
    fflush(stdout);
    fputs("tatami: ", stderr);
    vfprintf(stderr, format, list);
}

int cli_fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    complain(format, list);
    va_end(list);
    fputc('\n', stderr);
    return CLI_FAILED;
}

int cli_misuse(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    complain(format, list);
    va_end(list);
    if (command) fprintf(stderr, _(" (see: tatami help %s)"), command->name);
    fputc('\n', stderr);
    return CLI_USAGE;
}

bool cli_number(const cli_command *command, const char *what, const char *text, uint64_t min, uint64_t max,
                uint64_t *out)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || value < min || value > max) {
        char buffer[256];
        quote(buffer, sizeof buffer, text);
        cli_misuse(command, _("%s is \"%s\", expected a number from %" PRIu64 " to %" PRIu64), what, buffer, min, max);
        return false;
    }
    *out = value;
    return true;
}
