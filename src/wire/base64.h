/* Bytes inside JSON: Base64 with padding. */
#ifndef WIRE_BASE64_H
#define WIRE_BASE64_H

#include <tatami/text.h>

void base64_write(const void *bytes, size_t len, tm_text *out);
/* Exactly `size` bytes; false, and nothing is promised about *out, for any other text. */
bool base64_read(const char *text, void *out, size_t size);

#endif
