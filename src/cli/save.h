/* Records and other whole texts on disk. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <tatami/record.h>

/* Whether a text that starts like this may be put there: over nothing, an empty file, or another one that starts so. */
bool cli_may_replace(const char *path, const char *start);
/* Whether files can be made in the folder of this one. CLI_OK, or CLI_FAILED after a message. */
int cli_check_folder(const char *path);
/* Writes the whole text, or nothing: a file that was there is replaced when the new one is safe on disk. CLI_OK, or
 * CLI_FAILED after a message. */
int cli_replace_file(const char *path, const char *text, size_t len);

/* The same; TM_OK, or TM_EIO and the reason. */
int cli_put_file(const char *path, const char *text, size_t len, tm_why *why);

/* Writes the whole game, or nothing: a file that was there is replaced only when the new one is safe on disk, and only if
 * it is a record itself. TM_OK, or an error and the reason. */
int cli_write_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags, tm_why *why);
/* The same; CLI_OK, or CLI_FAILED after a message. */
int cli_save_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags);

#endif
