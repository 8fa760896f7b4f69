/* The results of an arena for people. */
#ifndef CLI_ARENA_REPORT_H
#define CLI_ARENA_REPORT_H

#include "cli/arena_play.h"

/* The sequential test that was asked for: the first bot against the second. */
typedef struct arena_question {
    bool asked;
    double low, high;
    arena_verdict verdict;
} arena_question;

/* Prints the results of at least one deal. The thinking times come last: everything before them depends only on the
 * seed. */
void arena_report(const arena_match *match, const arena_tally *tally, const arena_question *question,
                  const arena_time *times);

/* An SVG chart of strength against thinking time; there must be some times. Returns the whole text, to be freed with
 * free(), or NULL if out of memory. */
char *arena_chart(const arena_match *match, const arena_tally *tally, const arena_time *times, size_t *out_len);
extern const char ARENA_CHART_START[];

double arena_milliseconds(const arena_time *time); /* a decision */

#endif
