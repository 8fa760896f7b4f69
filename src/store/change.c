/* What commit does: each kind of change, one after the other, in one transaction. */
#include <string.h>

#include "store/sqlite.h"

enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    FIND_TABLE,
    FIND_PERSON,
    OPEN_TABLE,
    OPEN_HEAD,
    APPEND,
    MOVE_HEAD,
    SET_PHASE,
    ADD_PART,
    DROP_PART,
    VISIT,
    NEXT_TO_DELETE,
    DELETE_ENTRY,
    DELETE_HEAD,
    DELETE_TABLE,
    ARCHIVE,
    FORGET_EXPIRED,
    SET_PERSON,
    ADD_TOKEN,
    FIND_TOKEN,
    SPEND_TOKEN,
    FORGET,
    FORGET_SUBSCRIPTIONS,
    SET_DUE,
    LOOK_AT_ENTRY,
    REWRITE_ENTRY,
    PASS_PART,
    DELETE_PARTS,
    DELETE_TOKENS,
    DELETE_SUBSCRIPTIONS,
    DELETE_RESULTS,
    DELETE_PARTS_OF_PERSON,
    DELETE_PERSON,
    ADD_FACT,
    SET_FACT,
    SUBSCRIBE,
    TRIM_SUBSCRIPTIONS,
    UNSUBSCRIBE,
    N_STATEMENTS
};

