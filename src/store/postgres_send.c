/* Groups on their way to the database: the next one may be sent before the one before it is answered (libpq's pipeline
 * mode). Each is a transaction of its own, and counts as made only when the end of that is answered. A group names the one
 * that must have been made just before it, so after a failure nothing overtakes: the function in the database skips what
 * was sent behind it, and it is sent again, in order. A group is posted only while all before it are on their way, so
 * answers come in the order of the groups. When the connection is lost, everything that was on its way counts as failed,
 * though it may have been made. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

enum { STATEMENT = 0 };

static const char SQL[] =
    "SELECT * FROM tatami_group($1::bigint, $2::bigint, $3::bigint[], $4::bytea[], $5::bytea[], $6::bigint[],"
    " $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[], $12::bytea[], $13::bytea[],"
    " $14::bigint[], $15::bigint[], $16::bytea[])";

/* A broken connection is made again for the next group, but not all the time. */
static int connect_writer(postgres_store *s, tm_why *why)
{
    enum { PAUSE_MS = 200 };
    if (s->writer.prepared && pg_is_alive(&s->writer)) return TM_OK;
    if (!pg_is_alive(&s->writer)) {
        pg_disconnect(&s->writer);
        if (s->failed_at && pg_ticks() - s->failed_at < PAUSE_MS)
            return tm_why_not(why, TM_EIO, "%s cannot be reached", s->pool->place);
        const int status = pg_connect(&s->writer, s->pool->address, s->pool->place, CONNECT_MS, why);
        s->failed_at = status ? pg_ticks() : 0;
        if (status) return status;
    }
    s->made = 0;
    const int status = pg_prepare(&s->writer, STATEMENT, SQL, PG_ARRAYS + 2, COMMIT_MS, why);
    if (status == TM_OK) PQenterPipelineMode(s->writer.conn);
    return status;
}

/* The connection is gone, and whatever was on its way with it. */
static int lose(postgres_store *s, bool late, tm_why *why)
{
    const int status =
        late ? tm_why_not(why, TM_EIO, "%s does not answer", s->pool->place) : pg_why(&s->writer, NULL, NULL, why);
    for (int i = 0; i < s->n_groups; i++) s->groups[i].lost |= s->groups[i].posted;
    pg_disconnect(&s->writer);
    s->n_posted = 0;
    return status;
}

static int post(postgres_store *s, pg_group *g, tm_why *why)
{
    uint8_t before[8], number[8];
    pg_value values[PG_ARRAYS + 2] = {{before, 8}, {number, 8}};
    if (g->failed) return tm_why_not(why, TM_EIO, "%s: out of memory", s->pool->place);
    const int status = s->n_posted ? TM_OK : connect_writer(s, why);
    if (status) return status;
    g->follows = s->n_posted > 0;
    pg_put64(before, g->follows ? s->number : s->made);
    pg_put64(number, s->number + 1);
    memcpy(values + 2, g->values, sizeof g->values);
    if (!pg_post(&s->writer, STATEMENT, values, PG_ARRAYS + 2)) return lose(s, false, why);
    g->number = ++s->number;
    g->posted = true;
    g->until = pg_ticks() + COMMIT_MS;
    s->n_posted++;
    return TM_OK;
}

void pg_send(tm_store *store, tm_change *changes, int n_changes)
{
    postgres_store *s = (postgres_store *)store;
    tm_why why;
    tm_assert(s->n_groups < PG_GROUPS && n_changes > 0);
    const bool waits = s->n_posted < s->n_groups; /* for one that could not be posted, or will have to be again */
    pg_group *g = &s->groups[s->n_groups++];
    *g = (pg_group){.changes = changes, .n = n_changes};
    g->failed = !pg_pack(changes, n_changes, g->arrays, g->values);
    if (waits) return; /* pg_take posts it when its turn comes */
    tm_why_init(&why, NULL);
    post(s, g, &why); /* if that fails, pg_take tries again, and says why */
}

static bool is_error(const PGresult *result)
{
    return !result || PQresultStatus(result) != PGRES_TUPLES_OK;
}

