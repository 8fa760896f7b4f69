/* Looking into a JSON text without building anything: what the load program needs, for a walk over the bytes.
 *
 * For texts that a server of ours wrote: a malformed one gives nothing, and is never read beyond its end. */
#ifndef TESTS_SERVER_SCAN_H
#define TESTS_SERVER_SCAN_H

#include <tatami/text.h>

/* The value of a key of this object, unchanged from the text (a string with its quotes); false if there is none. */
bool scan_get(tm_span object, const char *key, tm_span *out);
/* The same without looking for the value's end, which may be far: what follows the value belongs to `out` as well. */
bool scan_open(tm_span object, const char *key, tm_span *out);
/* The next item of an array; *rest starts as the whole array. */
bool scan_item(tm_span *rest, tm_span *out);
/* The inside of a string, escapes as they stand; an empty span for what is no string. */
tm_span scan_string(tm_span value);
/* A whole number, or `otherwise`. */
int64_t scan_int(tm_span value, int64_t otherwise);

#endif
