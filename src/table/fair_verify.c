/* Checks that the outcomes in a record follow from its secret, and agree with what a player kept. The record is
 * untrusted: it may be refused, but must never crash us. */
#include <tatami/fair.h>

#include <string.h>

#include "table/lines.h"
#include "table/table_private.h"

enum { QUOTED = 300 }; /* bytes of an outcome in a message */

typedef struct check {
    const char *text;
    tm_record record;
    tm_fair_proof proof;
    tm_table *table;
    tm_why *why;
} check;

/* The value of a required tag. */
static int find_tag(const check *c, const char *name, tm_span *out)
{
    for (int i = 0; i < c->record.n_tags; i++) {
        if (!tm_span_is(c->record.tags[i].name, name)) continue;
        *out = c->record.tags[i].value;
        return TM_OK;
    }
    return TM_EUNKNOWN;
}

static uint32_t line_of(const check *c, tm_span value)
{
    uint32_t line = 1;
    for (const char *p = c->text; p < value.at; p++) line += *p == '\n';
    return line;
}

static int refuse_tag(const check *c, tm_span value, const char *reason)
{
    const tm_lines lines = {.line = line_of(c, value)};
    return tm_lines_refuse(&lines, c->why, TM_ESYNTAX, value, reason);
}

static int read_tags(check *c)
{
    tm_span commitment, mix, secret;
    const tm_say *say = c->why->say;
    tm_fair *fair = &c->proof.fair;
    if (find_tag(c, "Commitment", &commitment))
        return tm_why_not(c->why, TM_EUNKNOWN, "no [Commitment \"…\"]: this game was not played with fair shuffles");
    if (find_tag(c, "Mix", &mix))
        return tm_why_not(c->why, TM_EUNKNOWN, "no [Mix \"…\"] with the words of the players");
    if (find_tag(c, "Secret", &secret))
        return tm_why_not(c->why, TM_EUNKNOWN, "no [Secret \"…\"]: it is revealed when the game is over");
    fair->n_seats = c->record.setup.n_seats;
    if (tm_fair_read_mix(fair, mix))
        return refuse_tag(
            c, mix,
            tm_tr(say,
                  "expected one word per seat with / between them, each up to 64 letters a-z A-Z, digits, _ or -"));
    if (tm_fair_read_secret(fair, secret))
        return refuse_tag(c, secret, tm_tr(say, "expected 64 hexadecimal digits in lower case"));
    tm_fair_commitment(fair, c->proof.commitment);
    if (tm_span_is(commitment, c->proof.commitment)) return TM_OK;
    char buffer[200];
    tm_text quoted;
    tm_text_init(&quoted, buffer, sizeof buffer);
    tm_put_quoted(&quoted, commitment.at, commitment.len, TM_FAIR_HEX);
    return tm_why_not(c->why, TM_EILLEGAL, "line %u: the commitment is %s, but the secret gives %s",
                      line_of(c, commitment), buffer, c->proof.commitment);
}

static void write_outcome(const check *c, const tm_outcome *outcome, tm_text *out, char *buffer)
{
    tm_text_init(out, buffer, QUOTED);
    c->record.setup.game->write_outcome(tm_table_config(c->table), outcome, out);
    tm_assert(!out->cut);
}

/* Compares the event just read with the outcome that was due. */
static int check_outcome(check *c, const tm_outcome *due)
{
    char found[QUOTED], expected[QUOTED];
    tm_text f, e;
    write_outcome(c, &c->table->events[c->table->n_events - 1].outcome, &f, found);
    write_outcome(c, due, &e, expected);
    if (strcmp(found, expected) == 0) return TM_OK;
    return tm_why_not(c->why, TM_EILLEGAL, "line %u: outcome %u is \"%s\", but the secret and the mix give \"%s\"",
                      c->record.line, tm_table_n_outcomes(c->table) - 1, found, expected);
}

