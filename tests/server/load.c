/* Puts a load on a table server and measures what it does: tables full of people who decide at random, as fast as the
 * server lets them or at a given rate. It ends by itself. Results are lines of a name and a number on standard output,
 * what went wrong is on standard error, and the exit status says whether anything did. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "scan.h"

enum { SECOND = 1000000, HTTP_LINES = 16, CONNECTING = 128 };

typedef struct ld_options {
    const char *game, *option, *bot;
    int port, pid, n_tables, n_seats, n_people, n_addresses;
    double seconds, warmup, patience, rate;
    uint64_t seed;
} ld_options;

/* What the HTTP lines are doing: one request a person, or one a table, each with an answer that is kept. */
typedef struct ld_chore {
    ld_play *play;
    bool tables; /* open tables; else make identities */
    uint32_t n_all, n_given, n_done, n_refused, n_again;
    ld_client client;
    ld_line lines[HTTP_LINES];
} ld_chore;

static void request(ld_chore *chore, ld_line *line)
{
    ld_play *play = chore->play;
    char name[64];

    snprintf(name, sizeof name, "{\"name\":\"Load %u\"}", line->index);
    int status = chore->tables ? line_request(&chore->client, line, "POST", "/api/tables",
                                              play->tables[line->index].people->token, tm_span_of(play->open_body))
                               : line_request(&chore->client, line, "POST", "/api/me", NULL, tm_span_of(name));
    if (status) play_error(play, "cannot send a request", tm_span_of("/api"));
}

static void give(ld_chore *chore, ld_line *line)
{
    if (chore->n_given == chore->n_all) return;
    line->index = chore->n_given++;
    request(chore, line);
}

static bool keep(tm_span body, const char *key, char *out, size_t room)
{
    tm_span value;

    if (!scan_get(body, key, &value)) return false;
    value = scan_string(value);
    if (!value.len || value.len >= room) return false;
    memcpy(out, value.at, value.len);
    out[value.len] = '\0';
    return true;
}

static void on_reply(void *context, ld_line *line, int status, tm_span body)
{
    ld_chore *chore = context;
    ld_play *play = chore->play;

    bool kept = status == 201 && (chore->tables ? keep(body, "id", play->tables[line->index].id, ID_MAX)
                                                : keep(body, "token", play->people[line->index].token, TOKEN_MAX));
    if (!kept) {
        play_error(play, chore->tables ? "no table" : "no identity", body);
        chore->n_refused++;
    }
    chore->n_done++;
    give(chore, line);
}

/* A server may close a line between two requests; what was on its way is sent again, so often as there are requests. */
static void on_closed(void *context, ld_line *line, const char *why)
{
    ld_chore *chore = context;

    if (chore->n_done == chore->n_all) return;
    if (chore->n_again++ == chore->n_all || line_open(&chore->client, line)) {
        play_error(chore->play, "no HTTP line stays open", tm_span_of(why));
        chore->n_done = chore->n_refused = chore->n_all;
    } else {
        request(chore, line);
    }
}

static const ld_line_events chore_events = {.reply = on_reply, .closed = on_closed};

/* Does one request for each of n_all, some at a time. */
static bool do_chore(ld_play *play, const ld_options *options, bool tables, uint32_t n_all)
{
    ld_chore chore = {.play = play, .tables = tables, .n_all = n_all};
    int64_t until = client_now() + (int64_t)(options->patience * SECOND);

    if (client_init(&chore.client, (uint16_t)options->port, options->n_addresses, &chore_events, &chore)) return false;
    for (int i = 0; i < HTTP_LINES; i++) {
        if (line_open(&chore.client, &chore.lines[i])) {
            play_error(play, "cannot connect", tm_span_of("HTTP"));
            return false;
        }
        give(&chore, &chore.lines[i]);
    }
    while (chore.n_done < n_all && client_now() < until) client_step(&chore.client, SECOND / 10);
    for (int i = 0; i < HTTP_LINES; i++) line_close(&chore.client, &chore.lines[i]);
    client_free(&chore.client);
    if (chore.n_done < n_all)
        play_error(play, "the requests take too long", tm_span_of(tables ? "tables" : "identities"));
    return chore.n_done == n_all && !chore.n_refused;
}