static const char *const SQL[N_STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [FIND_TABLE] = "SELECT place, n_entries, last FROM tables JOIN heads ON place = key WHERE id = ?1",
    [FIND_PERSON] = "SELECT key FROM people WHERE id = ?1",
    [OPEN_TABLE] = ("INSERT INTO tables (id, phase, phase_at, listed, archived, started, opened_at, visited_at, text)"
                    " VALUES (?1, 0, ?2, ?3, 0, 0, ?2, ?2, ?4) ON CONFLICT DO NOTHING"),
    [OPEN_HEAD] = "INSERT INTO heads (place, n_entries, last) VALUES (?1, 0, 0)",
    [APPEND] = "INSERT INTO log (place, n, before, at, sum, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [MOVE_HEAD] = "UPDATE heads SET n_entries = ?2, last = ?3 WHERE place = ?1",
    [SET_PHASE] = ("UPDATE tables SET phase = ?2, phase_at = ?3, listed = ?4, started = started OR ?2 > 0,"
                   " result = coalesce(?5, result) WHERE key = ?1"),
    [ADD_PART] = ("INSERT INTO parts (person, place, seated) VALUES (?1, ?2, 1)"
                  " ON CONFLICT (person, place) DO UPDATE SET seated = 1"),
    [DROP_PART] = ("INSERT INTO parts (person, place, seated) VALUES (?1, ?2, 0)"
                   " ON CONFLICT (person, place) DO UPDATE SET seated = 0"),
    [PASS_PART] = "INSERT INTO parts (person, place, seated) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING",
    [VISIT] = "UPDATE tables SET visited_at = max(visited_at, ?2), archived = 0 WHERE key = ?1",
    [NEXT_TO_DELETE] = ("SELECT key, last, visited_at FROM tables JOIN heads ON place = key"
                        " WHERE started = 0 AND visited_at < ?1 AND visited_at >= ?2 AND (visited_at > ?2 OR key > ?3)"
                        " AND NOT EXISTS (SELECT 1 FROM parts WHERE parts.place = key AND seated = 1)"
                        " ORDER BY visited_at, key LIMIT 1"),
    [DELETE_ENTRY] = "DELETE FROM log WHERE key = ?1 AND place = ?2 RETURNING before",
    [DELETE_HEAD] = "DELETE FROM heads WHERE place = ?1",
    [DELETE_TABLE] = "DELETE FROM tables WHERE key = ?1",
    [ARCHIVE] = "UPDATE tables SET archived = 1 WHERE archived = 0 AND visited_at < ?1",
    [FORGET_EXPIRED] = "DELETE FROM tokens WHERE expires > 0 AND expires < ?1",
    [SET_PERSON] = ("INSERT INTO people (id, name, bot, made_at) VALUES (?1, ?2, ?3, ?4)"
                    " ON CONFLICT (id) DO UPDATE SET name = excluded.name"),
    [ADD_TOKEN] = "INSERT INTO tokens (hash, person, expires, once) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
    [FIND_TOKEN] = "SELECT person, once, expires FROM tokens WHERE hash = ?1",
    [SPEND_TOKEN] = "DELETE FROM tokens WHERE hash = ?1",
    [FORGET] = "DELETE FROM tokens WHERE person = ?1 AND hash <> ?2",
    [FORGET_SUBSCRIPTIONS] = "DELETE FROM subscriptions WHERE person = ?1 AND token <> ?2",
    [SET_DUE] = "UPDATE tables SET due_at = ?2 WHERE key = ?1",
    [LOOK_AT_ENTRY] = "SELECT before, at FROM log WHERE key = ?1 AND place = ?2 AND n = ?3",
    [REWRITE_ENTRY] = "UPDATE log SET text = ?2, sum = ?3 WHERE key = ?1",
    [DELETE_PARTS] = "DELETE FROM parts WHERE place = ?1",
    [DELETE_TOKENS] = "DELETE FROM tokens WHERE person = ?1",
    [DELETE_SUBSCRIPTIONS] = "DELETE FROM subscriptions WHERE person = ?1",
    [DELETE_RESULTS] = "UPDATE tables SET result = NULL WHERE key IN (SELECT place FROM parts WHERE person = ?1)",
    [DELETE_PARTS_OF_PERSON] = "DELETE FROM parts WHERE person = ?1",
    [DELETE_PERSON] = "DELETE FROM people WHERE key = ?1",
    [ADD_FACT] = "INSERT INTO facts (name, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [SET_FACT] = "INSERT INTO facts (name, text) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET text = excluded.text",
    [SUBSCRIBE] =
        "INSERT OR REPLACE INTO subscriptions (hash, person, token, made_at, text) VALUES (?1, ?2, ?3, ?4, ?5)",
    [TRIM_SUBSCRIPTIONS] = ("DELETE FROM subscriptions WHERE person = ?1 AND key <= (SELECT key FROM subscriptions"
                            " WHERE person = ?1 ORDER BY key DESC LIMIT 1 OFFSET ?2)"),
    [UNSUBSCRIBE] = ("DELETE FROM subscriptions WHERE hash = ?1"
                     " AND (?2 = '' OR person = (SELECT key FROM people WHERE id = ?2))"),
};

typedef struct place {
    int64_t key, n_entries, last;
} place;

/* Functions here return SQLITE_OK, or an error that ends the whole commit; a change that does not fit has its status
 * set. */

static int leave_out(tm_change *change, int status)
{
    change->status = status;
    return SQLITE_OK;
}

/* SQLITE_OK with the change's status set if there is no such table. */
static int find_table(connection *c, tm_change *change, place *out)
{
    int64_t row[3];
    sql_name(c, FIND_TABLE, 1, change->table, sizeof change->table);
    const int rc = sql_row(c, FIND_TABLE, row, 3);
    if (rc == SQLITE_DONE) return leave_out(change, TM_EUNKNOWN);
    if (rc != SQLITE_ROW) return rc;
    *out = (place){.key = row[0], .n_entries = row[1], .last = row[2]};
    return SQLITE_OK;
}

