#include "wire/base64.h"

#include <string.h>

#include <sodium.h>

enum { PIECE = 48 }; /* a multiple of three, so that only the last piece is padded */

void base64_write(const void *bytes, size_t len, tm_text *out)
{
    char digits[sodium_base64_ENCODED_LEN(PIECE, sodium_base64_VARIANT_ORIGINAL)];
    const unsigned char *from = bytes;
    for (size_t i = 0; i < len; i += PIECE) {
        sodium_bin2base64(digits, sizeof digits, from + i, len - i < PIECE ? len - i : PIECE,
                          sodium_base64_VARIANT_ORIGINAL);
        tm_put_str(out, digits);
    }
}

bool base64_read(const char *text, void *out, size_t size)
{
    size_t len;
    const size_t digits = strlen(text);
    return digits == (size + 2) / 3 * 4 &&
           sodium_base642bin(out, size, text, digits, NULL, &len, NULL, sodium_base64_VARIANT_ORIGINAL) == 0 &&
           len == size;
}