/* Everybody comes in, so many at a time that the queue of new connections does not overflow; then the games start. */
static bool gather(ld_play *play, const ld_options *options)
{
    uint32_t n_all = (uint32_t)(play->n_tables * play->n_people), n_in = 0, n_seated = 0;
    int64_t until = client_now() + (int64_t)(options->patience * SECOND);

    while (play->n_started < play->n_tables && !play->n_errors && client_now() < until) {
        while (n_in < n_all && n_in < n_seated + CONNECTING) play_connect(play, n_in++);
        client_step(&play->client, SECOND / 100);
        while (n_seated < n_in && play->people[n_seated].seated) n_seated++;
    }
    if (play->n_started < play->n_tables) play_error(play, "not every table has started", tm_span_of("gathering"));
    return play->n_started == play->n_tables;
}

/* Decisions are due at fixed times, whether or not the server keeps up; how many found nobody ready. */
static uint64_t play_at_rate(ld_play *play, double rate, int64_t until)
{
    int64_t start = client_now(), now = start;
    uint64_t n_due = 0, n_missed = 0;

    for (; now < until && !play->n_errors; now = client_now()) {
        int64_t due = start + (int64_t)((double)n_due * 1e6 / rate);
        if (now < due) {
            client_step(&play->client, due - now);
            continue;
        }
        n_due++;
        if (!play_decide_next(play, due)) n_missed++;
        if (n_due % 64 == 0) client_step(&play->client, 0); /* also when it is behind */
    }
    return n_missed;
}

static void run(ld_play *play, const ld_options *options)
{
    int64_t start = client_now();

    play->window_from = start + (int64_t)(options->warmup * SECOND);
    play->window_to = play->window_from + (int64_t)(options->seconds * SECOND);
    if (options->rate <= 0) {
        for (uint32_t i = 0; i < (uint32_t)(play->n_tables * play->n_people); i++) play_decide_next(play, start);
        play->open_loop = false;
    }
    double server = process_cpu_seconds(options->pid), own = process_cpu_seconds(getpid());
    uint64_t n_before = play->n_acked;
    if (options->rate > 0)
        printf("missed %llu\n", (unsigned long long)play_at_rate(play, options->rate, play->window_to));
    else
        while (client_now() < play->window_to && !play->n_errors) client_step(&play->client, SECOND / 100);
    double n = (double)(play->n_acked - n_before) + 1e-9;
    printf("server_cpu_us %.1f\n", (process_cpu_seconds(options->pid) - server) * 1e6 / n);
    printf("load_cpu_us %.1f\n", (process_cpu_seconds(getpid()) - own) * 1e6 / n);
    play->stopping = true;
    int64_t until = client_now() + (int64_t)(options->patience * SECOND);
    while (play_waits(play) && !play->n_errors && client_now() < until) client_step(&play->client, SECOND / 100);
    play_verify(play);
}

static bool load(ld_play *play, const ld_options *options)
{
    uint32_t n_all = (uint32_t)(play->n_tables * play->n_people);
    uint64_t before = process_rss_kib(options->pid);
    int64_t start = client_now();

    if (!do_chore(play, options, false, n_all) || !do_chore(play, options, true, (uint32_t)play->n_tables))
        return false;
    printf("prepared_s %.2f\n", (double)(client_now() - start) / SECOND);
    start = client_now();
    if (!gather(play, options)) return false;
    printf("gathered_s %.2f\n", (double)(client_now() - start) / SECOND);
    run(play, options);
    uint64_t after = process_rss_kib(options->pid);
    if (after) {
        printf("memory_before_kib %llu\nmemory_after_kib %llu\n", (unsigned long long)before,
               (unsigned long long)after);
        printf("memory_per_connection_kib %.1f\n", (double)(int64_t)(after - before) / n_all);
    }
    printf("connections %u\ntables %d\nsent %llu\nacknowledged %llu\nrematches %llu\n", n_all, play->n_tables,
           (unsigned long long)play->n_sent, (unsigned long long)play->n_acked, (unsigned long long)play->n_rematches);
    printf("decisions_per_s %.0f\n", (double)play->n_in_window / options->seconds);
    samples_print(&play->ack, "ack");
    samples_print(&play->delivery, "delivery");
    return true;
}

/* What opens a table: the first seat for the person who opens it, free seats for the other people, bots for the rest. */
static void write_body(const ld_options *options, char *out, uint32_t size)
{
    tm_text text;

    tm_text_init(&text, out, size);
    tm_put_fmt(&text, "{\"game\":\"%s\",\"players\":%d,\"options\":{%s},\"seats\":[\"me\"", options->game,
               options->n_seats, options->option);
    for (int seat = 1; seat < options->n_seats; seat++)
        tm_put_fmt(&text, ",\"%s\"", seat < options->n_people ? "open" : options->bot);
    tm_put_str(&text, "]}");
}

