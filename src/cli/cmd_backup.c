/* tatami backup: copies the server's database while it runs. */
#include <stdio.h>
#include <stdlib.h>

#include <tatami/store.h>

#include "cli/cli.h"

enum { DB };

static int copy(const char *from, const char *to)
{
    tm_why why;
    tm_why_init(&why, cli_say());
    if (tm_store_is_address(from))
        return cli_misuse(&cmd_backup, _("for a PostgreSQL database, use pg_dump or tatami store copy"));
    if (tm_store_copy_sqlite(from, to, &why)) return cli_fail("%s", why.text.at);
    printf(_("%s: a checked copy of %s\n"), to, from);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *to = NULL, *db = NULL;
    char *from;
    cli_args args;
    int flag;
    cli_args_init(&args, &cmd_backup, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == DB) db = args.value;
        if (flag != CLI_WORD) continue;
        if (to) return cli_misuse(&cmd_backup, _("one file at a time"));
        to = args.value;
    }
    if (!to || !*to) return cli_misuse(&cmd_backup, _("no file given: expected the name of a new file"));
    const int found = cli_find_database(db, false, &from);
    if (found) return found;
    const int status = copy(from, to);
    free(from);
    return status;
}

static const cli_flag FLAGS[] = {
    [DB] = {"db", 0, N_("FILE"), N_("the database, if it is not in the usual place")},
    {0},
};

const cli_command cmd_backup = {
    .name = "backup",
    .words = N_("[--db FILE] FILE"),
    .about = N_("back up a server’s tables and people to a new file"),
    .more =
        N_("The server can keep running. Either the copy is complete, or there is none; an existing file is never\n"
           "overwritten. To restore a backup, stop the server, delete the -wal and -shm files beside the database, and "
           "put\n"
           "the backup in its place.\n"
           "\n"
           "The database is $TATAMI_DB, else $XDG_DATA_HOME/tatami/tatami.db, else ~/.local/share/tatami/tatami.db."),
    .flags = FLAGS,
    .run = run,
};
