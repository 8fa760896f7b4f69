/* tatami serve: the table server. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/server.h"

enum {
    PORT,
    BIND,
    DB,
    STORE,
    NODE,
    TLS_CERT,
    TLS_KEY,
    BEHIND_PROXY,
    GRACE,
    ARCHIVE_AFTER,
    BOT_PAUSE,
    HEADER_SECONDS,
    MAX_CONNECTIONS,
    MAX_PER_ADDRESS,
    MAX_MEMORY,
    SEND_THREADS,
    CONNECTION_RATE,
    REQUEST_RATE,
    MESSAGE_RATE,
    CHAT_RATE,
    TABLE_RATE,
    IDENTITY_RATE,
    CLAIM_RATE,
    HINT_RATE,
    BYTE_RATE,
    PUSH_RATE,
    PUSH_CONTACT,
    PUSH_ANYWHERE,
    N_FLAGS,
};

static const cli_flag FLAGS[] = {
    [PORT] = {"port", 'p', N_("PORT"), N_("the port to listen on (8080); 0 takes any free one")},
    [BIND] = {"bind", 0, N_("ADDRESS"),
              N_("the address to listen on (127.0.0.1, this machine only); * is open to everybody")},
    [DB] = {"db", 0, N_("FILE"), N_("the database, if it is not in the usual place")},
    [STORE] = {"store", 0, N_("FILE|ADDRESS"),
               N_("the same, or a PostgreSQL database that several servers share: postgresql://HOST/DATABASE")},
    [NODE] = {"node", 0, N_("NODE"), N_("the name of this server among those that share a database (the host’s name)")},
    [TLS_CERT] = {"tls-cert", 0, N_("FILE"), N_("use HTTPS with this certificate (PEM)")},
    [TLS_KEY] = {"tls-key", 0, N_("FILE"), N_("the certificate’s key")},
    [BEHIND_PROXY] = {"behind-proxy", 0, NULL, N_("a proxy is in front of the server: trust the address it forwards")},
    [GRACE] = {"grace", 0, N_("SECONDS"),
               N_("how long a player may keep the table waiting before a bot can stand in (60)")},
    [ARCHIVE_AFTER] = {"archive-after", 0, N_("DAYS"), N_("archive a table after this many days without a visit (30)")},
    [BOT_PAUSE] = {"bot-pause", 0, N_("MS"), N_("a bot takes at least this long, so that people can follow (500)")},
    [HEADER_SECONDS] = {"header-seconds", 0, N_("SECONDS"), N_("time limit for the headers of a request (10)")},
    [MAX_CONNECTIONS] = {"max-connections", 0, N_("N"), N_("connections in total (10000)")},
    [MAX_PER_ADDRESS] = {"max-per-address", 0, N_("N"), N_("connections from one address (200)")},
    [MAX_MEMORY] = {"max-memory", 0, N_("MB"), N_("memory held for clients that do not read what they are sent (256)")},
    [SEND_THREADS] =
        {"send-threads", 0, N_("N"),
         N_("threads that help when many people are told something at once (0 to 3, by the number of cores)")},
    [CONNECTION_RATE] = {"connection-rate", 0, N_("R:S"),
                         N_("new connections from one address: R per second, in bursts of up to S (50:200)")},
    [REQUEST_RATE] = {"request-rate", 0, N_("R:S"), N_("requests from one address (20:100)")},
    [MESSAGE_RATE] = {"message-rate", 0, N_("R:S"), N_("messages from one person (20:60)")},
    [CHAT_RATE] = {"chat-rate", 0, N_("R:S"), N_("chat messages from one person (0.5:5)")},
    [TABLE_RATE] = {"table-rate", 0, N_("R:S"), N_("tables opened by one person (0.1:20)")},
    [IDENTITY_RATE] = {"identity-rate", 0, N_("R:S"), N_("new identities from one address (0.1:50)")},
    [CLAIM_RATE] = {"claim-rate", 0, N_("R:S"), N_("codes tried from one address (0.2:10)")},
    [HINT_RATE] = {"hint-rate", 0, N_("R:S"), N_("hints for one person (1:10)")},
    [BYTE_RATE] = {"byte-rate", 0, N_("R:S"), N_("bytes that tables send to one person (2097152:67108864)")},
    [PUSH_RATE] = {"push-rate", 0, N_("R:S"), N_("notifications to one device (0.1:20)")},
    [PUSH_CONTACT] = {"push-contact", 0, N_("ADDRESS"),
                      N_("where push services can reach you: mailto:… or https://… (Apple’s want one that exists)")},
    [PUSH_ANYWHERE] = {"push-anywhere", 0, NULL,
                       N_("for tests: push services may have private addresses and any port")},
    {0},
};

/* `0.5:5`, or `20` for both. */
static bool read_rate(const char *name, const char *text, limit *out)
{
    char *end;
    const double rate = strtod(text, &end);
    double saved = rate < 1 ? 1 : rate;
    if (end != text && *end == ':') {
        const char *from = end + 1;
        saved = strtod(from, &end);
        if (end == from) end = "?";
    }
    if (end == text || *end || !(rate > 0 && rate <= 1e9) || !(saved >= 1 && saved <= 1e9)) {
        cli_misuse(&cmd_serve, _("--%s is \"%s\", expected a rate per second and the size of a burst, such as 0.5:5"),
                   name, text);
        return false;
    }
    out->rate = rate;
    out->saved = saved;
    return true;
}

