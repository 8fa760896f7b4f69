/* The calls that need no game: memory, the language, boxes, networks, what games there are, checking a record. */
#include <stdlib.h>
#include <string.h>

#include <tatami/catalogue.h>
#include <tatami/facts.h>
#include <tatami/fair.h>
#include <tatami/search.h>
#include <tatami/workshop.h>

#include "wasm/wasm.h"

tm_why wasm_reason;
tm_say wasm_say;
static char *out; /* the last text given */
static size_t out_room;
static void *mo; /* the language: the catalogue's bytes, NULL for English */
static tm_catalogue language;
enum { N_NETS = 16 };
static tm_span nets[N_NETS]; /* networks of any game, kept until the end: a table may be using one */
static int n_nets;
static char *box_text; /* the box for new games, NULL: the default */
static uint32_t box_len;

tm_text wasm_out(size_t room)
{
    tm_text text;
    if (room > out_room) {
        free(out);
        out = malloc(room);
        out_room = room;
        tm_assert(out);
    }
    tm_text_init(&text, out, (uint32_t)out_room);
    return text;
}

void wasm_forget_reason(void)
{
    tm_why_init(&wasm_reason, &wasm_say);
}

int wasm_refuse(int status)
{
    if (status == TM_ETURN) return tm_why_not(&wasm_reason, status, "it is not your turn");
    if (status == TM_EOVER) return tm_why_not(&wasm_reason, status, "the game is over");
    return tm_why_not(&wasm_reason, status, "this is not possible here");
}

void *EXPORT(tatami_room)(uint32_t size)
{
    return malloc(size);
}

void EXPORT(tatami_forget)(void *room)
{
    free(room);
}

const char *EXPORT(tatami_reason)(void)
{
    return wasm_reason.text.at ? wasm_reason.text.at : "";
}

/* Sets the language for all texts from now on: a .mo file in memory from tatami_room, which the module takes over;
 * without bytes, English. Walks start again from the beginning. */
int EXPORT(tatami_language)(void *bytes, uint32_t len)
{
    tm_catalogue catalogue;
    wasm_forget_reason();
    if (len && tm_catalogue_open(&catalogue, bytes, len)) {
        free(bytes);
        return wasm_refuse(TM_ESYNTAX);
    }
    if (len) language = catalogue;
    free(mo);
    mo = len ? bytes : NULL;
    tm_catalogue_say(mo ? &language : NULL, &wasm_say);
    return TM_OK;
}

/* Sets the box file for games opened or read from now on; without text, the default. Errors in it are reported when
 * a game uses it. */
int EXPORT(tatami_box)(const char *text, uint32_t len)
{
    char *copy = len ? malloc(len) : NULL;
    wasm_forget_reason();
    if (len && !copy) return wasm_refuse(TM_ESPACE);
    if (len) memcpy(copy, text, len);
    free(box_text);
    box_text = copy;
    box_len = len;
    return TM_OK;
}

int wasm_read_box(tm_box **out_box)
{
    return box_text ? tm_box_read(box_text, box_len, out_box, &wasm_reason) : TM_OK;
}

/* The default box of a game as a file with this name; empty for a game that has nothing to correct. */
const char *EXPORT(tatami_box_default)(const char *id, uint32_t id_len, const char *name, uint32_t len)
{
    const tm_span word = {id, id_len}, title = {name, len};
    const tm_game *game = tm_game_find(word);
    tm_text text = wasm_out(((size_t)1 << 16) + 2 * (size_t)len);
    return game && tm_box_write(game, title, &text) == TM_OK ? text.at : "";
}

static void put_flaw(void *context, uint32_t line, const char *words)
{
    tm_json *json = context;
    tm_json_open(json, '{');
    tm_json_key(json, "line");
    tm_json_int(json, line);
    tm_json_key(json, "words");
    tm_json_str(json, words);
    tm_json_close(json, '}');
}

/* For how many players this box is not enough, and why. */
static void put_seats(const tm_box *box, tm_json *json)
{
    for (int n = box->game->min_seats; n <= box->game->max_seats; n++) {
        tm_setup setup;
        tm_table *table = NULL;
        tm_why why;
        tm_why_init(&why, &wasm_say);
        int status = tm_setup_init(&setup, box->game, n, &why);
        if (status == TM_OK) status = tm_setup_box(&setup, box, &why);
        if (status == TM_OK) status = tm_table_new(&setup, &table, &why);
        tm_table_free(table);
        if (status == TM_OK) continue;
        tm_json_open(json, '{');
        tm_json_key(json, "players");
        tm_json_int(json, n);
        tm_json_key(json, "words");
        tm_json_str(json, why.text.at);
        tm_json_close(json, '}');
    }
}

