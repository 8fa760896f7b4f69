#include "server/clean.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

enum { MARKS_MOST = 2 }; /* on one character; towers of accents reach over their neighbours */

static bool is_space(UChar32 c)
{
    return u_isUWhiteSpace(c) || c == 0x2800; /* a braille cell without dots */
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
    for (int32_t at = 0, start; at < (int32_t)given.len;) {
        UChar32 c;
        start = at;
        U8_NEXT(given.at, at, (int32_t)given.len, c);
        if (c < 0) return TM_ESYNTAX;
        if (is_space(c)) {
            space = true;
            continue;
        }
        if (!is_seen(c)) continue;
        n_marks = U_GET_GC_MASK(c) & U_GC_M_MASK ? n_marks + 1 : 0;
        if (n_marks > MARKS_MOST) continue;
        if (space && n > 0) {
            tm_put_char(out, ' ');
            n++;
        }
        space = false;
        tm_put_mem(out, given.at + start, (uint32_t)(at - start));
        n++;
    }
    return n;
}