static bool read_number(int flag, const char *text, uint64_t min, uint64_t max, int64_t times, int64_t *out)
{
    char name[64];
    uint64_t number;
    snprintf(name, sizeof name, "--%s", FLAGS[flag].name);
    if (!cli_number(&cmd_serve, name, text, min, max, &number)) return false;
    *out = (int64_t)number * times;
    return true;
}

/* It is copied into a signed line of JSON. */
static bool read_contact(const char *text)
{
    bool good = strncmp(text, "mailto:", 7) == 0 || strncmp(text, "https://", 8) == 0;
    for (const char *c = text; *c; c++) good &= *c > ' ' && *c <= '~' && *c != '"' && *c != '\\';
    if (!good || strlen(text) > 200) {
        cli_misuse(&cmd_serve, _("--push-contact is \"%s\", expected mailto:… or https://…"), text);
        return false;
    }
    return true;
}

static bool take(server_settings *s, int flag, const char *value)
{
    static const int LIMITS[N_FLAGS] = {
        [CONNECTION_RATE] = LIMIT_CONNECTIONS,
        [REQUEST_RATE] = LIMIT_REQUESTS,
        [MESSAGE_RATE] = LIMIT_MESSAGES,
        [CHAT_RATE] = LIMIT_CHAT,
        [TABLE_RATE] = LIMIT_TABLES,
        [IDENTITY_RATE] = LIMIT_IDENTITIES,
        [CLAIM_RATE] = LIMIT_CLAIMS,
        [HINT_RATE] = LIMIT_HINTS,
        [BYTE_RATE] = LIMIT_BYTES,
        [PUSH_RATE] = LIMIT_PUSHES,
    };
    int64_t number = 0;
    bool good = true;
    switch (flag) {
    case PORT: good = read_number(flag, value, 0, 65535, 1, &number), s->port = (int)number; break;
    case BIND: s->bind = value; break;
    case DB:
    case STORE: s->store = value; break;
    case NODE:
        good = *value && strlen(value) <= TM_ID_MAX;
        if (!good) cli_misuse(&cmd_serve, _("--node is \"%s\", expected a name of at most %d bytes"), value, TM_ID_MAX);
        s->node = value;
        break;
    case TLS_CERT: s->tls_cert = value; break;
    case TLS_KEY: s->tls_key = value; break;
    case BEHIND_PROXY: s->behind_proxy = true; break;
    case PUSH_CONTACT: good = read_contact(value), s->push_contact = value; break;
    case PUSH_ANYWHERE: s->push_anywhere = true; break;
    case GRACE: good = read_number(flag, value, 0, 604800, 1000, &s->grace); break;
    case ARCHIVE_AFTER: good = read_number(flag, value, 1, 36500, 24 * 3600 * 1000, &s->archive_after); break;
    case BOT_PAUSE: good = read_number(flag, value, 0, 60000, 1, &s->bot_pause); break;
    case HEADER_SECONDS:
        good = read_number(flag, value, 1, 600, 1, &number), s->header_seconds = (uint32_t)number;
        break;
    case MAX_CONNECTIONS:
        good = read_number(flag, value, 1, 1000000, 1, &number), s->max_connections = (uint32_t)number;
        break;
    case MAX_PER_ADDRESS:
        good = read_number(flag, value, 1, 1000000, 1, &number), s->max_per_address = (uint32_t)number;
        break;
    case SEND_THREADS: good = read_number(flag, value, 0, 8, 1, &s->senders); break;
    case MAX_MEMORY: good = read_number(flag, value, 32, 1 << 20, 1 << 20, &s->max_memory); break;
    default: good = read_rate(FLAGS[flag].name, value, &s->limits[LIMITS[flag]]); break;
    }
    return good;
}