static int find_person(connection *c, tm_change *change, int64_t *out_key)
{
    sql_name(c, FIND_PERSON, 1, change->person, sizeof change->person);
    const int rc = sql_row(c, FIND_PERSON, out_key, 1);
    if (rc == SQLITE_DONE) return leave_out(change, TM_EUNKNOWN);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

static int open_table(connection *c, tm_change *change)
{
    if (!change->table[0]) return leave_out(change, TM_EILLEGAL);
    sql_name(c, OPEN_TABLE, 1, change->table, sizeof change->table);
    sql_int(c, OPEN_TABLE, 2, change->at);
    sql_int(c, OPEN_TABLE, 3, change->listed);
    sql_bytes(c, OPEN_TABLE, 4, change->text.at, change->text.len);
    const int rc = sql_run(c, OPEN_TABLE);
    if (rc != SQLITE_OK) return rc;
    if (sqlite3_changes(c->db) == 0) return leave_out(change, TM_EILLEGAL);
    sql_int(c, OPEN_HEAD, 1, sqlite3_last_insert_rowid(c->db));
    return sql_run(c, OPEN_HEAD);
}

static int append_entry(connection *c, place *to, const tm_entry *entry)
{
    sql_int(c, APPEND, 1, to->key);
    sql_int(c, APPEND, 2, to->n_entries);
    sql_int(c, APPEND, 3, to->last);
    sql_int(c, APPEND, 4, entry->at);
    sql_int(c, APPEND, 5, entry_sum(to->key, to->n_entries, entry->at, entry->text.at, entry->text.len));
    sql_bytes(c, APPEND, 6, entry->text.at, entry->text.len);
    const int rc = sql_run(c, APPEND);
    to->n_entries++;
    to->last = sqlite3_last_insert_rowid(c->db);
    return rc;
}

static int append_log(connection *c, tm_change *change)
{
    place to = {0};
    int rc = find_table(c, change, &to);
    if (rc != SQLITE_OK || change->status) return rc;
    if (to.n_entries != change->first || change->n_entries > UINT32_MAX - change->first)
        return leave_out(change, TM_EILLEGAL);
    for (uint32_t i = 0; i < change->n_entries; i++)
        if (change->entries[i].text.len > TM_LOG_MAX) return leave_out(change, TM_EILLEGAL);
    for (uint32_t i = 0; i < change->n_entries && rc == SQLITE_OK; i++) rc = append_entry(c, &to, &change->entries[i]);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, MOVE_HEAD, 1, to.key);
    sql_int(c, MOVE_HEAD, 2, to.n_entries);
    sql_int(c, MOVE_HEAD, 3, to.last);
    return sql_run(c, MOVE_HEAD);
}

static int set_phase(connection *c, tm_change *change)
{
    place at = {0};
    const int rc = find_table(c, change, &at);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_int(c, SET_PHASE, 1, at.key);
    sql_int(c, SET_PHASE, 2, change->phase);
    sql_int(c, SET_PHASE, 3, change->at);
    sql_int(c, SET_PHASE, 4, change->listed);
    if (change->text.len)
        sql_bytes(c, SET_PHASE, 5, change->text.at, change->text.len);
    else
        sqlite3_bind_null(c->statement[SET_PHASE], 5);
    return sql_run(c, SET_PHASE);
}

static int set_due(connection *c, tm_change *change)
{
    place at = {0};
    const int rc = find_table(c, change, &at);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_int(c, SET_DUE, 1, at.key);
    sql_int(c, SET_DUE, 2, change->at);
    return sql_run(c, SET_DUE);
}

/* One entry, which must be the table's nth; *key becomes the one before it. */
static int rewrite_entry(connection *c, const place *of, int64_t *key, int64_t n, tm_span text)
{
    int64_t row[2]; /* before, at */
    sql_int(c, LOOK_AT_ENTRY, 1, *key);
    sql_int(c, LOOK_AT_ENTRY, 2, of->key);
    sql_int(c, LOOK_AT_ENTRY, 3, n);
    const int rc = sql_row(c, LOOK_AT_ENTRY, row, 2);
    if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
    sql_int(c, REWRITE_ENTRY, 1, *key);
    sql_bytes(c, REWRITE_ENTRY, 2, text.at, text.len);
    sql_int(c, REWRITE_ENTRY, 3, entry_sum(of->key, n, row[1], text.at, text.len));
    *key = row[0];
    return sql_run(c, REWRITE_ENTRY);
}

