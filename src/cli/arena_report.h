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

double arena_milliseconds(const arena_time *time); /* a decision */

#endif
