/* TATATA!: the notation of records. */
#include "tatata_text.h"

enum { WORDS_MAX = 5, STEPS_MAX = 0xfff };

static const char *const AS[] = {"fly", "tatata", "move", "loop"}; /* by verb, FLY first */

static void write_go(tm_action action, tm_text *out)
{
    const bool base = (action & ~0xffffu) == TATATA_GO_BASE;
    tm_put_fmt(out, base ? "go base %u" : "go %u", (unsigned)(action >> 4 & STEPS_MAX));
    if (action & 15) tm_put_fmt(out, " bomb %u", (unsigned)(action & 15) - 1);
}

static void write_card(const char *verb, uint32_t card, tm_text *out)
{
    tm_put_str(out, verb);
    tm_put_char(out, ' ');
    tatata_put_card(out, (int)card);
}

void tatata_write_action(const void *config, tm_action action, tm_text *out)
{
    const uint32_t verb = action & ~0xffu, argument = action & 0xffu;
    (void)config;
    if ((action & ~0xffffu) == TATATA_GO || (action & ~0xffffu) == TATATA_GO_BASE) {
        write_go(action, out);
        return;
    }
    if ((action & ~0xffffu) == TATATA_PUT) {
        tm_put_fmt(out, "put %u %u", (unsigned)(action >> 8 & 0xff), (unsigned)argument);
        return;
    }
    switch (verb) {
    case TATATA_FLY:
    case TATATA_SHOOT:
    case TATATA_MOVE:
    case TATATA_LOOP:
        write_card("play", argument, out);
        tm_put_fmt(out, " as %s", AS[verb >> 8]);
        break;
    case TATATA_ACT: write_card("action", argument, out); break;
    case TATATA_TOSS: write_card("discard", argument, out); break;
    case TATATA_USE: tm_put_fmt(out, "use %s", argument < TATATA_KINDS ? tatata_kind_words[argument] : "?"); break;
    case TATATA_RECOVER: tm_put_str(out, action == TATATA_END ? "end" : "recover"); break;
    case TATATA_DODGE: write_card("dodge", argument, out); break;
    case TATATA_TAKE: tm_put_str(out, "take"); break;
    case TATATA_KEEP: tm_put_str(out, "keep"); break;
    case TATATA_DROP: write_card("drop", argument, out); break;
    case TATATA_WIND:
        tm_put_fmt(out, "wind %u %c%u", (unsigned)(argument >> 3), argument & 4 ? '-' : '+',
                   (unsigned)(argument & 3) + 1);
        break;
    default: tm_put_str(out, "calm");
    }
}

static int read_simple(tm_span word, tm_action *out)
{
    static const struct {
        const char *word;
        tm_action action;
    } SIMPLE[] = {{"end", TATATA_END},
                  {"recover", TATATA_RECOVER},
                  {"take", TATATA_TAKE},
                  {"keep", TATATA_KEEP},
                  {"calm", TATATA_CALM}};
    for (size_t i = 0; i < sizeof SIMPLE / sizeof *SIMPLE; i++) {
        if (!tm_span_is(word, SIMPLE[i].word)) continue;
        *out = SIMPLE[i].action;
        return TM_OK;
    }
    return TM_ESYNTAX;
}

static int read_with_card(tm_span verb, tm_span word, tm_action *out)
{
    static const struct {
        const char *word;
        tm_action verb;
    } VERBS[] = {{"action", TATATA_ACT}, {"discard", TATATA_TOSS}, {"dodge", TATATA_DODGE}, {"drop", TATATA_DROP}};
    const int card = tatata_read_card(word);
    if (card == TATATA_NO_CARD) return TM_ESYNTAX;
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
        if (!tm_span_is(verb, VERBS[i].word)) continue;
        *out = VERBS[i].verb + (tm_action)card;
        return TM_OK;
    }
    return TM_ESYNTAX;
}

static int read_play(const tm_span *words, int n, tm_action *out)
{
    const int card = n == 4 ? tatata_read_card(words[1]) : TATATA_NO_CARD;
    if (card == TATATA_NO_CARD || !tm_span_is(words[2], "as")) return TM_ESYNTAX;
    for (tm_action i = 0; i < sizeof AS / sizeof *AS; i++) {
        if (!tm_span_is(words[3], AS[i])) continue;
        *out = (i << 8) + (tm_action)card;
        return TM_OK;
    }
    return TM_ESYNTAX;
}

