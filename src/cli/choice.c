/* The game, options, box and bots that several commands take; and files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "cli/cli.h"

static const char *translate(const void *context, const char *id)
{
    (void)context;
    return *id ? gettext(id) : id;
}

static const char *translate_count(const void *context, const char *one, const char *many, unsigned long count)
{
    (void)context;
    return ngettext(one, many, count);
}

const tm_say *cli_say(void)
{
    static const tm_say say = {.tr = translate, .trn = translate_count};
    return &say;
}

char *cli_read_file(const char *path, size_t most, size_t *out_len)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file) {
        cli_fail("%s: %s", path, strerror(errno));
        return NULL;
    }
    size_t len = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text) {
        len += fread(text + len, 1, capacity - len, file);
        if (len < capacity || len > most) break;
        char *more = realloc(text, capacity *= 2);
        if (!more) free(text);
        text = more;
    }
    const int error = ferror(file) ? errno : 0;
    if (file != stdin) fclose(file);
    if (!text || error || len > most) { /* NOLINT: stdin stays open, any other file is closed */
        if (!text)
            cli_fail(_("%s: out of memory"), path);
        else if (error)
            cli_fail("%s: %s", path, strerror(error));
        else
            cli_fail(_("%s: larger than %zu MiB, which is the limit"), path, most >> 20);
        free(text);
        return NULL;
    }
    *out_len = len;
    return text;
}

int cli_choose_game(cli_choice *choice, const char *id)
{
    choice->game = tm_game_find(tm_span_of(id));
    if (choice->game) return CLI_OK;
    char found[256], known[256];
    tm_text f, k;
    tm_text_init(&f, found, sizeof found);
    tm_text_init(&k, known, sizeof known);
    tm_put_quoted(&f, id, (uint32_t)strlen(id), 60);
    for (int i = 0; i < tm_n_games; i++) tm_put_fmt(&k, "%s%s", i ? ", " : "", tm_games[i]->id);
    return cli_fail(_("unknown game \"%s\", expected one of %s"), found, known);
}

int cli_take_word(cli_choice *choice, const cli_command *command, const char *word)
{
    uint64_t number;
    if (!choice->game) return cli_choose_game(choice, word);
    if (choice->n_seats) return cli_misuse(command, _("too many arguments"));
    if (!cli_number(command, _("the number of players"), word, 1, 99, &number)) return CLI_USAGE;
    choice->n_seats = (int)number;
    return CLI_OK;
}

int cli_need_game(cli_choice *choice, const cli_command *command)
{
    if (!choice->game) return cli_misuse(command, _("which game? See: tatami games"));
    if (!choice->n_seats) choice->n_seats = choice->game->usual_seats;
    return CLI_OK;
}

const tm_bot *cli_find_bot(const char *name)
{
    const tm_bot *bot = tm_bot_find(tm_span_of(name));
    if (bot) return bot;
    char found[256], known[256];
    tm_text f, k;
    tm_text_init(&f, found, sizeof found);
    tm_text_init(&k, known, sizeof known);
    tm_put_quoted(&f, name, (uint32_t)strlen(name), 60);
    for (int i = 0; i < tm_n_bots; i++) tm_put_fmt(&k, "%s%s", i ? ", " : "", tm_bots[i]->name);
    cli_fail(_("unknown bot \"%s\", expected one of %s"), found, known);
    return NULL;
}

static const char ENGINE[] = "engine:";

/* The engine of this name, created if necessary; NULL after a message. */
static const tm_bot *find_engine(cli_choice *choice, const char *name)
{
    const char *command = name + sizeof ENGINE - 1;
    bool plain = *command && strlen(command) <= ENGINE_COMMAND_MAX;
    for (const char *c = command; *c; c++) plain &= (uint8_t)*c >= 0x20 && *c != 0x7f;
    if (!plain) {
        cli_fail(
            _("engine: expected a command of 1 to %d bytes without control characters; put a longer one in a script"),
            ENGINE_COMMAND_MAX);
        return NULL;
    }
    for (int i = 0; i < choice->n_engines; i++)
        if (strcmp(engine_bot(choice->engines[i])->name, name) == 0) return engine_bot(choice->engines[i]);
    if (engine_new(name, command, &choice->movetime, &choice->engines[choice->n_engines])) {
        cli_fail(_("out of memory"));
        return NULL;
    }
    return engine_bot(choice->engines[choice->n_engines++]);
}

int cli_choose_bot(cli_choice *choice, const char *name)
{
    if (choice->n_bots == TM_MAX_SEATS) return cli_fail(_("more than %d bots"), TM_MAX_SEATS);
    const bool is_engine = strncmp(name, ENGINE, sizeof ENGINE - 1) == 0;
    const tm_bot *bot = is_engine ? find_engine(choice, name) : cli_find_bot(name);
    if (!bot) return CLI_FAILED;
    choice->bots[choice->n_bots++] = bot;
    return CLI_OK;
}

int cli_choose_movetime(cli_choice *choice, const cli_command *command, const char *value)
{
    uint64_t number;
    if (!cli_number(command, "--movetime", value, 1, 3600000, &number)) return CLI_USAGE;
    choice->movetime = (uint32_t)number;
    return CLI_OK;
}

int cli_add_option(cli_choice *choice, const char *text)
{
    if (choice->n_options == (int)(sizeof choice->options / sizeof *choice->options))
        return cli_fail(_("too many options"));
    choice->options[choice->n_options++] = text;
    return CLI_OK;
}

int cli_read_box(cli_choice *choice)
{
    if (!choice->box_path) return CLI_OK;
    size_t len;
    char *text = cli_read_file(choice->box_path, TM_RECORD_MAX, &len);
    if (!text) return CLI_FAILED;
    tm_why why;
    tm_why_init(&why, cli_say());
    const int status = tm_box_read(text, len, &choice->box, &why);
    free(text);
    return status ? cli_fail("%s: %s", choice->box_path, why.text.at) : CLI_OK;
}

int cli_read_net(cli_choice *choice, tm_span *out)
{
    enum { MOST = 1 << 20 };
    tm_why why;
    *out = (tm_span){NULL, 0};
    if (!choice->net_path) return CLI_OK;
    choice->net = cli_read_file(choice->net_path, MOST, &choice->net_len);
    if (!choice->net) return CLI_FAILED;
    const tm_span file = {choice->net, (uint32_t)choice->net_len};
    tm_why_init(&why, cli_say());
    if (tm_net_check(choice->game, file, &why)) return cli_fail("%s: %s", choice->net_path, why.text.at);
    *out = file;
    return CLI_OK;
}

int cli_make_setup(cli_choice *choice, tm_setup *out)
{
    tm_why why;
    tm_why_init(&why, cli_say());
    int status = cli_read_box(choice);
    if (status) return status;
    status = tm_setup_init(out, choice->game, choice->n_seats, &why);
    for (int i = 0; !status && i < choice->n_options; i++)
        status = tm_setup_option(out, tm_span_of(choice->options[i]), &why);
    if (!status) status = tm_setup_box(out, choice->box, &why);
    return status ? cli_fail("%s", why.text.at) : CLI_OK;
}

void cli_choice_free(cli_choice *choice)
{
    for (int i = 0; i < choice->n_engines; i++) engine_free(choice->engines[i]);
    choice->n_engines = 0;
    tm_box_free(choice->box);
    choice->box = NULL;
    free(choice->net);
    choice->net = NULL;
}

uint64_t cli_random_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)time(NULL);
    return seed;
}
