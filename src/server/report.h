/* Somebody complains about somebody else at a table. */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include "server/line.h"

enum { REPORT_CHARACTERS = 300 };

/* Stores the report for whoever runs the server, who reads it with `tatami reports`: a fact of the store, under a name that begins
 * with TM_REPORT_PREFIX. Nothing else follows from it. `who` is what this viewer calls the person (viewer_who). Acknowledged when it
 * is stored. */
int report_write(line *by, const char *re, const char *who, const char *text, tm_why *why);

#endif
