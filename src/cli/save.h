/* Records on disk. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <tatami/record.h>

/* Writes the whole game, or nothing: a file that was there is replaced only when the new one is safe on disk, and only if
 * it is a record itself. CLI_OK, or CLI_FAILED after a message. */
int cli_save_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags);

#endif
