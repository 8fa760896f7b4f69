#include "server/clean.h"

#include <unicode/uchar.h>

enum { MARKS_MAX = 2 }; /* per character; a stack of accents would cover its neighbours */

/* Reads one valid character. ICU's macros for this do not compile without conversion warnings. */
static UChar32 decode(const char *at, uint32_t len)
{
    static const uint8_t FIRST[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    UChar32 c = (uint8_t)at[0] & FIRST[len];
    for (uint32_t i = 1; i < len; i++) c = c << 6 | ((uint8_t)at[i] & 0x3f);
    return c;
}

static bool is_space(UChar32 c)
{
    return u_isUWhiteSpace(c) || c == 0x2800; /* a Braille cell without dots */
}

static bool is_seen(UChar32 c)
{
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return false;
    return !(U_GET_GC_MASK(c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CO_MASK | U_GC_CN_MASK));
}

int clean_text(tm_span given, tm_text *out)
{
    int n = 0, n_marks = 0;
    bool space = false;
    for (uint32_t at = 0, len; at < given.len; at += len) {
        len = tm_utf8_length(given.at + at, given.len - at);
        if (len == 0) return TM_ESYNTAX;
        const UChar32 c = decode(given.at + at, len);
        if (is_space(c)) {
            space = true;
            continue;
        }
        if (!is_seen(c)) continue;
        n_marks = U_GET_GC_MASK(c) & U_GC_M_MASK ? n_marks + 1 : 0;
        if (n_marks > MARKS_MAX) continue;
        if (space && n > 0) {
            tm_put_char(out, ' ');
            n++;
        }
        space = false;
        tm_put_mem(out, given.at + at, len);
        n++;
    }
    return n;
}
