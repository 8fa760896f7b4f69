/* The program's commands and what they share. One file per command: cmd_NAME.c. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <libintl.h>

#include <tatami/bot.h>
#include <tatami/record.h>
#include <tatami/screen.h>

#include "engine/host.h"

#define _(id) gettext(id)

#ifndef TATAMI_VERSION
#define TATAMI_VERSION "unknown"
#endif

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* Help and parsing come from the same tables. */
typedef struct cli_flag {
    const char *name;  /* without the dashes */
    char letter;       /* of the short form, or 0 */
    const char *value; /* message id: what it takes, as help shows it, or NULL */
    const char *help;  /* message id */
} cli_flag;

typedef struct cli_command {
    const char *name;
    const char *words;     /* its arguments, as help shows them */
    const char *about;     /* message id: one line */
    const char *more;      /* message id: the rest of the help, or NULL */
    const cli_flag *flags; /* ends with a NULL name */
    int (*run)(int argc, char **argv);
} cli_command;

#define COMMAND(name) extern const cli_command cmd_##name;
#include "cli/commands.h"
#undef COMMAND
extern const cli_command *const cli_commands[];
extern const int cli_n_commands;

/* Goes through a command's arguments: flags and words in any order; `--` ends the flags. */
typedef struct cli_args {
    const cli_command *command;
    char **argv;
    int argc, at;
    bool only_words;
    const char *value; /* of the flag, or the word */
} cli_args;

enum { CLI_END = -1, CLI_WORD = -2, CLI_BAD = -3 };

void cli_args_init(cli_args *args, const cli_command *command, int argc, char **argv);
/* The flag's number in the command's table, CLI_WORD, CLI_END, or CLI_BAD after a message. */
int cli_args_next(cli_args *args);
/* Print a one-line message on standard error, and return the exit status. */
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_misuse(const cli_command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads a number given to a flag or as a word; otherwise a message and false. */
bool cli_number(const cli_command *command, const char *what, const char *text, uint64_t min, uint64_t max,
                uint64_t *out);

/* The language of this run. */
const tm_say *cli_say(void);

/* Reads a whole file, `-` for standard input, at most `most` bytes; a message and NULL otherwise. Freed by the caller. */
char *cli_read_file(const char *path, size_t most, size_t *out_len);

/* The path of the database: --db, else $TATAMI_DB, else the usual place, whose folders are created if wanted. Freed
 * by the caller. CLI_OK, or CLI_FAILED after a message. */
int cli_find_database(const char *given, bool make, char **out_path);

/* Creates the folders above a file, accessible only to their owner. CLI_OK, or CLI_FAILED after a message. */
int cli_make_folders(char *path);

/* What several commands take: the game, its options, a box, bots, a seed. */
typedef struct cli_choice {
    const tm_game *game;
    int n_seats; /* 0 until given */
    const char *options[TM_MAX_OPTIONS * 4];
    int n_options;
    const char *box_path;
    tm_box *box;
    const char *net_path;
    char *net; /* its bytes, from cli_read_net */
    size_t net_len;
    const tm_bot *bots[TM_MAX_SEATS];
    int n_bots;
    engine *engines[TM_MAX_SEATS]; /* the engines among the bots; each command once */
    int n_engines;
    uint32_t movetime; /* milliseconds an engine has for a decision, 0: the default */
    uint64_t seed;
    bool seeded;
} cli_choice;

int cli_choose_game(cli_choice *choice, const char *id);
/* One of the words GAME [N], which every command that plays takes in this form. */
int cli_take_word(cli_choice *choice, const cli_command *command, const char *word);
/* After the last word: there must be a game, and as many players as usual where no number was given. */
int cli_need_game(cli_choice *choice, const cli_command *command);
const tm_bot *cli_find_bot(const char *name);             /* one of ours, or NULL after a message */
int cli_choose_bot(cli_choice *choice, const char *name); /* one of ours, or `engine:COMMAND` */
int cli_choose_movetime(cli_choice *choice, const cli_command *command, const char *value);
int cli_add_option(cli_choice *choice, const char *text);
int cli_read_box(cli_choice *choice);
/* The network for the bots that use one, instead of the built-in one; after the game is known. */
int cli_read_net(cli_choice *choice, tm_span *out);
int cli_make_setup(cli_choice *choice, tm_setup *out); /* reads the box, too */
void cli_choice_free(cli_choice *choice);
uint64_t cli_random_seed(void);

/* Screens: what the environment asks for, and the exit status for the result of tm_screen_run. */
void cli_screen_defaults(tm_screen_options *out);
int cli_screen_status(int status);

#endif
