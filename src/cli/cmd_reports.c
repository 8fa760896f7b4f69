/* tatami reports: what people complained about, for whoever runs the server. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tatami/store.h>

#include "cli/cli.h"

enum { DB, QUOTED = 5, SAID_MAX = 2048 };

/* The reports, as they are stored: each a JSON object, oldest first. */
typedef struct reports {
    char **texts;
    int n;
    bool full;
} reports;

static int keep(void *context, const tm_row *row)
{
    reports *all = context;
    if (row->kind != TM_ROW_FACT || strncmp(row->table, TM_REPORT_PREFIX, strlen(TM_REPORT_PREFIX)) != 0) return 0;
    char **texts = realloc(all->texts, (size_t)(all->n + 1) * sizeof *texts);
    char *copy = malloc(row->text.len + 1);
    if (texts) all->texts = texts;
    all->full = !texts || !copy;
    if (all->full) {
        free(copy);
        return TM_ESPACE;
    }
    memcpy(copy, row->text.at, row->text.len);
    copy[row->text.len] = 0;
    all->texts[all->n++] = copy;
    return 0;
}

/* The last things that somebody said at a table, in a ring. */
typedef struct said {
    const char *person;
    uint32_t before; /* this entry of the log */
    char words[QUOTED][SAID_MAX];
    uint32_t n;
} said;

/* An entry of chat: `chat PERSON SEAT NAME TEXT`, with tabs between them. */
static int hear(void *context, uint32_t n, const tm_entry *entry)
{
    said *s = context;
    const size_t len = strlen(s->person);
    const char *at = entry->text.at, *end = at + entry->text.len;
    if (n >= s->before || entry->text.len < 6 + len || memcmp(at, "chat\t", 5) != 0) return 0;
    at += 5;
    if (memcmp(at, s->person, len) != 0 || at[len] != '\t') return 0;
    for (int tabs = 0; tabs < 3 && at; tabs++) {
        at = memchr(at, '\t', (size_t)(end - at));
        if (at) at++;
    }
    if (!at) return 0;
    snprintf(s->words[s->n++ % QUOTED], SAID_MAX, "%.*s", (int)(end - at), at);
    return 0;
}

static const char *text_of(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static double number_of(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* The name that somebody has now; null for nobody, or for somebody who has deleted themselves. */
static void put_name(tm_store *store, tm_json *json, const char *key, const char *id)
{
    tm_person who;
    tm_why why;
    tm_why_init(&why, NULL);
    tm_json_key(json, key);
    if (*id && store->ops->read_person(store, id, &who, &why) == TM_OK)
        tm_json_str(json, who.name);
    else
        tm_json_null(json);
}

static void print(tm_store *store, const cJSON *report, said *heard)
{
    static char line[1 << 16];
    char stamp[32];
    struct tm utc;
    tm_why why;
    tm_text text;
    tm_json json = {&text, false};
    const time_t seconds = (time_t)(number_of(report, "at") / 1000);
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    *heard = (said){.person = text_of(report, "about"), .before = (uint32_t)number_of(report, "n")};
    tm_why_init(&why, NULL);
    store->ops->read_log(store, text_of(report, "table"), 0, hear, heard,
                         &why); /* without the table, nothing was said */
    tm_text_init(&text, line, sizeof line);
    tm_json_open(&json, '{');
    tm_json_key(&json, "at");
    tm_json_str(&json, stamp);
    static const char *const KEYS[] = {"table", "by", "about", "text"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        tm_json_key(&json, KEYS[i]);
        tm_json_str(&json, text_of(report, KEYS[i]));
    }
    put_name(store, &json, "by_name", text_of(report, "by"));
    put_name(store, &json, "about_name", text_of(report, "about"));
    tm_json_key(&json, "said");
    tm_json_open(&json, '[');
    for (uint32_t i = heard->n > QUOTED ? heard->n - QUOTED : 0; i < heard->n; i++)
        tm_json_str(&json, heard->words[i % QUOTED]);
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
    puts(line);
}

static int print_all(tm_store *store, tm_why *why)
{
    reports all = {0};
    said *heard = malloc(sizeof *heard);
    int status = heard ? store->ops->read_rows(store, keep, &all, why) : TM_ESPACE;
    if (!heard || all.full) status = tm_why_not(why, TM_ESPACE, "out of memory");
    for (int i = 0; i < all.n; i++) {
        cJSON *report = cJSON_Parse(all.texts[i]);
        if (report && status == TM_OK) print(store, report, heard);
        cJSON_Delete(report);
        free(all.texts[i]);
    }
    if (!all.n && status == TM_OK) fprintf(stderr, "%s\n", _("There are no reports."));
    free(all.texts);
    free(heard);
    return status;
}

static int run(int argc, char **argv)
{
    const char *db = NULL;
    char *path;
    tm_store *store;
    tm_why why;
    cli_args args;
    int flag;
    cli_args_init(&args, &cmd_reports, argc, argv);
    while ((flag = cli_args_next(&args)) != CLI_END) {
        if (flag == CLI_BAD) return CLI_USAGE;
        if (flag == DB) db = args.value;
        if (flag == CLI_WORD) return cli_misuse(&cmd_reports, _("no arguments expected"));
    }
    const int found = cli_find_database(db, false, &path);
    if (found) return found;
    tm_why_init(&why, cli_say());
    int status =
        tm_store_is_address(path) ? tm_store_open(path, &store, &why) : tm_store_look_sqlite(path, &store, &why);
    if (status == TM_OK) {
        status = print_all(store, &why);
        store->ops->close(store);
    }
    free(path);
    return status ? cli_fail("%s", why.text.at) : CLI_OK;
}

static const cli_flag FLAGS[] = {
    [DB] = {"db", 0, N_("FILE"), N_("the database, if it is not in the usual place")},
    {0},
};

const cli_command cmd_reports = {
    .name = "reports",
    .words = N_("[--db FILE]"),
    .about = N_("read what people at a server’s tables have reported"),
    .more = N_(
        "One JSON object per line, oldest first: when, at which table, who reported whom, why, and the last things "
        "that\n"
        "the reported person said there. The server can keep running. Nothing happens by itself: what to do about a\n"
        "report is up to you. When somebody deletes their data, their name and their words are no longer shown here."),
    .flags = FLAGS,
    .run = run,
};