static const struct option flags[] = {
    {"port", required_argument, NULL, 'p'},
    {"pid", required_argument, NULL, 'i'},
    {"tables", required_argument, NULL, 't'},
    {"seats", required_argument, NULL, 'n'},
    {"people", required_argument, NULL, 'l'},
    {"game", required_argument, NULL, 'g'},
    {"option", required_argument, NULL, 'o'},
    {"seconds", required_argument, NULL, 's'},
    {"warmup", required_argument, NULL, 'w'},
    {"rate", required_argument, NULL, 'r'},
    {"seed", required_argument, NULL, 'e'},
    {"addresses", required_argument, NULL, 'a'},
    {"patience", required_argument, NULL, 'c'},
    {"bot", required_argument, NULL, 'b'},
    {NULL, 0, NULL, 0},
};

static const char usage[] =
    "usage: load --port PORT [--tables 2500] [--seats 4] [--people SEATS: the rest are bots] [--bot random]\n"
    "            [--game tatsu] [--option '\"target\":5000'] [--warmup 2] [--seconds 10]\n"
    "            [--rate DECISIONS/S: as fast as possible] [--pid SERVER: for its memory] [--addresses 1] [--seed 1] "
    "[--patience 60]\n";

static bool read_options(int argc, char **argv, ld_options *out)
{
    *out = (ld_options){.game = "tatsu",
                        .option = "\"target\":5000",
                        .bot = "random",
                        .n_tables = 2500,
                        .n_seats = 4,
                        .n_addresses = 1,
                        .seconds = 10,
                        .warmup = 2,
                        .patience = 60,
                        .seed = 1};
    for (int flag; (flag = getopt_long(argc, argv, "", flags, NULL)) != -1;) {
        switch (flag) {
        case 'p': out->port = atoi(optarg); break;
        case 'i': out->pid = atoi(optarg); break;
        case 't': out->n_tables = atoi(optarg); break;
        case 'n': out->n_seats = atoi(optarg); break;
        case 'l': out->n_people = atoi(optarg); break;
        case 'g': out->game = optarg; break;
        case 'o': out->option = optarg; break;
        case 's': out->seconds = atof(optarg); break;
        case 'w': out->warmup = atof(optarg); break;
        case 'r': out->rate = atof(optarg); break;
        case 'e': out->seed = strtoull(optarg, NULL, 10); break;
        case 'a': out->n_addresses = atoi(optarg); break;
        case 'b': out->bot = optarg; break;
        case 'c': out->patience = atof(optarg); break;
        default: return false;
        }
    }
    if (!out->n_people) out->n_people = out->n_seats;
    return optind == argc && out->port > 0 && out->port < 65536 && out->n_tables > 0 && out->n_tables <= 20000 &&
           out->n_seats > 0 && out->n_seats <= TM_MAX_SEATS && out->n_people > 0 && out->n_people <= out->n_seats &&
           out->seconds > 0 && out->warmup >= 0 && out->rate >= 0 && out->n_addresses > 0 && out->n_addresses < 255;
}

int main(int argc, char **argv)
{
    ld_options options;
    char body[512];

    if (!read_options(argc, argv, &options)) {
        fputs(usage, stderr);
        return 2;
    }
    write_body(&options, body, sizeof body);
    size_t n_all = (size_t)options.n_tables * (size_t)options.n_people;
    ld_play play = {.open_body = body, .n_tables = options.n_tables, .n_people = options.n_people, .open_loop = true};
    play.tables = calloc((size_t)options.n_tables, sizeof *play.tables);
    play.people = calloc(n_all, sizeof *play.people);
    play.queue = calloc(n_all, sizeof *play.queue);
    tm_rng_init(&play.rng, options.seed, 0);
    if (!play.tables || !play.people || !play.queue ||
        client_init(&play.client, (uint16_t)options.port, options.n_addresses, &play_events, &play)) {
        fputs("load: no memory\n", stderr);
        return 1;
    }
    for (int i = 0; i < options.n_tables; i++) play.tables[i].people = &play.people[i * options.n_people];
    bool whole = load(&play, &options);
    printf("errors %llu\n", (unsigned long long)play.n_errors);
    for (size_t i = 0; i < n_all; i++) line_close(&play.client, &play.people[i].line);
    client_free(&play.client);
    samples_free(&play.ack);
    samples_free(&play.delivery);
    free(play.tables);
    free(play.people);
    free(play.queue);
    return whole && !play.n_errors ? 0 : 1;
}
