/* Reading records. Everything is untrusted: it may be refused, but must never crash us. */
#include <tatami/choices.h>
#include <tatami/record.h>

#include <string.h>

#include "table/lines.h"

enum { LEGAL_SHOWN = 24 };

static tm_lines lines_of(const tm_record *r)
{
    const tm_lines lines = {r->rest, r->line};
    return lines;
}

static void keep_place(tm_record *r, const tm_lines *lines)
{
    r->rest = lines->rest;
    r->line = lines->line;
}

static int read_game(tm_lines *lines, tm_setup *setup, tm_why *why)
{
    tm_span version, id, players;
    int32_t n = 0;
    int status = tm_lines_required(lines, "Tatami", &version, why);
    if (status) return status;
    if (!tm_span_is(version, "1"))
        return tm_lines_refuse(lines, why, TM_ESYNTAX, version, tm_tr(why->say, "expected version 1 of the format"));
    if ((status = tm_lines_required(lines, "Game", &id, why))) return status;
    const tm_game *game = tm_game_find(id);
    if (!game) return tm_lines_refuse(lines, why, TM_EUNKNOWN, id, tm_tr(why->say, "which is not a known game"));
    if ((status = tm_lines_required(lines, "Players", &players, why))) return status;
    if (tm_span_int(players, 0, 99, &n))
        return tm_lines_refuse(lines, why, TM_ESYNTAX, players, tm_tr(why->say, "expected the number of players"));
    tm_why reason;
    tm_why_init(&reason, why->say);
    if ((status = tm_setup_init(setup, game, n, &reason)))
        return tm_why_not(why, status, "line %u: %s", lines->line, reason.text.at);
    return TM_OK;
}

static int read_option(const tm_lines *lines, tm_setup *setup, uint32_t *seen, tm_span value, tm_why *why)
{
    tm_why reason;
    tm_why_init(&reason, why->say);
    const int status = tm_setup_option(setup, value, &reason);
    if (status) return tm_why_not(why, status, "line %u: %s", lines->line, reason.text.at);
    for (int i = 0; i < setup->game->n_options; i++) {
        const tm_span name = tm_span_of(setup->game->options[i].name);
        if (value.len <= name.len || memcmp(value.at, name.at, name.len) != 0 || value.at[name.len] != '=') continue;
        if (*seen >> i & 1)
            return tm_lines_refuse(lines, why, TM_ESYNTAX, value, tm_tr(why->say, "but this option was already given"));
        *seen |= 1u << i;
    }
    return TM_OK;
}

