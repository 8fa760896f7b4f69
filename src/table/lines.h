/* The grammar that records and boxes share: tags, a blank line, lines of words, comments. */
#ifndef TABLE_LINES_H
#define TABLE_LINES_H

#include <tatami/text.h>

typedef struct tm_lines {
    tm_span rest;
    uint32_t line; /* the number of the last line given, from 1; 0 before the first */
} tm_lines;

/* 1 and the next line without its line feed, 0 at the end of the text, TM_ESYNTAX for a line that is not UTF-8. */
int tm_lines_next(tm_lines *lines, tm_span *out, tm_why *why);

/* `[Name "value"]`: both parts unchanged, including escapes. 1; 0 for the blank line or end of text that ends the
 * tags; TM_ESYNTAX. */
int tm_lines_tag(tm_lines *lines, tm_span *out_name, tm_span *out_value, tm_why *why);
/* The next tag, which must be this one. */
int tm_lines_required(tm_lines *lines, const char *name, tm_span *out_value, tm_why *why);

/* A value without its escapes. */
void tm_lines_unescape(tm_span value, tm_text *out);

/* Refuses the last line: `line 7: "…": REASON`; the reason is already translated. */
int tm_lines_refuse(const tm_lines *lines, tm_why *why, int code, tm_span found, const char *reason);

#endif