/* From the end backwards, as a log is read. */
static int rewrite(connection *c, tm_change *change)
{
    place of = {0};
    int rc = find_table(c, change, &of);
    if (rc != SQLITE_OK || change->status) return rc;
    if (of.n_entries != (int64_t)change->first + change->n_entries) return leave_out(change, TM_EILLEGAL);
    for (uint32_t i = 0; i < change->n_entries; i++)
        if (change->entries[i].text.len > TM_LOG_MAX) return leave_out(change, TM_EILLEGAL);
    int64_t key = of.last;
    for (uint32_t i = change->n_entries; i-- > 0 && rc == SQLITE_OK;)
        rc = rewrite_entry(c, &of, &key, (int64_t)change->first + i, change->entries[i].text);
    return rc;
}

static int set_part(connection *c, tm_change *change)
{
    place at = {0};
    int64_t person;
    const int how = change->passing ? PASS_PART : change->gone ? DROP_PART : ADD_PART;
    int rc = find_table(c, change, &at);
    if (rc != SQLITE_OK || change->status) return rc;
    rc = find_person(c, change, &person);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_int(c, how, 1, person);
    sql_int(c, how, 2, at.key);
    return sql_run(c, how);
}

static int visit(connection *c, tm_change *change)
{
    place at = {0};
    const int rc = find_table(c, change, &at);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_int(c, VISIT, 1, at.key);
    sql_int(c, VISIT, 2, change->at);
    return sql_run(c, VISIT);
}

static int delete_table(connection *c, const place *gone)
{
    int rc = SQLITE_ROW;
    for (int64_t last = gone->last; last && rc == SQLITE_ROW;) {
        sql_int(c, DELETE_ENTRY, 1, last);
        sql_int(c, DELETE_ENTRY, 2, gone->key);
        rc = sql_row(c, DELETE_ENTRY, &last, 1);
    }
    if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
    sql_int(c, DELETE_PARTS, 1, gone->key); /* of those who have left */
    rc = sql_run(c, DELETE_PARTS);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, DELETE_HEAD, 1, gone->key);
    rc = sql_run(c, DELETE_HEAD);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, DELETE_TABLE, 1, gone->key);
    return sql_run(c, DELETE_TABLE);
}

static int archive(connection *c, tm_change *change)
{
    int64_t row[3]; /* key, last, visited_at */
    int rc;
    sql_int(c, NEXT_TO_DELETE, 1, change->at);
    sql_int(c, NEXT_TO_DELETE, 2, INT64_MIN);
    sql_int(c, NEXT_TO_DELETE, 3, 0);
    while ((rc = sql_row(c, NEXT_TO_DELETE, row, 3)) == SQLITE_ROW) {
        rc = delete_table(c, &(place){.key = row[0], .last = row[1]});
        if (rc != SQLITE_OK) return rc;
        sql_int(c, NEXT_TO_DELETE, 2, row[2]); /* continue after it, past those that stay */
        sql_int(c, NEXT_TO_DELETE, 3, row[0]);
    }
    if (rc != SQLITE_DONE) return rc;
    sql_int(c, ARCHIVE, 1, change->at);
    return sql_run(c, ARCHIVE);
}

static int forget_expired(connection *c, tm_change *change)
{
    sql_int(c, FORGET_EXPIRED, 1, change->at);
    return sql_run(c, FORGET_EXPIRED);
}

static int set_person(connection *c, tm_change *change)
{
    const tm_person *who = &change->who;
    if (!who->id[0]) return leave_out(change, TM_EILLEGAL);
    sql_name(c, SET_PERSON, 1, who->id, sizeof who->id);
    sql_name(c, SET_PERSON, 2, who->name, sizeof who->name);
    sql_int(c, SET_PERSON, 3, who->bot);
    sql_int(c, SET_PERSON, 4, who->made_at);
    return sql_run(c, SET_PERSON);
}

