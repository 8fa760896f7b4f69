/* tatami engine: runs one of our bots for another program, over standard input and output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "engine/protocol.h"
#include "engine/session.h"

enum { LINE_LIMIT = 1 << 20 };

static void write_line(void *context, const char *line)
{
    (void)context;
    puts(line);
}

/* Reads a line without its line feed: 1, or 0 at the end of the input. What does not fit is dropped; *out_len is
 * then LINE_LIMIT. */
static int read_line(char *buffer, size_t *out_len)
{
    size_t len = 0;
    int c;
    while ((c = getchar_unlocked()) != EOF && c != '\n')
        if (len < LINE_LIMIT) buffer[len++] = (char)c;
    *out_len = len;
    return c != EOF || len > 0;
}

static int converse(session *s, char *buffer)
{
    size_t len;
    while (read_line(buffer, &len)) {
        const tm_span line = {buffer, (uint32_t)len};
        if (len == LINE_LIMIT)
            puts("error a line too long");
        else if (!session_take(s, line))
            break;
        if (fflush(stdout) != 0) return CLI_FAILED; /* nobody is listening any more; main reports it */
    }
    return CLI_OK;
}

enum { BOT };

static int run(int argc, char **argv)
{
    const tm_bot *bot = tm_bot_find(tm_span_of("medium"));
    cli_args args;
    int flag, status;
    session *s = NULL;
    cli_args_init(&args, &cmd_engine, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == CLI_WORD) return cli_misuse(&cmd_engine, _("too many arguments"));
        bot = cli_find_bot(args.value);
        if (!bot) return CLI_FAILED;
    }
    char *buffer = malloc(LINE_LIMIT);
    if (!buffer || session_new(bot, getenv(ENGINE_KEY), write_line, NULL, &s))
        status = cli_fail(_("out of memory"));
    else
        status = converse(s, buffer);
    session_free(s);
    free(buffer);
    return status;
}

static const cli_flag FLAGS[] = {
    [BOT] = {"bot", 'b', N_("NAME"), N_("which bot thinks (medium)")},
    {0},
};

const cli_command cmd_engine = {
    .name = "engine",
    .words = N_("[--bot NAME]"),
    .about = N_("run one of our bots for another program, over a text protocol"),
    .more = N_("docs/ENGINE.md describes the protocol and how to write your own bot in any language. play, sim and "
               "arena take\n"
               "such a bot as --bot 'engine:COMMAND'. For example, this lets a bot play against itself:\n"
               "\n"
               "  tatami sim GAME 2 --bot 'engine:tatami engine --bot easy' --bot easy"),
    .flags = FLAGS,
    .run = run,
};
