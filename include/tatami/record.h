/* Records: whole games as text. */
#ifndef TATAMI_RECORD_H
#define TATAMI_RECORD_H

#include <tatami/table.h>

TM_HEADER_BEGIN

enum {
    TM_RECORD_MAX = 8 << 20, /* bytes */
    TM_RECORD_TAGS = 64,     /* tags besides the required ones */
    TM_LINE_MAX = 4096,      /* bytes of one event as text */
};

/* A tag that a program keeps but does not need. Values are as in the file, including escapes. */
typedef struct tm_tag {
    tm_span name, value;
} tm_tag;

/* Reading: open, then next until it returns 0. The text must outlive the reader. */
typedef struct tm_record {
    tm_span rest;
    uint32_t line; /* the last line read, from 1 */
    tm_setup setup;
    tm_span box, result;            /* values of these tags, as in the file; `at` is NULL if missing */
    uint32_t box_line, result_line; /* where they stand */
    int viewer;                     /* errors show only what this viewer knows: TM_EVERYTHING, or a seat */
    int n_tags;
    tm_tag tags[TM_RECORD_TAGS];
} tm_record;

/* Reads the tags. */
int tm_record_open(tm_record *record, const char *text, size_t len, tm_why *why);
/* Gives the setup the box that the record names, or fails with a reason; box may be NULL. */
int tm_record_use_box(tm_record *record, const tm_box *box, tm_why *why);
/* Plays the next event on the table. Returns 1 and its line, 0 at the end, or an error: *why says the line, what was
 * found and what was legal. */
int tm_record_next(tm_record *record, tm_table *table, tm_span *out_line, tm_why *why);
/* A finished game must have the result that the record claims. */
int tm_record_check_result(const tm_record *record, const tm_table *table, tm_why *why);

/* Writing. Returns the whole text, to be freed with free(), or NULL if out of memory. `tags` come after the required
 * ones; those of the setup, and the Result of a finished game, are left out. The viewer is a seat, TM_SPECTATOR or
 * TM_EVERYTHING. */
char *tm_record_write(const tm_table *table, const tm_tag *tags, int n_tags, int viewer, size_t *out_len);

/* `212 96 212 96`, the points by seat. */
void tm_record_write_points(const tm_table *table, tm_text *out);
/* A value with `"` and `\` escaped, control characters left out. */
void tm_record_escape(tm_span value, tm_text *out);

TM_HEADER_END

#endif