static int check_events(check *c)
{
    tm_span line;
    for (;;) {
        tm_rng rng;
        tm_outcome due;
        tm_fair_rng(&c->proof.fair, tm_table_n_outcomes(c->table), &rng);
        const bool chance = tm_table_chance(c->table, &rng, &due) == TM_OK;
        int status = tm_record_next(&c->record, c->table, &line, c->why);
        if (status <= 0) return status;
        if (chance && (status = check_outcome(c, &due))) return status;
    }
}

static int compare_word(const check *c, int seat, const char *kept)
{
    const tm_fair *fair = &c->proof.fair;
    char buffer[256];
    tm_text text;
    if (seat >= fair->n_seats)
        return tm_why_not(c->why, TM_ERANGE, "there is no seat %d, expected 0 to %d", seat, fair->n_seats - 1);
    if (strcmp(kept, fair->words[seat]) == 0) return TM_OK;
    tm_text_init(&text, buffer, sizeof buffer);
    tm_put_quoted(&text, kept, (uint32_t)strlen(kept), TM_FAIR_WORD);
    return tm_why_not(c->why, TM_EILLEGAL, "the word of seat %d in the record is \"%s\", not \"%s\"", seat,
                      fair->words[seat], buffer);
}

/* Checks that everything the viewer saw occurs in the record, in this order. */
static int compare_seen(const check *c, const tm_fair_kept *kept)
{
    char buffer[TM_LINE_MAX];
    tm_walk *walk;
    tm_event event;
    int n = 0;
    if (kept->viewer >= c->proof.fair.n_seats)
        return tm_why_not(c->why, TM_ERANGE, "there is no seat %d, expected 0 to %d", kept->viewer,
                          c->proof.fair.n_seats - 1);
    if (tm_walk_new(c->table, kept->viewer, &walk)) return tm_why_not(c->why, TM_ESPACE, "out of memory");
    while (n < kept->n_seen && tm_walk_next(walk, &event)) {
        tm_text text;
        tm_text_init(&text, buffer, sizeof buffer);
        tm_walk_write(walk, &event, &text);
        if (strcmp(buffer, kept->seen[n]) == 0) n++;
    }
    tm_walk_free(walk);
    if (n == kept->n_seen) return TM_OK;
    return tm_why_not(c->why, TM_EILLEGAL, "the cards in the record are not the ones you saw");
}

static int compare(const check *c, const tm_fair_kept *kept)
{
    int status = TM_OK;
    if (kept->commitment && strcmp(kept->commitment, c->proof.commitment) != 0) {
        char buffer[256];
        tm_text text;
        tm_text_init(&text, buffer, sizeof buffer);
        tm_put_quoted(&text, kept->commitment, (uint32_t)strlen(kept->commitment), TM_FAIR_HEX);
        return tm_why_not(c->why, TM_EILLEGAL, "the commitment of the record is %s, not \"%s\"", c->proof.commitment,
                          buffer);
    }
    for (int seat = 0; seat < TM_MAX_SEATS && status == TM_OK; seat++)
        if (kept->words[seat]) status = compare_word(c, seat, kept->words[seat]);
    return status == TM_OK && kept->n_seen ? compare_seen(c, kept) : status;
}

int tm_fair_verify(const char *text, size_t len, const tm_box *box, const tm_fair_kept *kept, tm_fair_proof *out,
                   tm_why *why)
{
    check c = {.text = text, .why = why};
    int status = tm_record_open(&c.record, text, len, why);
    if (status == TM_OK) status = read_tags(&c);
    if (status == TM_OK) status = tm_record_use_box(&c.record, box, why);
    if (status == TM_OK) status = tm_table_new(&c.record.setup, &c.table, why);
    if (status == TM_OK) status = check_events(&c);
    if (status == TM_OK) status = tm_record_check_result(&c.record, c.table, why);
    if (status == TM_OK && kept) status = compare(&c, kept);
    if (status == TM_OK) {
        c.proof.n_outcomes = tm_table_n_outcomes(c.table);
        c.proof.over = tm_table_actors(c.table) == 0;
        *out = c.proof;
    }
    tm_table_free(c.table);
    return status;
}
