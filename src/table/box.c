/* Box files: corrected components of a game. The text is read into temporary memory, checked, and only then
 * returned. To play with a box, the first flaw is enough to refuse it; whoever edits one wants to hear them all. */
#include <tatami/record.h>
#include <tatami/workshop.h>

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "table/lines.h"

enum { ASK_EVERY = 16 }; /* lines */

/* Whether to go on reading a long text; NULL: in any case. */
typedef struct patience {
    bool (*go_on)(const void *context);
    const void *context;
} patience;

/* Asks now and then. */
static int keep_on(const tm_lines *lines, const patience *p, tm_why *why)
{
    if (!p->go_on || lines->line % ASK_EVERY || p->go_on(p->context)) return TM_OK;
    return tm_why_not(why, TM_ETURN, "this box takes too long to read");
}

static int read_tags(tm_lines *lines, const patience *p, tm_box *box, tm_why *why)
{
    tm_span version, id, name, value;
    int status = tm_lines_required(lines, "TatamiBox", &version, why);
    if (status) return status;
    if (!tm_span_is(version, "1"))
        return tm_lines_refuse(lines, why, TM_ESYNTAX, version, tm_tr(why->say, "expected version 1 of the format"));
    if ((status = tm_lines_required(lines, "Game", &id, why))) return status;
    box->game = tm_game_find(id);
    if (!box->game) return tm_lines_refuse(lines, why, TM_EUNKNOWN, id, tm_tr(why->say, "which is not a known game"));
    if ((status = tm_lines_required(lines, "Name", &value, why))) return status;
    tm_text text;
    tm_text_init(&text, box->name, sizeof box->name);
    tm_lines_unescape(value, &text);
    bool plain = !text.cut && text.len > 0;
    for (uint32_t i = 0; i < text.len; i++) plain &= (uint8_t)box->name[i] >= 0x20 && box->name[i] != 0x7f;
    if (!plain)
        return tm_lines_refuse(lines, why, TM_ERANGE, value,
                               tm_tr(why->say, "expected a name of 1 to 63 bytes without control characters"));
    while ((status = tm_lines_tag(lines, &name, &value, why)) == 1) {
        if (tm_span_is(name, "TatamiBox") || tm_span_is(name, "Game") || tm_span_is(name, "Name"))
            return tm_lines_refuse(lines, why, TM_ESYNTAX, name, tm_tr(why->say, "which was already given"));
        if ((status = keep_on(lines, p, why))) return status;
    }
    return status;
}

static int read_line(const tm_lines *lines, tm_span line, const tm_box *box, tm_why *why)
{
    tm_span words[TM_BOX_WORDS];
    const int n = tm_span_words(line, words, TM_BOX_WORDS);
    if (n < 0)
        return tm_lines_refuse(lines, why, n, line, tm_tr(why->say, "expected words with one space between them"));
    if (!box->data)
        return tm_lines_refuse(lines, why, TM_EUNKNOWN, line,
                               tm_tr(why->say, "but this game has no assumed components to correct"));
    tm_why reason; /* the game's reason, which does not know the line number */
    tm_why_init(&reason, why->say);
    const int status = box->game->box_line(box->data, words, n, &reason);
    return status ? tm_lines_refuse(lines, why, status, line, reason.text.at) : TM_OK;
}

/* Who is told of the flaws. Without anybody the first one ends the reading. */
typedef struct listener {
    tm_flaw_told *tell;
    void *context;
    int n;
} listener;

/* Tells a flaw: TM_OK if the reading goes on. */
static int told(listener *all, int status, uint32_t line, const char *reason)
{
    if (!all->tell || all->n == TM_FLAWS_MAX) return status;
    all->n++;
    all->tell(all->context, line, reason);
    return TM_OK;
}

static int judge(const tm_lines *lines, const tm_box *box, listener *all, tm_why *why)
{
    const tm_parts *parts = tm_parts_find(box->game);
    for (int nth = 0; nth < TM_FLAWS_MAX; nth++) {
        tm_why reason;
        tm_why_init(&reason, why->say);
        const int status = parts->flaw(box->data, nth, &reason);
        if (!status) return TM_OK;
        if (told(all, status, 0, reason.text.at))
            return tm_why_not(why, status, "line %u: this box cannot be played: %s", lines->line, reason.text.at);
    }
    return TM_OK;
}