static int insert_token(connection *c, tm_change *change, int64_t person, int64_t expires, bool once)
{
    sql_bytes(c, ADD_TOKEN, 1, change->hash, sizeof change->hash);
    sql_int(c, ADD_TOKEN, 2, person);
    sql_int(c, ADD_TOKEN, 3, expires);
    sql_int(c, ADD_TOKEN, 4, once);
    const int rc = sql_run(c, ADD_TOKEN);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0) return leave_out(change, TM_EILLEGAL);
    return rc;
}

static int add_token(connection *c, tm_change *change)
{
    int64_t person;
    const int rc = find_person(c, change, &person);
    if (rc != SQLITE_OK || change->status) return rc;
    return insert_token(c, change, person, change->expires, change->once);
}

static int claim(connection *c, tm_change *change)
{
    int64_t token[3]; /* person, once, expires */
    sql_bytes(c, FIND_TOKEN, 1, change->claimed, sizeof change->claimed);
    int rc = sql_row(c, FIND_TOKEN, token, 3);
    if (rc == SQLITE_DONE) return leave_out(change, TM_EUNKNOWN);
    if (rc != SQLITE_ROW) return rc;
    if (!token[1] || (token[2] && token[2] <= change->at)) return leave_out(change, TM_EILLEGAL);
    rc = insert_token(c, change, token[0], 0, false);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_bytes(c, SPEND_TOKEN, 1, change->claimed, sizeof change->claimed);
    return sql_run(c, SPEND_TOKEN);
}

static int forget(connection *c, tm_change *change)
{
    int64_t person;
    int rc = find_person(c, change, &person);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_int(c, FORGET, 1, person);
    sql_bytes(c, FORGET, 2, change->hash, sizeof change->hash);
    rc = sql_run(c, FORGET);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, FORGET_SUBSCRIPTIONS, 1, person);
    sql_bytes(c, FORGET_SUBSCRIPTIONS, 2, change->hash, sizeof change->hash);
    return sql_run(c, FORGET_SUBSCRIPTIONS);
}

static int delete_person(connection *c, tm_change *change)
{
    static const int STEPS[] = {DELETE_TOKENS, DELETE_SUBSCRIPTIONS, DELETE_RESULTS, DELETE_PARTS_OF_PERSON,
                                DELETE_PERSON};
    int64_t person;
    int rc = find_person(c, change, &person);
    if (rc != SQLITE_OK || change->status) return rc;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && rc == SQLITE_OK; i++) {
        sql_int(c, STEPS[i], 1, person);
        rc = sql_run(c, STEPS[i]);
    }
    return rc;
}

static int set_fact(connection *c, tm_change *change)
{
    const int how = change->once ? ADD_FACT : SET_FACT;
    sql_name(c, how, 1, change->fact, sizeof change->fact);
    sql_bytes(c, how, 2, change->text.at, change->text.len);
    const int rc = sql_run(c, how);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0) return leave_out(change, TM_EILLEGAL);
    return rc;
}

static int subscribe(connection *c, tm_change *change)
{
    int64_t person;
    int rc = find_person(c, change, &person);
    if (rc != SQLITE_OK || change->status) return rc;
    sql_bytes(c, SUBSCRIBE, 1, change->hash, sizeof change->hash);
    sql_int(c, SUBSCRIBE, 2, person);
    sql_bytes(c, SUBSCRIBE, 3, change->token, sizeof change->token);
    sql_int(c, SUBSCRIBE, 4, change->at);
    sql_bytes(c, SUBSCRIBE, 5, change->text.at, change->text.len);
    rc = sql_run(c, SUBSCRIBE);
    if (rc != SQLITE_OK) return rc;
    sql_int(c, TRIM_SUBSCRIPTIONS, 1, person);
    sql_int(c, TRIM_SUBSCRIPTIONS, 2, TM_SUBSCRIPTIONS_MAX);
    return sql_run(c, TRIM_SUBSCRIPTIONS);
}

