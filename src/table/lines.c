#include "table/lines.h"

#include <string.h>

int tm_lines_refuse(const tm_lines *lines, tm_why *why, int code, tm_span found, const char *reason)
{
    char room[200];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_quoted(&text, found.at, found.len, 60);
    return tm_why_not(why, code, "line %u: found \"%s\", %s", lines->line, room, reason);
}

int tm_lines_next(tm_lines *lines, tm_span *out, tm_why *why)
{
    if (lines->rest.len == 0) return 0;
    const char *end = memchr(lines->rest.at, '\n', lines->rest.len);
    out->at = lines->rest.at;
    out->len = end ? (uint32_t)(end - out->at) : lines->rest.len;
    const uint32_t taken = out->len + (end ? 1 : 0);
    lines->rest.at += taken;
    lines->rest.len -= taken;
    lines->line++;
    for (uint32_t i = 0, n; i < out->len; i += n) {
        n = tm_utf8_length(out->at + i, out->len - i);
        /* Do not show what was found: it may be another seat's secret, and it is not text. */
        if (n == 0 || out->at[i] == 0) return tm_why_not(why, TM_ESYNTAX, "line %u: expected UTF-8 text", lines->line);
    }
    return 1;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_in_name(char c) /* of a tag, after its first letter */
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

/* The end of the quoted value that starts at i, or 0. */
static uint32_t value_end(tm_span line, uint32_t i)
{
    for (; i < line.len && line.at[i] != '"'; i++) {
        if (line.at[i] != '\\') continue;
        i++;
        if (i == line.len || (line.at[i] != '"' && line.at[i] != '\\')) return 0;
    }
    return i < line.len ? i : 0;
}

int tm_lines_tag(tm_lines *lines, tm_span *out_name, tm_span *out_value, tm_why *why)
{
    tm_span line;
    const int status = tm_lines_next(lines, &line, why);
    if (status <= 0) return status;
    if (line.len == 0) return 0;
    uint32_t i = 1;
    while (i < line.len && (i > 1 ? is_in_name(line.at[i]) : is_letter(line.at[i]))) i++;
    const uint32_t start = i + 2;
    const bool opened = line.at[0] == '[' && i > 1 && start <= line.len && memcmp(line.at + i, " \"", 2) == 0;
    const uint32_t end = opened ? value_end(line, start) : 0;
    if (!end || end + 2 != line.len || line.at[end + 1] != ']')
        return tm_lines_refuse(
            lines, why, TM_ESYNTAX, line,
            tm_tr(why->say, "expected a tag such as [Name \"value\"], or a blank line after the tags"));
    out_name->at = line.at + 1;
    out_name->len = i - 1;
    out_value->at = line.at + start;
    out_value->len = end - start;
    return 1;
}

int tm_lines_required(tm_lines *lines, const char *name, tm_span *out_value, tm_why *why)
{
    tm_span found = {"", 0};
    const int status = tm_lines_tag(lines, &found, out_value, why);
    if (status < 0) return status;
    if (status == 1 && tm_span_is(found, name)) return TM_OK;
    char room[128];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, tm_tr(why->say, "expected the tag [%s \"…\"]"), name);
    if (lines->line == 0) lines->line = 1;
    return tm_lines_refuse(lines, why, TM_ESYNTAX, found, room);
}

void tm_lines_unescape(tm_span value, tm_text *out)
{
    for (uint32_t i = 0; i < value.len; i++) {
        if (value.at[i] == '\\') i++;
        tm_put_char(out, value.at[i]);
    }
}
