#include "server/metrics.h"

#include "server/server.h"
#include "server/share.h"

static void family(tm_text *out, const char *name, const char *kind, const char *help)
{
    tm_put_fmt(out, "# HELP tatami_%s %s\n# TYPE tatami_%s %s\n", name, help, name, kind);
}

static void number(tm_text *out, const char *name, const char *kind, const char *help, uint64_t value)
{
    family(out, name, kind, help);
    tm_put_fmt(out, "tatami_%s ", name);
    tm_put_int(out, (int64_t)value);
    tm_put_char(out, '\n');
}

static void seconds(tm_text *out, const char *name, const char *help, uint64_t nanoseconds)
{
    family(out, name, "counter", help);
    tm_put_fmt(out, "tatami_%s ", name);
    tm_put_int(out, (int64_t)(nanoseconds / 1000000000));
    char digits[10];
    uint64_t rest = nanoseconds % 1000000000;
    for (int i = 8; i >= 0; i--, rest /= 10) digits[i] = (char)('0' + rest % 10);
    digits[9] = 0;
    tm_put_fmt(out, ".%s\n", digits);
}

static void write_store(server *s, const uint32_t *phases, tm_text *out)
{
    writer *w = &s->writer;
    uv_mutex_lock(&w->mutex);
    const uint64_t groups = w->n_groups, changes = w->n_changes, failures = w->n_failures, took = w->n_nanoseconds;
    const bool failing = w->failing;
    uv_mutex_unlock(&w->mutex);
    number(out, "store_commits_total", "counter", "groups of changes written", groups);
    number(out, "store_changes_total", "counter", "changes written", changes);
    number(out, "store_failures_total", "counter", "groups that the store refused", failures);
    number(out, "store_failing", "gauge", "1 if the last group was refused", failing);
    seconds(out, "store_commit_seconds_total", "time spent writing", took);
    if (!phases) return;
    family(out, "tables", "gauge", "tables stored, by phase");
    for (int i = 0; i < 3; i++) tm_put_fmt(out, "tatami_tables{phase=\"%s\"} %u\n", PHASE_WORDS[i], phases[i]);
}

void metrics_write(struct server *s, const uint32_t phases[3], tm_text *out)
{
    static const char *const KINDS[N_LIMITS] = {
        [LIMIT_CONNECTIONS] = "connections",
        [LIMIT_REQUESTS] = "requests",
        [LIMIT_MESSAGES] = "messages",
        [LIMIT_CHAT] = "chat",
        [LIMIT_TABLES] = "tables",
        [LIMIT_IDENTITIES] = "identities",
        [LIMIT_CLAIMS] = "claims",
        [LIMIT_HINTS] = "hints",
        [LIMIT_BYTES] = "bytes",
        [LIMIT_PUSHES] = "pushes",
    };
    const metrics *m = &s->metrics;
    _Static_assert(sizeof m->refused / sizeof *m->refused == N_LIMITS, "one for each limit");
    number(out, "uptime_seconds", "gauge", "since the server started",
           (uint64_t)((server_ticks() - m->started_at) / 1000));
    number(out, "connections", "gauge", "open connections", m->connections);
    number(out, "table_connections", "gauge", "open WebSockets at tables", m->lines);
    number(out, "network_bytes", "gauge", "bytes kept for clients that do not read or have not said all",
           memory_held(s->memory));
    number(out, "tables_loaded", "gauge", "tables in memory", m->loaded);
    number(out, "requests_total", "counter", "HTTP requests", m->requests);
    number(out, "messages_total", "counter", "messages from clients", m->messages);
    number(out, "sent_total", "counter", "messages to clients", m->sent);
    number(out, "decisions_total", "counter", "decisions stored", m->decisions);
    number(out, "outcomes_total", "counter", "outcomes of chance stored", m->outcomes);
    number(out, "chats_total", "counter", "chat messages stored", m->chats);
    number(out, "tables_opened_total", "counter", "tables opened", m->opened);
    number(out, "games_finished_total", "counter", "games that came to their end", m->games);
    if (s->shared) {
        number(out, "tables_taken_total", "counter", "tables that this node took to play them here", m->taken);
        number(out, "tables_lost_total", "counter", "tables that another node took from this one", m->taken_away);
        number(out, "used_elsewhere_total", "counter",
               "what other nodes said that was used of limits, counted here as well", m->used_elsewhere);
        number(out, "store_away", "gauge", "1 if the database cannot be reached", share_is_away(s));
    }
    number(out, "errors_total", "counter", "answers that were an error", m->errors);
    number(out, "closed_total", "counter", "connections closed for breaking a rule", m->closed);
    number(out, "bots_thinking", "gauge", "decisions that bots think about", m->thinking);
    number(out, "bot_decisions_total", "counter", "decisions that bots found", m->thoughts);
    number(out, "pushes_total", "counter", "notifications that a push service took", m->pushes_sent);
    number(out, "pushes_failed_total", "counter", "notifications that were given up", m->pushes_failed);
    number(out, "pushes_gone_total", "counter", "subscriptions that a push service no longer knew", m->pushes_gone);
    family(out, "refused_total", "counter", "refused by a limit");
    for (int i = 0; i < N_LIMITS; i++) {
        tm_put_fmt(out, "tatami_refused_total{limit=\"%s\"} ", KINDS[i]);
        tm_put_int(out, (int64_t)m->refused[i]);
        tm_put_char(out, '\n');
    }
    write_store(s, phases, out);
}
