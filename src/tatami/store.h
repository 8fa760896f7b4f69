/* The store: everything that must survive a restart. It is a small interface, so that there can be other
 * implementations.
 *
 * There are two: a SQLite file, which one process serves, and a PostgreSQL database, which several may share. In a shared
 * store a table has an epoch: a process that wants to play it raises the epoch (TM_CHANGE_OWN), and from then on whatever
 * the previous owner still sends is refused.
 *
 * It knows nothing about games. A table is an append-only log of texts, numbered from 0; how the table was opened is
 * another text, which only the program understands. People have an id; whoever has a token is that person, and only
 * hashes of tokens are stored.
 *
 * Reads see what has been committed. All changes go through `commit`, in groups; a whole group is durable before it
 * returns. At most one thread may read while another one commits; a third thread needs a reader of its own
 * (open_reader). */
#ifndef TATAMI_STORE_H
#define TATAMI_STORE_H

#include <tatami/text.h>

enum {
    TM_ID_MAX = 32,            /* bytes of an id of a table or a person, without the NUL; printable ASCII */
    TM_HASH_BYTES = 32,        /* of a token */
    TM_NAME_MAX = 96,          /* bytes of a person's name, UTF-8 */
    TM_LOG_MAX = 16384,        /* bytes of one entry of a log */
    TM_SUBSCRIPTIONS_MAX = 10, /* of one person; the oldest makes room for a new one */
    TM_TOLD_MAX = 7000,        /* bytes that one node tells the others at once */
};

/* How the names of facts begin that are reports: who complained about whom, for whoever runs the server. */
#define TM_REPORT_PREFIX "report."

typedef char tm_id[TM_ID_MAX + 1];

enum tm_phase { TM_WAITING, TM_RUNNING, TM_OVER }; /* of a table, as shown in lists */

/* Times are milliseconds since 1970, given by the caller: a store has no clock. */
typedef struct tm_entry {
    int64_t at;
    tm_span text;
} tm_entry;

typedef struct tm_person {
    tm_id id;
    char name[TM_NAME_MAX + 1]; /* may be empty */
    bool bot;
    int64_t made_at;
} tm_person;

/* What each change does, which members it uses, and when it is skipped. */
typedef enum tm_change_kind {
    /* A new table: `table`, `text` (what it was opened with), `listed`, `at`. EILLEGAL: there is one with this id. */
    TM_CHANGE_OPEN,
    /* Appends `entries` to `table`, whose log must have `first` entries so far and whose epoch must be `epoch`, else
     * EILLEGAL. With no entries it only checks. */
    TM_CHANGE_LOG,
    /* `table` has been in `phase` since `at`; `listed`. `text`, if there is any, is kept as its result. */
    TM_CHANGE_PHASE,
    /* The program wants to look at `table` again at the time `at`; 0: not by itself. */
    TM_CHANGE_DUE,
    /* The last `n_entries` entries of `table`, from `first` on, get new texts; their times stay. Only for taking out what
     * its owner wants deleted. EILLEGAL: the log does not end there, or a text is too long. */
    TM_CHANGE_REWRITE,
    /* `person` takes part in `table`, or no longer does (`gone`): it appears among that person's tables. `passing`: they
     * only left words there, which is noted so that the words can be found again. */
    TM_CHANGE_PRESENT,
    /* Somebody was at `table` at the time `at`; it is no longer archived. */
    TM_CHANGE_VISIT,
    /* Archives the tables not visited since `at`; those that never started and have no participants are deleted. */
    TM_CHANGE_ARCHIVE,
    /* Tokens that expired before `at` are deleted. */
    TM_CHANGE_EXPIRE,
    /* A new person, or the new name of a known one: `who`. */
    TM_CHANGE_PERSON,
    /* A token with this `hash` is `person`'s, until `expires` unless that is 0; `once`: it can only be claimed.
     * EILLEGAL: there is already such a token. */
    TM_CHANGE_TOKEN,
    /* The token `claimed` is used up, and its person gets the permanent token `hash`. EILLEGAL: it was not made with
     * `once`, or had expired at `at`, or the new token exists already; EUNKNOWN: no such token, or already used. */
    TM_CHANGE_CLAIM,
    /* Deletes all tokens of `person` except `hash`, and the subscriptions that were made with them. */
    TM_CHANGE_FORGET,
    /* Deletes `person`: the name, all tokens and subscriptions, in which tables they took part, and the results of these
     * tables, which name them; the program can write those again. EUNKNOWN: nobody. */
    TM_CHANGE_DELETE,
    /* Something about the server itself: `text` under the name `fact`. EILLEGAL: with `once`, if there is one already. */
    TM_CHANGE_FACT,
    /* Where to tell `person` something while they are not here: `text`, found by `hash`, made with the token `token`.
     * Replaces what has the same hash, whoever made it. */
    TM_CHANGE_SUBSCRIBE,
    /* Deletes the subscription `hash`; EUNKNOWN if there is none, or if it is not `person`'s, who may be empty. */
    TM_CHANGE_UNSUBSCRIBE,
    /* `table` is played by the node `node` from now on: sets `epoch` to the new epoch of the table. */
    TM_CHANGE_OWN,
    /* Takes one from the budget `text`, which holds at most `saved` and grows by `rate` per second. ETURN: it is used up.
     * Only a shared store keeps budgets; elsewhere this succeeds. */
    TM_CHANGE_SPEND,
    /* The other nodes hear `text` (TM_NEWS_TOLD): at most TM_TOLD_MAX printable ASCII characters, no backslash. */
    TM_CHANGE_TELL,
    TM_N_CHANGES,
} tm_change_kind;