static int unsubscribe(connection *c, tm_change *change)
{
    sql_bytes(c, UNSUBSCRIBE, 1, change->hash, sizeof change->hash);
    sql_name(c, UNSUBSCRIBE, 2, change->person, sizeof change->person);
    const int rc = sql_run(c, UNSUBSCRIBE);
    if (rc == SQLITE_OK && sqlite3_changes(c->db) == 0) return leave_out(change, TM_EUNKNOWN);
    return rc;
}

/* Only one process serves a file, so whoever asks has the table. */
static int own(connection *c, tm_change *change)
{
    place at = {0};
    change->epoch = 0;
    return find_table(c, change, &at);
}

/* The only process keeps count in memory. */
static int spend(connection *c, tm_change *change)
{
    (void)c;
    (void)change;
    return SQLITE_OK;
}

static int (*const DO[])(connection *, tm_change *) = {
    [TM_CHANGE_OPEN] = open_table,
    [TM_CHANGE_LOG] = append_log,
    [TM_CHANGE_PHASE] = set_phase,
    [TM_CHANGE_PRESENT] = set_part,
    [TM_CHANGE_VISIT] = visit,
    [TM_CHANGE_ARCHIVE] = archive,
    [TM_CHANGE_EXPIRE] = forget_expired,
    [TM_CHANGE_PERSON] = set_person,
    [TM_CHANGE_TOKEN] = add_token,
    [TM_CHANGE_CLAIM] = claim,
    [TM_CHANGE_FORGET] = forget,
    [TM_CHANGE_DUE] = set_due,
    [TM_CHANGE_REWRITE] = rewrite,
    [TM_CHANGE_DELETE] = delete_person,
    [TM_CHANGE_FACT] = set_fact,
    [TM_CHANGE_SUBSCRIBE] = subscribe,
    [TM_CHANGE_UNSUBSCRIBE] = unsubscribe,
    [TM_CHANGE_OWN] = own,
    [TM_CHANGE_SPEND] = spend,
    [TM_CHANGE_TELL] = spend,
};

int changes_prepare(sqlite_store *s)
{
    return connection_prepare(&s->writer, SQL, N_STATEMENTS);
}

int changes_commit(tm_store *store, tm_change *changes, int n_changes, tm_why *why)
{
    sqlite_store *s = (sqlite_store *)store;
    connection *c = &s->writer;
    if (n_changes == 0) return TM_OK;
    int rc = sql_run(c, BEGIN);
    for (int i = 0; i < n_changes && rc == SQLITE_OK; i++) {
        tm_assert(changes[i].kind < TM_N_CHANGES);
        changes[i].status = changes[i].follows && i ? changes[i - 1].status : TM_OK;
        if (changes[i].status) continue;
        rc = DO[changes[i].kind](c, &changes[i]);
    }
    if (rc == SQLITE_OK) rc = sql_run(c, COMMIT);
    if (rc == SQLITE_OK) return TM_OK;
    const int status = sqlite_why(s->path, c->db, rc, why);
    if (!sqlite3_get_autocommit(c->db)) sql_run(c, ROLLBACK);
    for (int i = 0; i < n_changes; i++) changes[i].status = status;
    return status;
}

void changes_send(tm_store *store, tm_change *changes, int n_changes)
{
    sqlite_store *s = (sqlite_store *)store;
    s->sent = changes;
    s->n_sent = n_changes;
}

int changes_take(tm_store *store, int wake, tm_why *why)
{
    const sqlite_store *s = (const sqlite_store *)store;
    (void)wake;
    return changes_commit(store, s->sent, s->n_sent, why);
}
