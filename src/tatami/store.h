/* The store: what must outlive the program. A few functions, so that another implementation can stand behind them.
 *
 * It knows nothing of games. A table is its log, a list of texts numbered from 0 that only grows; what it was opened
 * with is a text too, private to the program. People are known by an id; who holds a token is a person, and only hashes
 * of tokens are kept.
 *
 * Reading sees what was committed. Everything that changes goes through `commit`, in groups: durable together, before
 * it returns. One thread reads while another one commits, no more. */
#ifndef TATAMI_STORE_H
#define TATAMI_STORE_H

#include <tatami/text.h>

enum {
    TM_ID_MOST = 32,     /* bytes of an id of a table or a person, without the NUL; printable ASCII */
    TM_HASH_BYTES = 32,  /* of a token */
    TM_NAME_MOST = 96,   /* bytes of a person's name, UTF-8 */
    TM_LOG_MOST = 16384, /* bytes of one entry of a log */
};

typedef char tm_id[TM_ID_MOST + 1];

enum tm_phase { TM_WAITING, TM_RUNNING, TM_OVER }; /* of a table, as the lists know it */

/* Times are milliseconds since 1970, given by the caller: a store has no clock. */
typedef struct tm_entry {
    int64_t at;
    tm_span text;
} tm_entry;

typedef struct tm_person {
    tm_id id;
    char name[TM_NAME_MOST + 1]; /* may be empty */
    bool bot;
    int64_t made_at;
} tm_person;

/* What each one does, which members it uses, and when it is left out. */
typedef enum tm_change_kind {
    /* A new table: `table`, `text` (what it was opened with), `listed`, `at`. EILLEGAL: there is one with this id. */
    TM_CHANGE_OPEN,
    /* Appends `entries` to `table`, whose log must have `first` entries so far, else EILLEGAL. */
    TM_CHANGE_LOG,
    /* `table` is in `phase` since `at`; `listed`. */
    TM_CHANGE_PHASE,
    /* `person` has, or no longer has (`gone`), a part in `table`: it is among that person's tables. */
    TM_CHANGE_PRESENT,
    /* Somebody was at `table` at the time `at`; it is no longer archived. */
    TM_CHANGE_VISIT,
    /* Tables not visited since `at` are archived; of these, the ones that were always waiting and that nobody has a
     * part in are deleted. Tokens that expired before `at` are forgotten. */
    TM_CHANGE_ARCHIVE,
    /* A new person, or a known one's new name: `who`. */
    TM_CHANGE_PERSON,
    /* Who shows `hash` is `person`; before `expires` if that is not 0; `once`: to be claimed, not shown. EILLEGAL:
     * there is such a token. */
    TM_CHANGE_TOKEN,
    /* The token `claimed` is spent, and `hash` is its holder's new token, for good. EILLEGAL: it was not made with
     * `once`, or expired at `at`, or there is such a new token; EUNKNOWN: no such token, or spent. */
    TM_CHANGE_CLAIM,
    /* All tokens of `person` but `hash` are void. */
    TM_CHANGE_FORGET,
} tm_change_kind;

/* One change; the members that its kind does not name are zero. Texts and entries belong to the caller. */
typedef struct tm_change {
    tm_change_kind kind;
    int status; /* out: 0, or why it was left out: TM_EILLEGAL, does not fit what is there; TM_EUNKNOWN, fits nothing */
    tm_id table, person;
    int64_t at, expires;
    tm_span text;
    uint32_t first, n_entries;
    const tm_entry *entries;
    enum tm_phase phase;
    bool listed, gone, once;
    tm_person who;
    uint8_t hash[TM_HASH_BYTES], claimed[TM_HASH_BYTES];
} tm_change;

typedef struct tm_table_row {
    tm_id id;
    enum tm_phase phase;
    bool listed, archived;
    int64_t opened_at, phase_at, visited_at;
    uint32_t n_entries;
} tm_table_row;

/* Which tables: those of `person`, or, with an empty id, the listed ones that are not archived; of the phases in the
 * mask; the last visited first; `most` of them, `skip` left out before. */
typedef struct tm_table_query {
    tm_id person;
    uint32_t phases; /* 1 << phase, or-ed */
    uint32_t skip, most;
} tm_table_query;

typedef struct tm_store tm_store;

/* What an implementation brings. Functions return 0 or a negative TM_E… with a reason: TM_EIO when the disk refuses,
 * also when what is there is damaged; TM_EUNKNOWN when there is no such thing. `each` functions are called while
 * reading and may not use the store; a result other than 0 stops the reading and is returned. */
typedef struct tm_store_ops {
    void (*close)(tm_store *store);
    /* All changes durable, in order, in one step; those that cannot be done have their `status` set and the others
     * stand. On an error of the whole nothing was changed, and it is everybody's status; a later commit may succeed
     * again. */
    int (*commit)(tm_store *store, tm_change *changes, int n_changes, tm_why *why);
    /* The row, and the text that the table was opened with, to be freed with free(). out_text may be NULL. */
    int (*read_table)(tm_store *store, const char *id, tm_table_row *out, char **out_text, tm_why *why);
    /* The log from the entry `from` on; the entry's text lasts as long as the call of `each`. */
    int (*read_log)(tm_store *store, const char *id, uint32_t from,
                    int (*each)(void *context, uint32_t n, const tm_entry *entry), void *context, tm_why *why);
    int (*list_tables)(tm_store *store, const tm_table_query *query,
                       int (*each)(void *context, const tm_table_row *row), void *context, tm_why *why);
    int (*find_token)(tm_store *store, const uint8_t *hash, int64_t now, tm_person *out, tm_why *why);
    int (*read_person)(tm_store *store, const char *id, tm_person *out, tm_why *why);
    int (*count_tables)(tm_store *store, uint32_t out_by_phase[3], tm_why *why); /* archived ones too; for metrics */
    /* A consistent copy at a path that does not exist yet, while others commit and read; from any thread. */
    int (*backup)(tm_store *store, const char *path, tm_why *why);
} tm_store_ops;

struct tm_store {
    const tm_store_ops *ops;
};

/* SQLite, in one file with its write-ahead log beside it; made if it is not there. An older schema is brought up to
 * date in place, a newer one refused, and so is another program's file. A file that cannot be written, or that another
 * process has open this way, is refused here, not at the first commit. */
int tm_store_open_sqlite(const char *path, tm_store **out, tm_why *why);

/* What `backup` does, of the file at `path`, without opening it for changes: another process may be serving it. */
int tm_store_copy_sqlite(const char *path, const char *to, tm_why *why);

#endif
