/* tatami store: moves everything from one store to another. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <tatami/store.h>

#include "cli/cli.h"

/* A file is made only if the copy succeeds, and never written over; a database must be empty. */
static int copy_to(tm_store *from, const char *to, tm_store_sums *out, tm_why *why)
{
    tm_store *store;
    if (!tm_store_is_address(to)) {
        const int status = tm_store_save(from, to, why);
        return status ? status : tm_store_sum(from, out, why);
    }
    int status = tm_store_open_postgres(to, &store, why);
    if (status) return status;
    status = tm_store_copy(from, store, out, why);
    store->ops->close(store);
    return status;
}

static int copy(const char *from, const char *to)
{
    tm_store *store;
    tm_store_sums sums;
    tm_why why;
    tm_why_init(&why, cli_say());
    /* Opening a file would create it. */
    if (!tm_store_is_address(from) && access(from, F_OK) != 0)
        return cli_fail(_("%s cannot be opened: %s"), from, strerror(errno));
    int status = tm_store_open(from, &store, &why);
    if (status == TM_OK) {
        status = copy_to(store, to, &sums, &why);
        store->ops->close(store);
    }
    if (status) return cli_fail("%s", why.text.at);
    printf(_("Copied and compared: %llu tables, %llu entries, %llu people; checksum %016llx\n"),
           (unsigned long long)sums.n[TM_ROW_TABLE], (unsigned long long)sums.n[TM_ROW_ENTRY],
           (unsigned long long)sums.n[TM_ROW_PERSON], (unsigned long long)sums.sum);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *words[3] = {NULL};
    cli_args args;
    int flag, n = 0;
    cli_args_init(&args, &cmd_store, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (n == 3) return cli_misuse(&cmd_store, _("too many arguments: expected copy FROM TO"));
        words[n++] = args.value;
    }
    if (n < 3 || strcmp(words[0], "copy") != 0 || !*words[1] || !*words[2])
        return cli_misuse(&cmd_store, _("expected copy FROM TO"));
    return copy(words[1], words[2]);
}

static const cli_flag FLAGS[] = {{0}};

const cli_command cmd_store = {
    .name = "store",
    .words = N_("copy FILE|ADDRESS FILE|ADDRESS"),
    .about = N_("copy all tables and people from a file to a database, or back"),
    .more = N_(
        "A store is a file, as `tatami serve` makes it, or the address of a PostgreSQL database:\n"
        "postgresql://USER@HOST:PORT/DATABASE. Its password comes from PGPASSFILE or a service file, never from the "
        "address.\n"
        "Stop the servers first: what happens while the copy is made is not in it. The target must be a new file or "
        "an empty\n"
        "database. Either everything is copied, counted and compared by a checksum, or the target is left as it was."),
    .flags = FLAGS,
    .run = run,
};