/* One change; the members that its kind does not name are zero. Texts and entries belong to the caller. */
typedef struct tm_change {
    tm_change_kind kind;
    int status;   /* out: 0, or why it was skipped: TM_EILLEGAL, conflicts with what is stored; TM_EUNKNOWN, refers to
                 * nothing; TM_ETURN, too often */
    bool follows; /* skipped, with the same status, if the change before it in the group was */
    tm_id table, person, fact, node;
    int64_t epoch;
    int64_t at, expires;
    tm_span text;
    uint32_t first, n_entries;
    const tm_entry *entries;
    enum tm_phase phase;
    bool listed, gone, passing, once;
    tm_person who;
    uint8_t hash[TM_HASH_BYTES], claimed[TM_HASH_BYTES], token[TM_HASH_BYTES];
    double rate, saved;
} tm_change;

typedef struct tm_table_row {
    tm_id id;
    enum tm_phase phase;
    bool listed, archived;
    int64_t opened_at, phase_at, visited_at;
    uint32_t n_entries;
    tm_span result; /* only in TM_LIST_ENDED, and only during the call of `each`; empty: none was kept */
} tm_table_row;

/* Which tables to list; at most `most`, after skipping `skip`. */
typedef struct tm_table_query {
    /* VISITED: those of `person`, or, with an empty id, the listed ones that are not archived; in one of the phases of the
     * mask; last visited first. ENDED: those of `person` that are over; last ended first. TRACES: all where `person` takes
     * part, took part, or left words; oldest first. DUE: those to look at by the time `due`; the most urgent first. */
    enum tm_list { TM_LIST_VISITED, TM_LIST_ENDED, TM_LIST_TRACES, TM_LIST_DUE } kind;
    tm_id person;
    int64_t due;
    uint32_t phases; /* 1 << phase, or-ed */
    uint32_t skip, most;
} tm_table_query;

/* What other processes did to a shared store. */
typedef struct tm_news {
    enum {
        TM_NEWS_TAKEN,     /* `table` has this `epoch` */
        TM_NEWS_FORGOTTEN, /* the tokens of `person` except `hash` */
        TM_NEWS_RENAMED,   /* `person` is called `name` now */
        TM_NEWS_TOLD,      /* a node told `text`, perhaps we ourselves */
        TM_NEWS_AWAY,      /* the store cannot be reached */
        TM_NEWS_GAP,       /* it can be reached again, and we may have missed something */
    } kind;
    tm_id table, person;
    int64_t epoch;
    uint8_t hash[TM_HASH_BYTES];
    char name[TM_NAME_MAX + 1];
    const char *text; /* only during the call */
} tm_news;

/* One row of everything that is stored, for copying a whole store to another. What refers to something comes after it. */
typedef struct tm_row {
    enum tm_row_kind {
        TM_ROW_PERSON,
        TM_ROW_TOKEN,
        TM_ROW_TABLE,
        TM_ROW_PART,
        TM_ROW_ENTRY,
        TM_ROW_FACT,
        TM_ROW_SUBSCRIPTION,
        TM_N_ROWS
    } kind;
    tm_id table, person; /* whose; of a table, a part or an entry: which. Of a fact: its name, in `table` */
    tm_person who;
    uint8_t hash[TM_HASH_BYTES], token[TM_HASH_BYTES];
    int64_t expires;
    bool once;
    tm_table_row row; /* its result, too */
    bool started, seated;
    int64_t due;
    uint32_t n;   /* the number of an entry */
    int64_t at;   /* of an entry or a subscription */
    tm_span text; /* of a table's opening, an entry, a fact or a subscription; valid only during the call */
} tm_row;

typedef struct tm_store tm_store;

enum { TM_WOKEN = 1 };

/* Where the rows of write_rows go. */
typedef struct tm_row_sink {
    int (*put)(struct tm_row_sink *sink, const tm_row *row);
} tm_row_sink;

/* What an implementation provides. Functions return 0 or a negative TM_E… with a reason: TM_EIO if the disk fails or
 * the file is damaged; TM_EUNKNOWN if there is no such thing. `each` callbacks run while reading and may not use the
 * store; if one returns anything but 0, reading stops and returns that. */
