/* Records and other whole texts on disk. */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <tatami/record.h>

/* Whether a text with this beginning may be written there: as a new file, over an empty one, or over one with the
 * same beginning. */
bool cli_may_replace(const char *path, const char *start);
/* Whether files can be created in the folder of this one. CLI_OK, or CLI_FAILED after a message. */
int cli_check_folder(const char *path);
/* Writes the whole text, or nothing: an existing file is replaced once the new one is safely on disk. CLI_OK, or
 * CLI_FAILED after a message. */
int cli_replace_file(const char *path, const char *text, size_t len);

/* The same; TM_OK, or TM_EIO and the reason. */
int cli_put_file(const char *path, const char *text, size_t len, tm_why *why);

/* Writes the whole game, or nothing: an existing file is replaced only once the new one is safely on disk, and only
 * if it is a record. TM_OK, or an error and the reason. */
int cli_write_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags, tm_why *why);
/* The same; CLI_OK, or CLI_FAILED after a message. */
int cli_save_record(const char *path, const tm_table *table, const tm_tag *tags, int n_tags);

#endif
