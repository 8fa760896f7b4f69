/* Views that took long to write, and what was written. A game may have to count for milliseconds to say how things stand at the
 * end; with this it does so once for each view, however many people look, and however often they come back. What is
 * written depends on nothing but the table's config and the view, so equal views of one table can share it. */
#ifndef SERVER_KEPT_H
#define SERVER_KEPT_H

#include <stddef.h>
#include <stdint.h>

enum { KEPT_MAX = 12, KEPT_AFTER_US = 500 }; /* views of one table; microseconds that writing took */

typedef struct kept_views kept_views;

/* The text written for this view, or NULL. */
const char *kept_find(const kept_views *k, const void *view, size_t size, uint32_t *out_len);
/* Keeps a copy, in place of the oldest if there are many; *k may be NULL. Out of memory, nothing is kept. */
void kept_add(kept_views **k, const void *view, size_t size, const char *text, uint32_t len);
void kept_free(kept_views *k);

#endif