typedef struct tm_store_ops {
    void (*close)(tm_store *store);
    /* Makes all changes durable, in order, in one step. A change that cannot be made is skipped and has its `status`
     * set. If the whole group fails, nothing is changed and every status is that error; a later commit may succeed
     * again. */
    int (*commit)(tm_store *store, tm_change *changes, int n_changes, tm_why *why);
    /* The same in two steps, so that a group can be on its way while the one before it is made durable. `send` hands it over;
     * its changes must stay until it is taken, and `n_groups` of them may be on their way. `take` waits for the oldest and returns
     * its status; or TM_WOKEN, as soon as the file descriptor `wake` can be read, unless that is -1. Groups are made in order; one
     * that fails does not take those after it along. */
    int n_groups;
    void (*send)(tm_store *store, tm_change *changes, int n_changes);
    int (*take)(tm_store *store, int wake, tm_why *why);
    /* The row, and the text that the table was opened with, which the caller frees with free(). out_text may be
     * NULL. */
    int (*read_table)(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why);
    /* The log starting at entry `from`; an entry's text is valid only during the call of `each`. */
    int (*read_log)(tm_store *store, const char *id, uint32_t from,
                    int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why);
    int (*list_tables)(tm_store *store, const tm_table_query *query,
                       int (*each)(void *context, const tm_table_row *row), void *context, tm_why *why);
    int (*find_token)(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why);
    int (*read_person)(tm_store *store, const char *id, tm_person *out, tm_why *why);
    /* A fact, NUL-terminated, which the caller frees with free(). TM_EUNKNOWN comes without a reason. */
    int (*read_fact)(tm_store *store, const char *name, char **out, tm_why *why);
    /* Of a person; newest first. */
    int (*list_subscriptions)(tm_store *store, const char *person,
                              int (*each)(void *context, const uint8_t *hash, tm_span text), void *context,
                              tm_why *why);
    int (*count_tables)(tm_store *store, uint32_t out_by_phase[3], tm_why *why); /* including archived ones; for
                                                                                  * metrics */
    /* Writes a consistent copy to a new path while others commit and read; may be called from any thread. */
    int (*backup)(tm_store *store, const char *path, tm_why *why);
    /* Another way to read the same, for one more thread; from any thread. It cannot commit. Closed with `close`, before or
     * after the store itself. */
    int (*open_reader)(tm_store *store, tm_store **out, tm_why *why);
    /* Calls `heard`, on a thread of the store, until the store is closed. `node` is our name; a table that is due is not
     * listed at once if another node has it, which will look at it. NULL if the store is not shared: then nobody
     * else changes it. */
    int (*watch)(tm_store *store, const char *node, void (*heard)(void *context, const tm_news *news), void *context,
                 tm_why *why);
    /* Everything, as it was at one moment. */
    int (*read_rows)(tm_store *store, int (*each)(void *context, const tm_row *row), void *context, tm_why *why);
    /* Fills an empty store, all or nothing: `fill` is called once and hands the rows over with `put`. TM_EIO if it is not
     * empty. */
    int (*write_rows)(tm_store *store, int (*fill)(void *context, tm_row_sink *sink), void *context, tm_why *why);
} tm_store_ops;

struct tm_store {
    const tm_store_ops *ops;
};

/* Opens or creates an SQLite file, with its write-ahead log beside it. An older schema is upgraded in place; a newer
 * one, or another program's file, is refused. A file that cannot be written, or that another process serves, is
 * refused here rather than at the first commit. */
int tm_store_open_sqlite(const char *path, tm_store **out, tm_why *why);

/* Only for reading, while another process may be serving the file. It cannot commit. A file of another version is refused. */
int tm_store_look_sqlite(const char *path, tm_store **out, tm_why *why);

/* Opens a PostgreSQL database by its address, postgresql://HOST/DATABASE or anything else that libpq takes after that
 * prefix. The schema is created in an empty one, and upgraded; a newer one, or another program's, is refused, and so is
 * one that cannot be written. The address may not contain a password. */
int tm_store_open_postgres(const char *address, tm_store **out, tm_why *why);

/* Whichever of the two it is. */
bool tm_store_is_address(const char *place); /* postgresql:// or postgres:// */
int tm_store_open(const char *place, tm_store **out, tm_why *why);

/* Copies everything from one store to another, which must be empty or not exist yet, and compares them afterwards. */
typedef struct tm_store_sums {
    uint64_t n[TM_N_ROWS];
    uint64_t sum; /* over all rows, in any order */
} tm_store_sums;
int tm_store_sum(tm_store *store, tm_store_sums *out, tm_why *why);
int tm_store_copy(tm_store *from, tm_store *to, tm_store_sums *out, tm_why *why);
/* Copies everything to a new SQLite file, which is complete or not there. */
int tm_store_save(tm_store *from, const char *path, tm_why *why);

/* Like `backup`, for the file at `path`, without opening it for writing: another process may be serving it. */
int tm_store_copy_sqlite(const char *path, const char *to, tm_why *why);

#endif
