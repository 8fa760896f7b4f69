#include "client/clean.h"

#include <string.h>

static bool is_plain(uint32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool unseen = code == 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                        (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || code >= 0xe0000;
    return !control && !unseen;
}

void client_clean(const char *text, bool lines, tm_text *out)
{
    tm_span rest = tm_span_of(text ? text : "");
    while (rest.len) {
        const char *at = rest.at;
        const uint32_t code = tm_utf8_take(&rest), len = (uint32_t)(rest.at - at);
        if (out->len + len >= out->size) break; /* no half characters */
        if (code == '\n')
            tm_put_char(out, lines ? '\n' : ' ');
        else if (code == '\t')
            tm_put_char(out, ' ');
        else if (code == '?')
            tm_put_char(out, '?');
        else if (is_plain(code))
            tm_put_mem(out, at, len);
    }
}