/* Everything that is wrong with a box file: {"flaws": [{"line", "words"}], "seats": [{"players", "words"}]}. Line 0 is
 * the box as a whole; `seats` are the numbers of players that cannot play with a box that has no flaw, with the usual
 * options. */
const char *EXPORT(tatami_box_flaws)(const char *file, uint32_t len)
{
    tm_text text = wasm_out(1 << 17); /* 64 reasons of at most 768 bytes, escaped */
    tm_json json = {&text, false};
    tm_box *box = NULL;
    tm_json_open(&json, '{');
    tm_json_key(&json, "flaws");
    tm_json_open(&json, '[');
    const int n = tm_box_flaws(file, len, &wasm_say, put_flaw, &json);
    tm_json_close(&json, ']');
    tm_json_key(&json, "seats");
    tm_json_open(&json, '[');
    wasm_forget_reason();
    if (!n && tm_box_read(file, len, &box, &wasm_reason) == TM_OK) put_seats(box, &json);
    tm_box_free(box);
    tm_json_close(&json, ']');
    tm_json_close(&json, '}');
    return text.at;
}

static bool has_net(tm_span file)
{
    for (int i = 0; i < n_nets; i++)
        if (nets[i].len == file.len && memcmp(nets[i].at, file.at, file.len) == 0) return true;
    return false;
}

/* Gives a game a network that reflex and master use at tables that it has learned: a file in memory from tatami_room,
 * which the module takes over. Without one they think like the levels below them. */
int EXPORT(tatami_net)(const char *id, uint32_t id_len, char *bytes, uint32_t len)
{
    const tm_game *game = tm_game_find((tm_span){id, id_len});
    wasm_forget_reason();
    const tm_span file = {bytes, len};
    int status = game ? tm_net_check(game, file, &wasm_reason) : wasm_refuse(TM_EUNKNOWN);
    if (status == TM_OK && !has_net(file)) {
        if (n_nets < N_NETS) {
            nets[n_nets++] = file;
            return TM_OK;
        }
        status = wasm_refuse(TM_ESPACE);
    }
    free(bytes);
    return status;
}

tm_span wasm_net(const tm_setup *setup)
{
    for (int i = 0; i < n_nets; i++)
        if (tm_net_for(setup, nets[i]).len) return nets[i];
    return (tm_span){NULL, 0};
}

/* The games and the bots, weakest first: tm_facts_write. Texts are message ids. */
const char *EXPORT(tatami_facts)(void)
{
    static const tm_say ids;
    tm_text text = wasm_out(1 << 16);
    tm_json json = {&text, false};
    tm_facts_write(&ids, &json);
    return text.at;
}

/* Checks that every outcome of a finished record follows from its secret. Returns, as JSON, its commitment and the
 * seats' words, to be compared with what was kept from before the game, and the number of outcomes; or "" if
 * something does not match, and tatami_reason says what. The box is the text of its file, with length 0 if there is
 * none. */
const char *EXPORT(tatami_verify)(const char *record, uint32_t len, const char *file, uint32_t file_len)
{
    tm_box *box = NULL;
    tm_fair_proof proof;
    wasm_forget_reason();
    int status = file_len ? tm_box_read(file, file_len, &box, &wasm_reason) : TM_OK;
    if (status == TM_OK) status = tm_fair_verify(record, len, box, NULL, &proof, &wasm_reason);
    tm_box_free(box);
    if (status) return "";
    tm_text text = wasm_out(1 << 12);
    tm_json json = {&text, false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "commitment");
    tm_json_str(&json, proof.commitment);
    tm_json_key(&json, "words");
    tm_json_open(&json, '[');
    for (int seat = 0; seat < proof.fair.n_seats; seat++) tm_json_str(&json, proof.fair.words[seat]);
    tm_json_close(&json, ']');
    tm_json_key(&json, "outcomes");
    tm_json_int(&json, proof.n_outcomes);
    tm_json_key(&json, "over");
    tm_json_bool(&json, proof.over);
    tm_json_close(&json, '}');
    return text.at;
}