static int read_box(tm_lines *lines, const patience *p, tm_box *box, listener *all, tm_why *why)
{
    int status = read_tags(lines, p, box, why);
    if (status) return status;
    if (box->game->box_size) { /* NOLINT: read_tags found the game; refusing never returns TM_OK */
        box->data = calloc(1, box->game->box_size);
        if (!box->data) return tm_why_not(why, TM_ESPACE, "out of memory");
        box->game->box_init(box->data);
    }
    tm_span line;
    while ((status = tm_lines_next(lines, &line, why)) == 1) {
        if ((status = keep_on(lines, p, why))) return status;
        if (line.len == 0 || line.at[0] == ';') continue;
        tm_why reason;
        tm_why_init(&reason, why->say);
        if ((status = read_line(lines, line, box, all->tell ? &reason : why)) == TM_OK) continue;
        if (told(all, status, lines->line, reason.text.at)) return status;
    }
    if (status || !box->data || all->n) return status;
    return judge(lines, box, all, why);
}

int tm_box_read_while(const char *text, size_t len, bool (*go_on)(const void *context), const void *context,
                      tm_box **out, tm_why *why)
{
    const patience p = {go_on, context};
    if (len > TM_RECORD_MAX)
        return tm_why_not(why, TM_ERANGE, "a box file can have at most %d MiB", TM_RECORD_MAX >> 20);
    tm_box *box = calloc(1, sizeof *box);
    if (!box) return tm_why_not(why, TM_ESPACE, "out of memory");
    tm_lines lines = {{text, (uint32_t)len}, 0};
    listener nobody = {NULL, NULL, 0};
    int status = read_box(&lines, &p, box, &nobody, why);
    if (!status && !(box->text = malloc(len + 1))) status = tm_why_not(why, TM_ESPACE, "out of memory");
    if (status) {
        tm_box_free(box);
        return status;
    }
    memcpy(box->text, text, len); /* NOLINT: without memory the status is TM_ESPACE */
    box->text[len] = 0;
    box->len = (uint32_t)len;
    tm_sha256_hex(text, len, box->sha256);
    *out = box;
    return TM_OK;
}

int tm_box_read(const char *text, size_t len, tm_box **out, tm_why *why)
{
    return tm_box_read_while(text, len, NULL, NULL, out, why);
}

void tm_box_free(tm_box *box)
{
    if (!box) return;
    free(box->data);
    free(box->text);
    free(box);
}

int tm_box_flaws(const char *text, size_t len, const tm_say *say, tm_flaw_told *tell, void *context)
{
    tm_why why;
    tm_why_init(&why, say);
    tm_box *box = calloc(1, sizeof *box);
    listener all = {tell, context, 0};
    const patience endless = {NULL, NULL};
    tm_lines lines = {{text, (uint32_t)len}, 0};
    if (!box)
        tm_why_not(&why, TM_ESPACE, "out of memory");
    else if (len > TM_RECORD_MAX)
        tm_why_not(&why, TM_ERANGE, "a box file can have at most %d MiB", TM_RECORD_MAX >> 20);
    else
        read_box(&lines, &endless, box, &all, &why);
    if (why.text.len) told(&all, TM_ESYNTAX, lines.line, why.text.at); /* ended the reading */
    tm_box_free(box);
    return all.n;
}

int tm_box_write(const tm_game *game, tm_span name, tm_text *out)
{
    const tm_parts *parts = tm_parts_find(game);
    if (!game->box_size || !parts->write) return TM_EUNKNOWN;
    void *box = calloc(1, game->box_size);
    if (!box) return TM_ESPACE;
    game->box_init(box);
    tm_put_fmt(out, "[TatamiBox \"1\"]\n[Game \"%s\"]\n[Name \"", game->id);
    for (uint32_t i = 0; i < name.len; i++) {
        if (name.at[i] == '"' || name.at[i] == '\\') tm_put_char(out, '\\');
        tm_put_char(out, name.at[i]);
    }
    tm_put_str(out, "\"]\n\n");
    parts->write(box, out);
    free(box);
    return TM_OK;
}