/* Known tags may come only once; `Option` has its own rule, and unknown tags may be repeated. */
static bool is_known(const tm_setup *setup, tm_span name)
{
    static const char *const KNOWN[] = {"Tatami", "Game",   "Players",    "Box", "Date",
                                        "Event",  "Result", "Commitment", "Mix", "Secret"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (tm_span_is(name, KNOWN[i])) return true;
    if (name.len != 5 || memcmp(name.at, "Seat", 4) != 0) return false;
    return name.at[4] >= '0' && name.at[4] < '0' + setup->n_seats;
}

static bool was_given(const tm_record *r, tm_span name)
{
    if (tm_span_is(name, "Tatami") || tm_span_is(name, "Game") || tm_span_is(name, "Players")) return true;
    if (tm_span_is(name, "Box")) return r->box.at != NULL;
    if (tm_span_is(name, "Result")) return r->result.at != NULL;
    for (int i = 0; i < r->n_tags; i++)
        if (tm_span_compare(r->tags[i].name, name) == 0) return true;
    return false;
}

static int read_tag(tm_record *r, const tm_lines *lines, tm_span name, tm_span value, uint32_t *options, tm_why *why)
{
    if (tm_span_is(name, "Option")) return read_option(lines, &r->setup, options, value, why);
    if (is_known(&r->setup, name) && was_given(r, name))
        return tm_lines_refuse(lines, why, TM_ESYNTAX, name, tm_tr(why->say, "which was already given"));
    if (tm_span_is(name, "Box")) {
        r->box = value;
        r->box_line = lines->line;
    } else if (tm_span_is(name, "Result")) {
        r->result = value;
        r->result_line = lines->line;
    } else if (r->n_tags == TM_RECORD_TAGS) {
        return tm_lines_refuse(lines, why, TM_ERANGE, name, tm_tr(why->say, "which is one tag too many"));
    } else {
        const tm_tag tag = {name, value};
        r->tags[r->n_tags++] = tag;
    }
    return TM_OK;
}

int tm_record_open(tm_record *r, const char *text, size_t len, tm_why *why)
{
    if (len > TM_RECORD_MAX) return tm_why_not(why, TM_ERANGE, "a record can have at most %d MiB", TM_RECORD_MAX >> 20);
    memset(r, 0, sizeof *r);
    r->viewer = TM_EVERYTHING;
    tm_lines lines = {{text, (uint32_t)len}, 0};
    int status = read_game(&lines, &r->setup, why);
    if (status) return status;
    tm_span name, value;
    uint32_t options = 0;
    while ((status = tm_lines_tag(&lines, &name, &value, why)) == 1)
        if ((status = read_tag(r, &lines, name, value, &options, why))) return status;
    keep_place(r, &lines);
    return status;
}

int tm_record_use_box(tm_record *r, const tm_box *box, tm_why *why)
{
    char given[160] = "", named[160] = "";
    tm_text g, n;
    tm_text_init(&g, given, sizeof given);
    tm_text_init(&n, named, sizeof named);
    if (box) tm_put_fmt(&g, "%s %s", box->name, box->sha256);
    if (r->box.at) tm_lines_unescape(r->box, &n);
    if (!box && !r->box.at) return TM_OK;
    if (!r->box.at)
        return tm_why_not(why, TM_EUNKNOWN, "this record was played with the default box, not with \"%s\"", box->name);
    if (!box || strcmp(given, named) != 0) {
        char buffer[200];
        tm_text q;
        tm_text_init(&q, buffer, sizeof buffer);
        tm_put_quoted(&q, named, n.len, 140);
        return tm_why_not(why, TM_EUNKNOWN,
                          "line %u: this record needs the box \"%s\" (name and SHA-256): give its file", r->box_line,
                          buffer);
    }
    return tm_setup_box(&r->setup, box, why);
}

/* What the record could contain here, as far as the viewer may know. */
static void write_expected(const tm_record *r, tm_table *table, tm_text *out, const tm_say *say)
{
    const uint32_t actors = tm_table_actors(table);
    if (actors == 0) {
        tm_put_str(out, tm_tr(say, "expected nothing more, because the game is over"));
        return;
    }
    if (actors & TM_ACTOR_CHANCE) {
        tm_put_fmt(out, tm_tr(say, "expected an outcome of chance: * %s …"), tm_table_awaits(table));
        return;
    }
    tm_put_str(out, tm_tr(say, "expected"));
    tm_choices choices = {0};
    for (int seat = 0; seat < r->setup.n_seats; seat++) {
        if (!(actors >> seat & 1)) continue;
        tm_put_fmt(out, " %d: ", seat);
        if (r->viewer != TM_EVERYTHING && r->viewer != seat)
            tm_put_char(out, '?');
        else if (tm_choices_list(&choices, table, seat) == TM_OK)
            tm_choices_write(&choices, LEGAL_SHOWN, out);
        tm_put_char(out, ';');
    }
    out->at[--out->len] = 0;
    tm_choices_free(&choices);
}

static int refuse_event(const tm_record *r, const tm_lines *lines, tm_table *table, int code, tm_span line, tm_why *why)
{
    char buffer[640];
    tm_text expected;
    tm_text_init(&expected, buffer, sizeof buffer);
    write_expected(r, table, &expected, why->say);
    const bool own = line.len && line.at[0] == '0' + r->viewer;
    const tm_span hidden = {"?", 1};
    return tm_lines_refuse(lines, why, code, r->viewer == TM_EVERYTHING || own ? line : hidden, buffer);
}

int tm_record_next(tm_record *r, tm_table *table, tm_span *out_line, tm_why *why)
{
    tm_lines lines = lines_of(r);
    int status;
    do status = tm_lines_next(&lines, out_line, why);
    while (status == 1 && (out_line->len == 0 || out_line->at[0] == ';'));
    keep_place(r, &lines);
    if (status <= 0) return status;
    tm_event event;
    status = tm_event_read(table, *out_line, &event);
    if (status == TM_OK) status = tm_table_add(table, &event);
    if (status == TM_OK) return 1;
    if (status == TM_ESPACE) return tm_why_not(why, status, "out of memory");
    return refuse_event(r, &lines, table, status, *out_line, why);
}

int tm_record_check_result(const tm_record *r, const tm_table *table, tm_why *why)
{
    if (!r->result.at || tm_table_actors(table) != 0) return TM_OK;
    char buffer[128];
    tm_text points;
    tm_text_init(&points, buffer, sizeof buffer);
    tm_record_write_points(table, &points);
    if (tm_span_is(r->result, buffer)) return TM_OK;
    char found[128];
    tm_text quoted;
    tm_text_init(&quoted, found, sizeof found);
    tm_put_quoted(&quoted, r->result.at, r->result.len, 60);
    return tm_why_not(why, TM_EILLEGAL, "line %u: the result is \"%s\", but the game ended with \"%s\"", r->result_line,
                      found, buffer);
}
