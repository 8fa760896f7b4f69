/* tatami verify: checks that the outcomes of chance in a record follow from the secret committed to before the game. */
#include <stdio.h>
#include <stdlib.h>

#include <tatami/fair.h>

#include "cli/cli.h"

typedef struct verify {
    cli_choice choice;
    const char **paths;
    int n_paths;
    tm_fair_kept kept; /* what the user says */
} verify;

static int verify_file(const verify *v, const char *path)
{
    tm_fair_proof proof;
    tm_why why;
    size_t len;
    char *text = cli_read_file(path, TM_RECORD_MAX, &len);
    if (!text) return CLI_FAILED;
    tm_why_init(&why, cli_say());
    const int refused = tm_fair_verify(text, len, v->choice.box, &v->kept, &proof, &why);
    free(text);
    if (refused) return cli_fail("%s: %s", path, why.text.at);
    const char *verified =
        proof.over
            ? ngettext("%s: verified, %u outcome of chance, commitment %s\n",
                       "%s: verified, %u outcomes of chance, commitment %s\n", proof.n_outcomes)
            : ngettext("%s: not finished, verified so far, %u outcome of chance, commitment %s\n",
                       "%s: not finished, verified so far, %u outcomes of chance, commitment %s\n", proof.n_outcomes);
    printf(verified, path, (unsigned)proof.n_outcomes, proof.commitment);
    return CLI_OK;
}

enum { COMMITMENT, WORD, BOX };

/* `SEAT=WORD` */
static int take_word(verify *v, const char *value)
{
    const bool right = value[0] >= '0' && value[0] < '0' + TM_MAX_SEATS && value[1] == '=';
    if (!right) return cli_misuse(&cmd_verify, _("--word takes a seat and its word, such as 0=kumquat"));
    v->kept.words[value[0] - '0'] = value + 2;
    return CLI_OK;
}

static int take_arguments(verify *v, cli_args *args)
{
    int flag;
    while ((flag = cli_args_next(args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == COMMITMENT) v->kept.commitment = args->value;
        if (flag == WORD && take_word(v, args->value)) return CLI_USAGE;
        if (flag == BOX) v->choice.box_path = args->value;
        if (flag == CLI_WORD) v->paths[v->n_paths++] = args->value;
    }
    if (v->n_paths == 0) return cli_misuse(&cmd_verify, _("which record? Expected a file, or - for standard input"));
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    verify v = {.paths = calloc((size_t)argc + 1, sizeof *v.paths)};
    cli_args args;
    if (!v.paths) return cli_fail(_("out of memory"));
    cli_args_init(&args, &cmd_verify, argc, argv);
    int status = take_arguments(&v, &args);
    if (status == CLI_OK && cli_read_box(&v.choice)) status = CLI_FAILED;
    const int n_paths = status ? 0 : v.n_paths;
    for (int i = 0; i < n_paths; i++)
        if (verify_file(&v, v.paths[i])) status = CLI_FAILED;
    cli_choice_free(&v.choice);
    free(v.paths);
    return status;
}

static const cli_flag FLAGS[] = {
    [COMMITMENT] = {"commitment", 0, N_("HEX"), N_("the commitment you saw before the game")},
    [WORD] = {"word", 0, N_("N=WORD"), N_("the word that seat N gave; can be repeated")},
    [BOX] = {"box", 0, N_("FILE"), N_("the box file that the game was played with")},
    {0},
};

const cli_command cmd_verify = {
    .name = "verify",
    .words = N_("[--commitment HEX] [--word N=WORD]… [--box FILE] FILE|-…"),
    .about = N_("check that nobody chose the shuffles of a game"),
    .more = N_(
        "This proves that the server did not choose the shuffles only if the commitment is the one you saw before the\n"
        "game, and your word is in the record: give both, or compare them by eye.\n"
        "The exit status is 1 if a record cannot be verified."),
    .flags = FLAGS,
    .run = run,
};