/* Every flag has a variable: --bot-pause is TATAMI_BOT_PAUSE. Flags come first. */
static bool take_environment(server_settings *s)
{
    for (int flag = 0; flag < N_FLAGS; flag++) {
        char name[64];
        int len = snprintf(name, sizeof name, "TATAMI_%s", FLAGS[flag].name);
        for (int i = 0; i < len; i++) name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
        const char *value = getenv(name);
        if (!FLAGS[flag].value && value && strcmp(value, "0") == 0) continue;
        if (value && *value && !take(s, flag, value)) return false;
    }
    return true;
}

static void listening(const server_settings *s, int port)
{
    const char *scheme = s->tls_cert ? "https" : "http";
    const bool everybody = strcmp(s->bind, "*") == 0;
    printf(_("Tatami is running at %s://%s:%d/ (Ctrl-C to stop)\n"), scheme, everybody ? "localhost" : s->bind, port);
    if (strncmp(s->bind, "127.", 4) != 0 && strcmp(s->bind, "::1") != 0 && !s->tls_cert && !s->behind_proxy)
        printf("%s\n",
               _("Anyone who can reach this machine can connect, and the traffic is not encrypted: see --tls-cert."));
    fflush(stdout);
}

/* As much of it as a node's name may have. */
static const char *host_name(char *out, size_t size)
{
    memset(out, 0, size);
    if (gethostname(out, size - 1) || !*out) snprintf(out, size, "node");
    return out;
}

static int run(int argc, char **argv)
{
    server_settings settings;
    cli_args args;
    tm_why why;
    char *db, host[TM_ID_MAX + 1];
    int flag;
    server_settings_init(&settings);
    settings.listening = listening;
    if (!take_environment(&settings)) return CLI_USAGE;
    cli_args_init(&args, &cmd_serve, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == CLI_WORD) return cli_misuse(&cmd_serve, _("serve takes no arguments, only flags"));
        if (!take(&settings, flag, args.value)) return CLI_USAGE;
    }
    if (!settings.tls_cert != !settings.tls_key)
        return cli_misuse(&cmd_serve, _("--tls-cert and --tls-key must be given together"));
    const int found = cli_find_database(settings.store, true, &db);
    if (found) return found;
    settings.store = db;
    if (!settings.node) settings.node = host_name(host, sizeof host);
    tm_why_init(&why, cli_say());
    const int status = server_run(&settings, &why);
    free(db);
    return status ? cli_fail("%s", why.text.at) : CLI_OK;
}

const cli_command cmd_serve = {
    .name = "serve",
    .words = N_("[FLAGS]"),
    .about = N_("run the table server: people play in their browsers"),
    .more =
        N_("Everything is stored in one file: $TATAMI_DB, else $XDG_DATA_HOME/tatami/tatami.db, else\n"
           "~/.local/share/tatami/tatami.db. `tatami backup` copies it while the server runs.\n"
           "Several servers can share a PostgreSQL database (--store). Its password comes from PGPASSFILE or a service "
           "file.\n"
           "Every flag can also be set as a variable: --bot-pause is TATAMI_BOT_PAUSE.\n"
           "Stop the server with SIGTERM or Ctrl-C; nothing is lost. It logs to standard error, one line of JSON "
           "per event;\n"
           "/health and /metrics (for Prometheus) show its state."),
    .flags = FLAGS,
    .run = run,
};
