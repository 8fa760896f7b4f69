/* Names are read character by character. What cannot be seen is dropped, what looks alike is folded together before two names are
 * compared. The table of look-alikes has the usual suspects, Greek and Cyrillic; it cannot have all of Unicode. */
#include "server/names.h"

#include <string.h>

static uint32_t decode(const char *at, uint32_t len)
{
    const uint8_t *b = (const uint8_t *)at;
    switch (len) {
    case 1: return b[0];
    case 2: return (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu);
    case 3: return (b[0] & 0x0fu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
    default: return (b[0] & 0x07u) << 18 | (b[1] & 0x3fu) << 12 | (b[2] & 0x3fu) << 6 | (b[3] & 0x3fu);
    }
}

typedef struct range {
    uint32_t from, to;
} range;

static bool is_in(uint32_t c, const range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i].from && c <= ranges[i].to) return true;
    return false;
}

#define IS_IN(c, ranges) is_in(c, ranges, sizeof(ranges) / sizeof *(ranges))

static const range INVISIBLE[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0x3164, 0x3164}, {0xe000, 0xf8ff},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0x1bca0, 0x1bca3}, {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff},
};
static const range SPACES[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
                               {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000}};
static const range MARKS[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                              {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};

bool name_is_visible(const char *at, uint32_t len)
{
    return !IS_IN(decode(at, len), INVISIBLE);
}

/* A letter and those that could be taken for it, in lower case. */
static const struct {
    char plain;
    const char *alike;
} ALIKE[] = {
    {'a', "àáâãäåāăąǎаɑα"},
    {'b', "вьƅ"},
    {'c', "çćĉċčсϲ"},
    {'d', "ďđԁ"},
    {'e', "èéêëēĕėęěеёєε"},
    {'g', "ĝğġģɡ"},
    {'h', "ĥħнһ"},
    {'k', "ķкκ"},
    {'l', "ìíîïĩīĭįıĺļľłіїιӏ1i|!ǐɩ"},
    {'m', "м"},
    {'n', "ñńņňηпո"},
    {'o', "òóôõöøōŏőоοσ0ǒօ"},
    {'p', "рρ"},
    {'r', "ŕŗřгѓ"},
    {'s', "śŝşšѕ5$"},
    {'t', "ţťŧтτ"},
    {'u', "ùúûüũūŭůűųǔυս"},
    {'v', "ν"},
    {'w', "ŵшѡω"},
    {'x', "хχ"},
    {'y', "ýÿŷуүγ"},
    {'z', "źżžᴢ"},
};

static uint32_t lower(uint32_t c)
{
    if (c >= 'A' && c <= 'Z') return c + 32;
    if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    if (c >= 0x400 && c <= 0x40f) return c + 80;
    if (c >= 0xff21 && c <= 0xff3a) return c - 0xff21 + 'a'; /* full width */
    if (c >= 0xff10 && c <= 0xff5e) return c - 0xff10 + '0';
    if (c >= 0x100 && c <= 0x17f && (c < 0x138 || c > 0x148)) return c | 1;
    return c;
}

static uint32_t fold(uint32_t c)
{
    c = lower(c);
    for (size_t i = 0; i < sizeof ALIKE / sizeof *ALIKE; i++) {
        const char *at = ALIKE[i].alike;
        for (uint32_t len; (len = tm_utf8_length(at, (uint32_t)strlen(at))); at += len)
            if (decode(at, len) == c) return (uint8_t)ALIKE[i].plain;
    }
    return c;
}

/* The next character of a name that counts when names are compared; 0 at the end. */
static uint32_t next_folded(const char **at)
{
    for (uint32_t len; **at && (len = tm_utf8_length(*at, (uint32_t)strlen(*at)));) {
        const uint32_t c = decode(*at, len);
        *at += len;
        if (!IS_IN(c, SPACES) && !IS_IN(c, MARKS) && c != '.' && c != '-' && c != '_') return fold(c);
    }
    return 0;
}

bool name_resembles(const char *a, const char *b)
{
    uint32_t c;
    do {
        c = next_folded(&a);
        if (c != next_folded(&b)) return false;
    } while (c);
    return true;
}

/* `Bot`, `bot 3`, `B0T-12`: what the server calls its own. */
static bool resembles_bot(const char *name)
{
    const char *bot = "bot";
    for (uint32_t c; (c = next_folded(&bot));)
        if (next_folded(&name) != c) return false;
    for (uint32_t c; (c = next_folded(&name));)
        if ((c < '0' || c > '9') && c != 'o' && c != 'l' && c != 's') return false; /* 0, 1 and 5, folded */
    return true;
}

int name_clean(tm_span given, char out[TM_NAME_MOST + 1], tm_why *why)
{
    tm_text text;
    uint32_t n = 0, n_marks = 0;
    bool space = false;
    tm_text_init(&text, out, TM_NAME_MOST + 1);
    for (uint32_t at = 0, len; at < given.len; at += len) {
        len = tm_utf8_length(given.at + at, given.len - at);
        if (len == 0) return tm_why_not(why, TM_ESYNTAX, "a name must be valid UTF-8");
        const uint32_t c = decode(given.at + at, len);
        if (IS_IN(c, INVISIBLE)) continue;
        if (IS_IN(c, SPACES)) {
            space = true;
            continue;
        }
        n_marks = IS_IN(c, MARKS) ? n_marks + 1 : 0;
        if (n_marks > 2) continue; /* towers of accents reach over their neighbours */
        if (space && n > 0) {
            tm_put_char(&text, ' ');
            n++;
        }
        space = false;
        tm_put_mem(&text, given.at + at, len);
        n++;
    }
    if (n == 0) return tm_why_not(why, TM_ESYNTAX, "a name needs at least one letter");
    if (n > NAME_CHARACTERS || text.cut)
        return tm_why_not(why, TM_ERANGE, "a name can have at most %d characters", NAME_CHARACTERS);
    if (resembles_bot(out)) return tm_why_not(why, TM_EILLEGAL, "that looks like a bot's name: choose another");
    return TM_OK;
}