/* Reads the answer to the oldest group that was posted, up to the end of its transaction: 0, TM_WOKEN or TM_EIO. */
static int hear(postgres_store *s, pg_group *g, int wake, tm_why *why)
{
    for (;;) {
        PGconn *conn = s->writer.conn;
        const int rest = PQflush(conn);
        if (rest < 0 || PQstatus(conn) != CONNECTION_OK) return lose(s, false, why);
        if (!PQisBusy(conn)) {
            PGresult *next = PQgetResult(conn); /* NULL comes between the results */
            if (PQresultStatus(next) == PGRES_PIPELINE_SYNC) {
                PQclear(next);
                g->posted = false;
                s->n_posted--;
                return TM_OK;
            }
            const bool keeps = next && (!g->result || (!is_error(g->result) && is_error(next)));
            PQclear(keeps ? g->result : next);
            if (keeps) g->result = next;
            continue;
        }
        const int heard = pg_wait(conn, (short)(POLLIN | (rest ? POLLOUT : 0)), wake, g->until);
        if (heard == PG_WOKEN) return TM_WOKEN;
        if (heard == PG_LATE || !PQconsumeInput(conn)) return lose(s, heard == PG_LATE, why);
    }
}

/* A deadlock with another node, or the like: the database undid everything, and it may be tried again. */
static bool may_be_repeated(const PGresult *result)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    return state && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0);
}

static void forget_answer(pg_group *g)
{
    PQclear(g->result);
    g->result = NULL;
}

/* The oldest one will be sent again. What was sent behind it has been skipped: we hear that, and it comes after it. */
static int call_back(postgres_store *s, tm_why *why)
{
    int status = TM_OK;
    forget_answer(&s->groups[0]);
    for (int i = 1; status == TM_OK && i < s->n_groups; i++) {
        if (s->groups[i].posted) status = hear(s, &s->groups[i], -1, why);
        forget_answer(&s->groups[i]);
    }
    return status;
}

/* What the answer means. True if the group has to be sent again. */
static bool judge(postgres_store *s, pg_group *g, int *out_status, tm_why *why)
{
    const bool doubt = s->writer.doubt;
    s->writer.doubt = false;
    const bool failed = is_error(g->result);
    const bool skipped = !failed && PQntuples(g->result) == 0 && g->follows; /* the one before it failed */
    if (skipped || (failed && may_be_repeated(g->result) && g->tries++ < TRIES)) {
        *out_status = call_back(s, why);
        return *out_status == TM_OK;
    }
    if (failed) {
        *out_status = g->result ? pg_why(&s->writer, g->result, NULL, why) : TM_EIO;
        return false;
    }
    if (doubt || PQntuples(g->result) != g->n) {
        /* Whoever answers so is not to be trusted with the next one. */
        lose(s, false, why);
        tm_why_init(why, why->say);
        *out_status = tm_why_not(why, TM_EIO, "%s does not say whether it has stored everything", s->pool->place);
        return false;
    }
    s->made = g->number;
    pg_unpack(g->result, g->changes, g->n);
    return false;
}

static void end(postgres_store *s, int status)
{
    pg_group *g = &s->groups[0];
    for (int i = 0; status && i < g->n; i++) g->changes[i].status = status;
    forget_answer(g);
    for (int i = 0; i < PG_ARRAYS; i++) free(g->arrays[i].at);
    memmove(s->groups, s->groups + 1, (size_t)--s->n_groups * sizeof *g);
    if (s->n_groups) s->groups[0].until = pg_ticks() + COMMIT_MS; /* it has waited for this one */
}

int pg_take(tm_store *store, int wake, tm_why *why)
{
    postgres_store *s = (postgres_store *)store;
    pg_group *g = &s->groups[0];
    int status = TM_OK;
    tm_assert(s->n_groups > 0);
    if (g->lost) status = tm_why_not(why, TM_EIO, "%s: the connection was lost", s->pool->place);
    for (bool again = true; status == TM_OK && again;) {
        if (!g->posted) status = post(s, g, why);
        if (status == TM_OK) status = hear(s, g, wake, why);
        if (status == TM_WOKEN) return status;
        again = status == TM_OK && judge(s, g, &status, why);
    }
    end(s, status);
    return status;
}

int pg_commit(tm_store *store, tm_change *changes, int n_changes, tm_why *why)
{
    if (n_changes == 0) return TM_OK;
    pg_send(store, changes, n_changes);
    return pg_take(store, -1, why);
}
