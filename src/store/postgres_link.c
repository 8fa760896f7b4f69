/* One connection to PostgreSQL. Nothing here waits longer than it is told: the connection is never in blocking mode. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/postgres.h"

/* A commit that is acknowledged must be durable, whatever the database's default is. Locks are held only for moments; one
 * that is not given up comes from a program that is not ours. */
static const char SET_UP[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local');"
    " SET lock_timeout = 5000; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 60000;"
    " SET client_min_messages = warning; SET bytea_output = 'hex'";

int64_t pg_ticks(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int pg_wait(PGconn *conn, short events, int wake, int64_t until)
{
    struct pollfd fds[2] = {{.fd = PQsocket(conn), .events = events}, {.fd = wake, .events = POLLIN}};
    for (;;) {
        const int64_t left = until - pg_ticks();
        if (fds[0].fd < 0 || left <= 0) return PG_LATE;
        const int n = poll(fds, 2, (int)left);
        if (n > 0) return fds[0].revents ? PG_READY : PG_WOKEN;
        if (n < 0 && errno != EINTR) return PG_LATE;
    }
}

/* False if the time is over. */
static bool wait_for(PGconn *conn, short events, int64_t until)
{
    return pg_wait(conn, events, -1, until) == PG_READY;
}

/* When a commit waits for a standby and is told to stop waiting, it is acknowledged with a warning. That is not what we
 * call durable. */
static void on_notice(void *context, const PGresult *result)
{
    pg_link *l = context;
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) l->doubt = true;
}

static void first_line(const char *text, char *out, size_t size)
{
    while (*text == ' ' || *text == '\n') text++;
    snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
}

static int cannot_connect(pg_link *l, PGconn *conn, bool late, tm_why *why)
{
    char reason[300] = "";
    if (conn) first_line(PQerrorMessage(conn), reason, sizeof reason);
    if (late || !*reason) return tm_why_not(why, TM_EIO, "%s cannot be reached: no answer", l->place);
    return tm_why_not(why, TM_EIO, "%s cannot be reached: %s", l->place, reason);
}

int pg_connect(pg_link *l, const char *address, const char *place, int ms, tm_why *why)
{
    /* The address comes after what it may change, and before what it may not. */
    static const char *const NAMES[] = {"target_session_attrs",
                                        "fallback_application_name",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "dbname",
                                        "client_encoding",
                                        NULL};
    /* A database that is gone without a word is noticed by the system after some seconds. */
    const char *const values[] = {"read-write", "tatami", "5", "2", "3", "10000", address, "UTF8", NULL};
    const int64_t until = pg_ticks() + ms;
    memset(l, 0, sizeof *l);
    l->place = place;
    PGconn *conn = PQconnectStartParams(NAMES, values, 1);
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    bool late = false;
    while (conn && PQstatus(conn) != CONNECTION_BAD && state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        late = !wait_for(conn, state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
        if (late) break;
        state = PQconnectPoll(conn);
    }
    if (!conn || state != PGRES_POLLING_OK) {
        const int status = cannot_connect(l, conn, late, why);
        PQfinish(conn);
        return status;
    }
    PQsetnonblocking(conn, 1);
    PQsetNoticeReceiver(conn, on_notice, l);
    l->conn = conn;
    const int status = pg_run(l, SET_UP, ms, why);
    if (status) pg_disconnect(l);
    return status;
}

void pg_disconnect(pg_link *l)
{
    PQfinish(l->conn);
    l->conn = NULL;
    l->prepared = 0;
}

bool pg_is_alive(pg_link *l)
{
    if (!l->conn || PQstatus(l->conn) != CONNECTION_OK) return false;
    struct pollfd fd = {.fd = PQsocket(l->conn), .events = POLLIN};
    /* Something unasked is a notice that the database stops, or the end itself; the end may come a moment after the
     * notice. A new connection costs little. */
    return poll(&fd, 1, 0) == 0;
}

static int no_answer(pg_link *l, tm_why *why)
{
    const int status = PQstatus(l->conn) == CONNECTION_OK ? tm_why_not(why, TM_EIO, "%s does not answer", l->place)
                                                          : pg_why(l, NULL, NULL, why);
    pg_disconnect(l);
    return status;
}

/* The result of the last statement sent, or the first error; NULL if there was no answer in time. */
static PGresult *take_result(pg_link *l, int64_t until)
{
    PGresult *last = NULL;
    for (;;) {
        const int rest = PQflush(l->conn);
        if (rest < 0) break;
        if (rest == 0 && !PQisBusy(l->conn)) {
            PGresult *next = PQgetResult(l->conn);
            if (!next) return last;
            const bool failed = last && PQresultStatus(last) == PGRES_FATAL_ERROR;
            PQclear(failed ? next : last);
            if (!failed) last = next;
            if (PQresultStatus(last) == PGRES_COPY_IN || PQresultStatus(last) == PGRES_COPY_OUT) return last;
            continue;
        }
        if (!wait_for(l->conn, (short)(POLLIN | (rest ? POLLOUT : 0)), until) || !PQconsumeInput(l->conn)) break;
    }
    PQclear(last);
    return NULL;
}

static PGresult *finish(pg_link *l, bool sent, int64_t until, int *out_status, tm_why *why)
{
    PGresult *result = sent ? take_result(l, until) : NULL;
    *out_status = TM_OK;
    if (!result) {
        *out_status = no_answer(l, why);
        return NULL;
    }
    const ExecStatusType kind = PQresultStatus(result);
    if (kind == PGRES_TUPLES_OK || kind == PGRES_COMMAND_OK || kind == PGRES_COPY_IN || kind == PGRES_EMPTY_QUERY)
        return result;
    *out_status = pg_why(l, result, NULL, why);
    return result;
}

/* A prepared statement, or the text of one if its number is negative. */
static bool send_values(pg_link *l, int which, const char *sql, const pg_value *values, int n)
{
    const char *bytes[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    char name[16];
    tm_assert(n <= PARAMETERS_MAX);
    for (int i = 0; i < n; i++) {
        bytes[i] = values[i].bytes;
        lengths[i] = values[i].len;
        formats[i] = 1;
    }
    snprintf(name, sizeof name, "s%d", which);
    return which < 0 ? PQsendQueryParams(l->conn, sql, n, NULL, bytes, lengths, formats, 1)
                     : PQsendQueryPrepared(l->conn, name, n, bytes, lengths, formats, 1);
}

int pg_prepare(pg_link *l, int which, const char *sql, int n, int ms, tm_why *why)
{
    char name[16];
    int status;
    tm_assert(which < 32);
    if (l->prepared >> which & 1) return TM_OK;
    snprintf(name, sizeof name, "s%d", which);
    PQclear(finish(l, PQsendPrepare(l->conn, name, sql, n, NULL), pg_ticks() + ms, &status, why));
    if (status == TM_OK) l->prepared |= 1u << which;
    return status;
}

bool pg_post(pg_link *l, int which, const pg_value *values, int n)
{
    return send_values(l, which, NULL, values, n) && PQpipelineSync(l->conn) && PQflush(l->conn) >= 0;
}

PGresult *pg_ask(pg_link *l, int which, const char *sql, const pg_value *values, int n, int ms, int *out_status,
                 tm_why *why)
{
    const int64_t until = pg_ticks() + ms;
    *out_status = which < 0 ? TM_OK : pg_prepare(l, which, sql, n, ms, why);
    if (*out_status) return NULL;
    return finish(l, send_values(l, which, sql, values, n), until, out_status, why);
}

int pg_run(pg_link *l, const char *sql, int ms, tm_why *why)
{
    int status;
    PQclear(finish(l, PQsendQuery(l->conn, sql), pg_ticks() + ms, &status, why));
    return status;
}

int pg_why(const pg_link *l, const PGresult *result, char out_state[6], tm_why *why)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    char reason[300];
    first_line(result ? PQresultErrorMessage(result) : PQerrorMessage(l->conn), reason, sizeof reason);
    if (!state) state = "";
    if (out_state) snprintf(out_state, 6, "%s", state);
    if (strcmp(state, "53100") == 0) return tm_why_not(why, TM_EIO, "%s cannot be written: the disk is full", l->place);
    if (strcmp(state, "25006") == 0) return tm_why_not(why, TM_EIO, "%s cannot be written: it is read-only", l->place);
    if (strcmp(state, "42501") == 0)
        return tm_why_not(why, TM_EIO, "%s: this database user lacks a privilege: %s", l->place, reason);
    if (strcmp(state, "3F000") == 0)
        return tm_why_not(why, TM_EIO, "%s: this user of the database has no schema to create tables in", l->place);
    return tm_why_not(why, TM_EIO, "%s cannot be read or written: %s", l->place, reason);
}

int64_t pg_number(const PGresult *result, int row, int column)
{
    const uint8_t *at = (const uint8_t *)PQgetvalue(result, row, column);
    const int len = PQgetlength(result, row, column);
    if (len < 1 || len > 8) return 0;
    uint64_t number = len > 1 && at[0] & 0x80 ? UINT64_MAX : 0; /* a boolean has one byte */
    for (int i = 0; i < len; i++) number = number << 8 | at[i];
    return (int64_t)number;
}

void pg_copy(const PGresult *result, int row, int column, char *out, size_t size)
{
    const size_t len = (size_t)PQgetlength(result, row, column);
    memset(out, 0, size);
    memcpy(out, PQgetvalue(result, row, column), len < size ? len : size - 1);
}

void pg_put64(uint8_t out[8], int64_t number)
{
    for (int i = 7; i >= 0; i--, number >>= 8) out[i] = (uint8_t)number;
}
