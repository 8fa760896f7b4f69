/* Two names are compared by what a reader sees: compatibility forms, case and accents are ignored (NFKC and case
 * folding), and characters that Unicode calls confusable count as one (UTS 39). So do a few more that look alike on
 * a screen: 1, l, i; 0 and o; 5, $ and s. */
#include "server/names.h"

#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "server/clean.h"

enum { FOLDED_MAX = 4096 }; /* folding can make a name much longer */

typedef struct folded {
    UChar text[FOLDED_MAX];
    int32_t len;
} folded;

/* Opened once, when a name is first looked at; they live as long as the program. */
static const USpoofChecker *checker(void)
{
    static USpoofChecker *opened;
    UErrorCode status = U_ZERO_ERROR;
    if (!opened) opened = uspoof_open(&status);
    tm_assert(opened);
    return opened;
}

static void fold_case(folded *f)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar old[FOLDED_MAX];
    memcpy(old, f->text, (size_t)f->len * sizeof *old);
    f->len = unorm2_normalize(unorm2_getNFKCCasefoldInstance(&status), old, f->len, f->text, FOLDED_MAX, &status);
    if (U_FAILURE(status)) f->len = 0;
}

static void drop_accents(folded *f)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar apart[FOLDED_MAX];
    int32_t n = unorm2_normalize(unorm2_getNFDInstance(&status), f->text, f->len, apart, FOLDED_MAX, &status);
    f->len = 0;
    if (U_FAILURE(status)) return;
    for (int32_t at = 0, len; at < n; at += len) {
        len = U16_IS_LEAD(apart[at]) && at + 1 < n ? 2 : 1;
        const UChar32 c = len == 2 ? U16_GET_SUPPLEMENTARY(apart[at], apart[at + 1]) : apart[at];
        if (U_GET_GC_MASK(c) & U_GC_M_MASK) continue;
        memcpy(f->text + f->len, apart + at, (size_t)len * sizeof *apart);
        f->len += len;
    }
}

static void take_skeleton(folded *f)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar old[FOLDED_MAX];
    memcpy(old, f->text, (size_t)f->len * sizeof *old);
    f->len = uspoof_getSkeleton(checker(), 0, old, f->len, f->text, FOLDED_MAX, &status);
    if (U_FAILURE(status)) f->len = 0;
}

/* 0 if the character is ignored. */
static UChar plain(UChar c)
{
    switch (c) {
    case ' ':
    case '.':
    case '-':
    case '_': return 0;
    case '1':
    case '!':
    case '|':
    case 'i': return 'l';
    case '0': return 'o';
    case '5':
    case '$': return 's';
    case 0x138: return 'k'; /* Unicode maps small Cyrillic and Greek letters to small capitals */
    case 0x299: return 'b';
    case 0x29c: return 'h';
    case 0x1d1b: return 't';
    default: return c;
    }
}

static void fold(const char *name, folded *out)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t n = 0;
    u_strFromUTF8(out->text, FOLDED_MAX, &out->len, name, -1, &status);
    if (U_FAILURE(status)) out->len = 0;
    for (int i = 0; i < 2; i++) { /* a skeleton may have capitals and accents again */
        fold_case(out);
        drop_accents(out);
        if (i == 0) take_skeleton(out);
    }
    for (int32_t i = 0; i < out->len; i++) {
        const UChar c = plain(out->text[i]);
        if (c) out->text[n++] = c;
    }
    out->len = n;
}

bool name_resembles(const char *a, const char *b)
{
    folded x, y;
    fold(a, &x);
    fold(b, &y);
    return x.len == y.len && memcmp(x.text, y.text, (size_t)x.len * sizeof *x.text) == 0;
}

/* `Bot`, `bot 3`, `B0T-12`: the names of the server's own bots. */
static bool resembles_bot(const char *name)
{
    folded f, bot, digits;
    fold(name, &f);
    fold("bot", &bot);
    fold("0123456789", &digits);
    if (f.len < bot.len || memcmp(f.text, bot.text, (size_t)bot.len * sizeof *f.text) != 0) return false;
    for (int32_t i = bot.len; i < f.len; i++)
        if (!u_memchr(digits.text, f.text[i], digits.len)) return false;
    return true;
}

int name_clean(tm_span given, char out[TM_NAME_MAX + 1], tm_why *why)
{
    tm_text text;
    tm_text_init(&text, out, TM_NAME_MAX + 1);
    const int n = clean_text(given, &text);
    if (n < 0) return tm_why_not(why, TM_ESYNTAX, "a name must be valid UTF-8");
    if (n == 0) return tm_why_not(why, TM_ESYNTAX, "a name needs at least one letter");
    if (n > NAME_CHARACTERS || text.cut)
        return tm_why_not(why, TM_ERANGE, "a name can have at most %d characters", NAME_CHARACTERS);
    if (resembles_bot(out)) return tm_why_not(why, TM_EILLEGAL, "that looks like a bot’s name: choose another");
    return TM_OK;
}
