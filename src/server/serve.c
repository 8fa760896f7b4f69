/* Starts and stops the server, and connects its parts. */
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "server/api.h"
#include "server/guests.h"
#include "server/hall_tell.h"
#include "server/hall_tick.h"
#include "server/journal.h"
#include "server/listen.h"
#include "server/peers.h"
#include "server/push.h"
#include "server/share.h"
#include "server/talk.h"
#include "server/think.h"
#include "server/upkeep.h"

enum { TICK = 500, LAST_WORDS = 2000 }; /* milliseconds */
enum { LAST_TURNS = 100 };              /* of the loop, for what is still under way */
enum { OTHER_FILES = 64 };              /* file descriptors for the database, the log and the loop */

void server_settings_init(server_settings *settings)
{
    static const server_settings DEFAULTS = {
        .bind = "127.0.0.1",
        .port = 8080,
        .max_connections = 10000,
        .max_per_address = 200,
        .max_memory = 256 << 20,
        .limits = {[LIMIT_CONNECTIONS] = {50, 200},
                   [LIMIT_REQUESTS] = {20, 100},
                   [LIMIT_MESSAGES] = {20, 60},
                   [LIMIT_CHAT] = {0.5, 5},
                   [LIMIT_TABLES] = {0.1, 20},
                   [LIMIT_IDENTITIES] = {0.1, 50},
                   [LIMIT_CLAIMS] = {0.2, 10},
                   [LIMIT_HINTS] = {1, 10},
                   [LIMIT_BYTES] = {2 << 20, 64 << 20},
                   [LIMIT_PUSHES] = {0.1, 20}},
        .header_seconds = 10,
        .grace = 60000,
        .archive_after = 30LL * 24 * 3600 * 1000,
        .bot_pause = 500,
        .idle = 60000,
        .push_contact = "mailto:push@localhost",
    };
    *settings = DEFAULTS;
    /* Two cores have enough to do with the loop, the database and bots. */
    const int64_t more = ((int64_t)uv_available_parallelism() - 2) / 2;
    settings->senders = more < 0 ? 0 : more > 3 ? 3 : more;
}

static void tell_dirty(void *context)
{
    server *s = context;
    hall_tell_dirty(s->hall);
    peers_flush(s);
}

static void on_tick(uv_timer_t *timer)
{
    server *s = timer->data;
    if (s->stopping) return;
    upkeep_tick(s);
    hall_tick(s->hall);
    push_tick(s->push);
    peers_tick(s);
    share_tick(s);
    listen_go_on(s);
}

static void on_last_words(uv_timer_t *timer)
{
    server *s = timer->data;
    if (peers_are_gone(s) || server_ticks() >= s->stop_at) uv_stop(&s->loop);
}

/* Stops accepting new work; stores and acknowledges what was accepted; then tells everybody. */
static void on_signal(uv_signal_t *handle, int number)
{
    server *s = handle->data;
    if (s->stopping) return;
    s->stopping = true;
    journal_number(JOURNAL_INFO, "stopping", "signal", number);
    listen_stop(s);
    reader_stop(&s->reader);
    writer_stop(&s->writer);
    guests_dismiss(s->hall);
    peers_finish(s);
    push_stop(s->push);
    s->stop_at = server_ticks() + LAST_WORDS;
    uv_timer_stop(&s->tick);
    uv_timer_start(&s->tick, on_last_words, 10, 10);
}

/* Sockets are file descriptors, and ten thousand of them exceed the usual limit. */
static void raise_file_limit(server_settings *settings)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files)) return;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) && getrlimit(RLIMIT_NOFILE, &files)) return;
    if (files.rlim_cur == RLIM_INFINITY || files.rlim_cur >= (rlim_t)settings->max_connections + OTHER_FILES) return;
    settings->max_connections = files.rlim_cur > 2 * OTHER_FILES ? (uint32_t)files.rlim_cur - OTHER_FILES : OTHER_FILES;
    journal_number(JOURNAL_WARNING, "fewer connections than asked for: the limit of open files is too low",
                   "connections", settings->max_connections);
}

/* Returns large freed blocks to the system at once. Without this, glibc raises its threshold to the size of whatever
 * is freed. */