static int read_use(tm_span word, tm_action *out)
{
    const int kind = tatata_read_kind(word);
    if (kind < TATATA_SMOKE || kind >= TATATA_BOMB) return TM_ESYNTAX;
    *out = TATATA_USE + (tm_action)kind;
    return TM_OK;
}

/* `go N`, `go base B`, each perhaps with `bomb SEAT`. */
static int read_go(const tm_span *words, int n, tm_action *out)
{
    int32_t number = 0, seat = -1;
    int at = 1;
    const bool base = n > 1 && tm_span_is(words[1], "base");
    at += base;
    if (at >= n || tm_span_int(words[at], 1, STEPS_MAX, &number)) return TM_ESYNTAX;
    at++;
    if (n != at) {
        if (n != at + 2 || !tm_span_is(words[at], "bomb")) return TM_ESYNTAX;
        if (tm_span_int(words[at + 1], 0, TATATA_SEATS - 1, &seat)) return TM_ESYNTAX;
    }
    *out = (base ? TATATA_GO_BASE : TATATA_GO) + 16 * (tm_action)number + (tm_action)(seat + 1);
    return TM_OK;
}

static int read_put(tm_span leg, tm_span after, tm_action *out)
{
    int32_t l = 0, i = 0;
    if (tm_span_int(leg, 0, TATATA_SEATS - 1, &l) || tm_span_int(after, 0, TATATA_CIRCUIT, &i)) return TM_ESYNTAX;
    *out = TATATA_PUT + 256 * (tm_action)l + (tm_action)i;
    return TM_OK;
}

static int read_wind(tm_span plane, tm_span by, tm_action *out)
{
    int32_t seat = 0, cards = 0;
    if (by.len != 2 || (by.at[0] != '+' && by.at[0] != '-')) return TM_ESYNTAX;
    const tm_span digit = {by.at + 1, 1};
    if (tm_span_int(plane, 0, TATATA_SEATS - 1, &seat) || tm_span_int(digit, 1, 3, &cards)) return TM_ESYNTAX;
    *out = TATATA_WIND + 8 * (tm_action)seat + (tm_action)(cards - 1) + (by.at[0] == '-' ? 4 : 0);
    return TM_OK;
}

int tatata_read_action(const void *config, tm_span text, tm_action *out)
{
    tm_span words[WORDS_MAX];
    const int n = tm_span_words(text, words, WORDS_MAX);
    (void)config;
    if (n < 1) return TM_ESYNTAX;
    if (n == 1) return read_simple(words[0], out);
    if (tm_span_is(words[0], "play")) return read_play(words, n, out);
    if (tm_span_is(words[0], "go")) return read_go(words, n, out);
    if (n == 3 && tm_span_is(words[0], "put")) return read_put(words[1], words[2], out);
    if (n == 3 && tm_span_is(words[0], "wind")) return read_wind(words[1], words[2], out);
    if (n != 2) return TM_ESYNTAX;
    return tm_span_is(words[0], "use") ? read_use(words[1], out) : read_with_card(words[0], words[1], out);
}

void tatata_write_outcome(const void *config, const tm_outcome *outcome, tm_text *out)
{
    (void)config;
    if (outcome->kind == TATATA_DRAW)
        write_card("draw", outcome->b[0], out);
    else
        tm_put_fmt(out, "sky %s", outcome->b[0] < TATATA_KINDS ? tatata_kind_words[outcome->b[0]] : "?");
}

int tatata_read_outcome(const void *config, tm_span text, tm_outcome *out)
{
    tm_outcome o = {0, 1, {0}};
    tm_span words[2];
    (void)config;
    if (tm_span_words(text, words, 2) != 2) return TM_ESYNTAX;
    const bool draw = tm_span_is(words[0], "draw");
    if (!draw && !tm_span_is(words[0], "sky")) return TM_ESYNTAX;
    const int what = draw ? tatata_read_card(words[1]) : tatata_read_kind(words[1]);
    if (what == (draw ? (int)TATATA_NO_CARD : (int)TATATA_NO_KIND)) return TM_ESYNTAX;
    o.kind = draw ? TATATA_DRAW : TATATA_SKY;
    o.b[0] = (uint8_t)what;
    *out = o;
    return TM_OK;
}
