/* Finding a table on a server, or opening one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"
#include "client/clean.h"
#include "wire/setup.h"

enum { SHOWN_MAX = 50, BODY = 1 << 16 };

static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* Prints the game, who sits there, and which seats are free. */
static void print_table(int number, const cJSON *table)
{
    char buffer[512];
    tm_text text;
    const cJSON *seat;
    const char *comma = "";
    const bool runs = strcmp(text_of(table, "phase"), "running") == 0;
    tm_text_init(&text, buffer, sizeof buffer);
    client_clean(text_of(table, "game"), false, &text);
    tm_put_str(&text, ": ");
    cJSON_ArrayForEach(seat, cJSON_GetObjectItemCaseSensitive(table, "seats"))
    {
        const char *name = text_of(seat, "name");
        tm_put_str(&text, comma);
        client_clean(*name ? name : _("free seat"), false, &text);
        comma = ", ";
    }
    printf("%4d) %s%s\n", number, buffer, runs ? _(" (your game)") : "");
}

/* Appends the tables of an answer to the list, without duplicates and invalid ids; returns the new number. */
static int keep_tables(const cJSON *answer, const cJSON **list, int n)
{
    const cJSON *table;
    cJSON_ArrayForEach(table, cJSON_GetObjectItemCaseSensitive(answer, "tables"))
    {
        bool known = !client_is_id(text_of(table, "id"));
        for (int i = 0; i < n && !known; i++) known = strcmp(text_of(list[i], "id"), text_of(table, "id")) == 0;
        if (!known && n < SHOWN_MAX) list[n++] = table;
    }
    return n;
}

static void write_seats(const join *j, int n_seats, tm_json *json)
{
    const int own = j->look_on ? -1 : j->seat < 0 ? 0 : j->seat;
    int bot = 0;
    tm_json_key(json, "seats");
    tm_json_open(json, '[');
    for (int i = 0; i < n_seats; i++) tm_json_str(json, i == own ? "me" : bot < j->n_bots ? j->bots[bot++] : "open");
    tm_json_close(json, ']');
}

static void write_opening(const join *j, const tm_setup *setup, tm_text *text)
{
    tm_json json = {text, false};
    tm_json_open(&json, '{');
    json_setup(&json, setup);
    if (setup->box) {
        tm_json_key(&json, "box");
        tm_json_str(&json, setup->box->text);
    }
    tm_json_key(&json, "listed");
    tm_json_bool(&json, j->listed);
    if (j->clock) {
        tm_json_key(&json, "clock");
        tm_json_int(&json, (int64_t)j->clock);
    }
    write_seats(j, setup->n_seats, &json);
    tm_json_close(&json, '}');
}

int join_open(join *j)
{
    tm_setup setup;
    cJSON *answer;
    tm_text text;
    if (!j->choice.n_seats) j->choice.n_seats = j->choice.game->usual_seats;
    tm_box_free(j->choice.box);
    j->choice.box = NULL;
    if (cli_make_setup(&j->choice, &setup)) return CLI_FAILED;
    if (j->seat >= setup.n_seats)
        return cli_fail(_("there is no seat %d, expected 0 to %d"), j->seat, setup.n_seats - 1);
    const size_t size = BODY + (setup.box ? 2 * (size_t)setup.box->len : 0);
    char *body = malloc(size);
    if (!body) return cli_fail(_("out of memory"));
    tm_text_init(&text, body, (uint32_t)size);
    write_opening(j, &setup, &text);
    const int status = join_ask(j, "POST", "/api/tables", body, 0, &answer);
    free(body);
    if (status) return status;
    const char *id = text_of(answer, "id");
    const bool good = client_is_id(id);
    if (good) strcpy(j->table, id);
    cJSON_Delete(answer);
    j->start = !j->look_on && j->n_bots >= setup.n_seats - 1;
    if (!good) return cli_fail(_("the server did not say which table it opened"));
    char where[320];
    tm_text_init(&text, where, sizeof where);
    client_address_write(&j->address, &text);
    printf(_("The table is at %s/t/%s\n"), where, j->table);
    return CLI_OK;
}

/* Reads a line from the person; false at the end of the input. */
static bool read_line(char *buffer, int size)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (!fgets(buffer, size, stdin)) return false;
    buffer[strcspn(buffer, "\n")] = 0;
    return true;
}

/* The words after `open`: a game, then the levels of bots for the other seats. */
static int open_by_words(join *j, char *words)
{
    char *rest = NULL;
    const char *game = strtok_r(words, " ", &rest);
    if (!game) return cli_fail(_("which game? See: tatami games"));
    if (cli_choose_game(&j->choice, game)) return CLI_FAILED;
    j->n_bots = 0;
    for (const char *level; (level = strtok_r(NULL, " ", &rest));) {
        const tm_bot *bot = cli_find_bot(level);
        if (!bot) return CLI_FAILED;
        if (j->n_bots < TM_MAX_SEATS) j->bots[j->n_bots++] = bot->name;
    }
    return join_open(j);
}

static int choose(join *j, const cJSON **list, int n)
{
    char buffer[512];
    int32_t number;
    puts(_("Type a number to join a table, open GAME LEVEL… to open one (with a bot for each LEVEL), or quit."));
    while (!*j->table && read_line(buffer, sizeof buffer)) {
        const char *open = _("open");
        const size_t len = strlen(open);
        if (strcmp(buffer, "quit") == 0 || strcmp(buffer, _("quit")) == 0) break;
        if (tm_span_int(tm_span_of(buffer), 1, n, &number) == TM_OK)
            strcpy(j->table, text_of(list[number - 1], "id"));
        else if (strncmp(buffer, "open ", 5) == 0)
            open_by_words(j, buffer + 5);
        else if (strncmp(buffer, open, len) == 0 && buffer[len] == ' ')
            open_by_words(j, buffer + len);
        else if (*buffer)
            puts(_("Type a number, open GAME, or quit."));
    }
    return CLI_OK;
}

int join_lobby(join *j)
{
    const cJSON *list[SHOWN_MAX];
    cJSON *waiting, *own;
    if (join_ask(j, "GET", "/api/me/tables?phase=running", NULL, 0, &own)) return CLI_FAILED;
    int status = join_ask(j, "GET", "/api/tables?phase=waiting", NULL, 0, &waiting);
    if (status == CLI_OK) {
        int n = keep_tables(own, list, 0);
        n = keep_tables(waiting, list, n);
        if (!n) puts(_("No tables are waiting for players."));
        for (int i = 0; i < n; i++) print_table(i + 1, list[i]);
        status = choose(j, list, n);
        cJSON_Delete(waiting);
    }
    cJSON_Delete(own);
    return status;
}