static void set_up_allocator(void)
{
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

static void remember_outages(server *s)
{
    char *text = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    if (s->store->ops->read_fact(s->store, OUTAGES_FACT, &text, &why)) text = NULL;
    outages_read(&s->outages, text ? text : "");
    outages_start(&s->outages, server_now(), server_ticks());
    free(text);
}

static int start(server *s, int *port, tm_why *why)
{
    static const peer_handlers HANDLERS = {
        .request = api_handle, .heard = talk_heard, .gone = talk_gone, .left = listen_go_on};
    s->scratch = malloc(SCRATCH);
    s->limits = limits_new(s->settings.limits);
    s->hall = hall_new(s);
    s->memory = memory_new((size_t)s->settings.max_memory);
    if (!s->scratch || !s->limits || !s->hall || !s->memory || desk_init(&s->desk))
        return tm_why_not(why, TM_ESPACE, "out of memory");
    think_join(s->hall);
    hall_on_turn(s->hall, push_turn);
    int status = tm_store_open(s->settings.store, &s->store, why);
    if (status) return status;
    remember_outages(s);
    s->push = push_new(s, why);
    if (!s->push) return TM_EIO;
    status = writer_start(&s->writer, s->store, &s->loop, tell_dirty, s);
    if (status) return tm_why_not(why, status, "out of memory");
    s->reader.store = s->store;
    uint8_t secret[LIMITS_KEY];
    push_derive(s->push, "limits", secret, sizeof secret);
    limits_share(s->limits, secret, server_ticks());
    status = share_start(s, why);
    if (status) return status;
    status = peers_start(s, &HANDLERS, why);
    return status ? status : listen_start(s, port, why);
}

static void watch(server *s)
{
    static const int SIGNALS[2] = {SIGTERM, SIGINT};
    uv_timer_init(&s->loop, &s->tick);
    s->tick.data = s;
    uv_timer_start(&s->tick, on_tick, TICK, TICK);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&s->loop, &s->signals[i]);
        s->signals[i].data = s;
        uv_signal_start(&s->signals[i], on_signal, SIGNALS[i]);
    }
}

static void clean_up(server *s)
{
    reader_stop(&s->reader);
    if (!s->stopping && s->writer.store) writer_stop(&s->writer);
    s->stopping = true;
    listen_stop(s);
    for (int i = 0; i < 2; i++)
        if (s->signals[i].data) uv_close((uv_handle_t *)&s->signals[i], NULL);
    if (s->tick.data) uv_close((uv_handle_t *)&s->tick, NULL);
    peers_free(s);
    share_stop(s);
    if (s->push) push_stop(s->push);
    uv_run(&s->loop, UV_RUN_NOWAIT); /* runs the close callbacks */
    for (int i = 0; s->push && !push_is_idle(s->push) && i < LAST_TURNS; i++) uv_run(&s->loop, UV_RUN_ONCE);
    listen_free(s);
    if (s->metrics.thinking) return; /* a bot may still use its copy; the process ends anyway */
    if (s->push && push_is_idle(s->push)) push_free(s->push);
    hall_free(s->hall);
    limits_free(s->limits);
    memory_free(s->memory);
    desk_free(&s->desk);
    free(s->scratch);
}

int server_run(const server_settings *settings, tm_why *why)
{
    server *s = calloc(1, sizeof *s);
    int port = 0;
    if (!s || sodium_init() < 0 || uv_loop_init(&s->loop)) {
        free(s);
        return tm_why_not(why, TM_ESPACE, "out of memory");
    }
    signal(SIGPIPE, SIG_IGN);
    set_up_allocator();
    s->settings = *settings;
    raise_file_limit(&s->settings);
    s->metrics.started_at = server_ticks();
    const int status = start(s, &port, why);
    if (status == TM_OK) {
        watch(s);
        settings->listening(&s->settings, port);
        journal_number(JOURNAL_INFO, "listening", "port", port);
        uv_run(&s->loop, UV_RUN_DEFAULT);
    }
    clean_up(s);
    if (s->store) s->store->ops->close(s->store);
    share_free(s);
    if (status == TM_OK) journal(JOURNAL_INFO, "stopped", NULL);
    if (uv_loop_close(&s->loop) == 0) free(s);
    return status;
}
