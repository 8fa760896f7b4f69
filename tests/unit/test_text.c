/* The ground floor: text, words, JSON. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/game.h>

/* A buffer with a guard on both sides. */
typedef struct fenced {
    char before[8];
    char room[8];
    char after[8];
    tm_text text;
} fenced;

static void fence(fenced *f)
{
    memset(f, '#', sizeof *f);
    tm_text_init(&f->text, f->room, sizeof f->room);
}

static void expect_fenced(const fenced *f, const char *expected, bool cut)
{
    cr_expect_str_eq(f->room, expected);
    cr_expect_eq(f->text.len, strlen(expected));
    cr_expect_eq(f->text.cut, cut);
    cr_expect_eq(memcmp(f->before, "########", 8), 0);
    cr_expect_eq(memcmp(f->after, "########", 8), 0);
}

Test(text, fills_its_room_exactly_without_being_cut)
{
    fenced f;
    fence(&f);
    expect_fenced(&f, "", false);
    tm_put_str(&f.text, "seven c");
    expect_fenced(&f, "seven c", false);
    tm_put_str(&f.text, "");
    expect_fenced(&f, "seven c", false);
}

Test(text, drops_what_does_not_fit_and_says_so)
{
    fenced f;
    fence(&f);
    tm_put_str(&f.text, "eight ch");
    expect_fenced(&f, "eight c", true);
    tm_put_char(&f.text, 'x');
    tm_put_int(&f.text, INT64_MIN);
    tm_put_hex(&f.text, 5, 16);
    tm_put_fmt(&f.text, "%s %d", "more", 5);
    tm_put_quoted(&f.text, "\x1b", 1, 9);
    tm_put_pad(&f.text, 30);
    tm_put_mem(&f.text, "abc", 3);
    expect_fenced(&f, "eight c", true);
}

Test(text, is_never_cut_within_a_character)
{
    char room[6];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_str(&text, "ab…é");
    cr_expect_str_eq(room, "ab…");
    cr_expect(text.cut);
    tm_text_init(&text, room, sizeof room);
    tm_put_str(&text, "abc…");
    cr_expect_str_eq(room, "abc");
}

Test(text, of_one_byte_holds_nothing)
{
    char room[2] = "#";
    tm_text text;
    tm_text_init(&text, room, 1);
    cr_expect_eq(room[0], 0);
    tm_put_char(&text, 'a');
    cr_expect_str_eq(room, "");
    cr_expect(text.cut);
}

static char big[512];

static tm_text *fresh(void)
{
    static tm_text text;
    tm_text_init(&text, big, sizeof big);
    return &text;
}

Test(text, numbers_to_both_ends)
{
    tm_text *t = fresh();
    tm_put_int(t, 0);
    tm_put_char(t, ' ');
    tm_put_int(t, INT64_MAX);
    tm_put_char(t, ' ');
    tm_put_int(t, INT64_MIN);
    tm_put_char(t, ' ');
    tm_put_hex(t, 0xbeef, 6);
    cr_expect_str_eq(big, "0 9223372036854775807 -9223372036854775808 00beef");
}

Test(text, formats_in_order)
{
    tm_put_fmt(fresh(), "%s|%d|%u|%c|%%|%s", "one", INT_MIN, UINT_MAX, 'x', "");
    cr_expect_str_eq(big, "one|-2147483648|4294967295|x|%|");
}

Test(text, formats_in_a_translators_order)
{
    tm_put_fmt(fresh(), tm_tr(NULL, "%3$s, %1$d %2$s %1$d%%"), 7, "sept", "fin");
    cr_expect_str_eq(big, "fin, 7 sept 7%");
}

Test(text, quotes_plain_text_as_it_stands)
{
    static const char PLAIN[] = "play \"r5\" \\ été 龍 🀄";
    tm_put_quoted(fresh(), PLAIN, sizeof PLAIN - 1, 100);
    cr_expect_str_eq(big, PLAIN);
}

Test(text, quotes_nothing_that_a_terminal_obeys)
{
    static const struct {
        const char *bytes;
        uint32_t len;
        const char *quoted;
    } CASES[] = {
        {"\x1b[2J", 4, "\\x1b[2J"},
        {"a\nb\r\t", 5, "a\\x0ab\\x0d\\x09"},
        {"\0z", 2, "\\x00z"},
        {"\x7f", 1, "\\x7f"},
        {"\xc2\x9b"
         "31m",
         5, "\\xc2\\x9b31m"},        /* C1: a control sequence in UTF-8 */
        {"\xc2\xa0", 2, "\xc2\xa0"}, /* the first that is not */
        {"\xff\xfe", 2, "\\xff\\xfe"},
        {"\xc3", 1, "\\xc3"},          /* cut short */
        {"\xc0\xaf", 2, "\\xc0\\xaf"}, /* too long for what it says */
        {"\xe0\x80\xaf", 3, "\\xe0\\x80\\xaf"},
        {"\xed\xa0\x80", 3, "\\xed\\xa0\\x80"},          /* half a pair */
        {"\xf4\x90\x80\x80", 4, "\\xf4\\x90\\x80\\x80"}, /* beyond the last */
        {"\xe2\x80\xae", 3, "\\xe2\\x80\\xae"},          /* turns writing around */
        {"\xef\xbb\xbf", 3, "\\xef\\xbb\\xbf"},
        {"\xf0\x80\x80\xaf", 4, "\\xf0\\x80\\x80\\xaf"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        tm_put_quoted(fresh(), CASES[i].bytes, CASES[i].len, 100);
        cr_expect_str_eq(big, CASES[i].quoted);
    }
}

Test(text, quotes_no_more_than_it_should)
{
    tm_put_quoted(fresh(), "abcdefgh", 8, 8);
    cr_expect_str_eq(big, "abcdefgh");
    tm_put_quoted(fresh(), "abcdefghi", 9, 8);
    cr_expect_str_eq(big, "abcdefgh…");
    tm_put_quoted(fresh(), "abcé…", 8, 4); /* no character is cut in two */
    cr_expect_str_eq(big, "abcé…");
    tm_put_quoted(fresh(), "", 0, 8);
    cr_expect_str_eq(big, "");
}

Test(text, utf8_lengths)
{
    cr_expect_eq(tm_utf8_length("a", 1), 1);
    cr_expect_eq(tm_utf8_length("é", 2), 2);
    cr_expect_eq(tm_utf8_length("龍", 3), 3);
    cr_expect_eq(tm_utf8_length("🀄", 4), 4);
    cr_expect_eq(tm_utf8_length("\xf4\x8f\xbf\xbf", 4), 4);
    cr_expect_eq(tm_utf8_length("龍", 2), 0);
    cr_expect_eq(tm_utf8_length("\x80", 1), 0);
    cr_expect_eq(tm_utf8_length("", 0), 0);
}

Test(text, pads_by_characters_of_the_line)
{
    tm_text *t = fresh();
    tm_put_str(t, "long first line\né龍");
    tm_put_pad(t, 4);
    tm_put_char(t, '|');
    tm_put_pad(t, 3);
    cr_expect_str_eq(big, "long first line\né龍  |");
}

Test(text, a_reason_is_given_once)
{
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_eq(tm_why_not(&why, TM_ERANGE, "first %d", 1), TM_ERANGE);
    cr_expect_eq(tm_why_not(&why, TM_EIO, "second"), TM_EIO);
    cr_expect_str_eq(why.text.at, "first 1");
}

static const char *shout(const void *context, const char *id)
{
    cr_expect_str_eq(context, "whose");
    return strcmp(id, "yes %s") == 0 ? "OUI %s" : id;
}

static const char *count_in_french(const void *context, const char *one, const char *many, unsigned long count)
{
    cr_expect_str_eq(context, "whose");
    return count < 2 ? one : many;
}

Test(text, speaks_the_readers_language)
{
    const tm_say say = {.tr = shout, .trn = count_in_french, .context = "whose"};
    const tm_say silent = {0};
    cr_expect_str_eq(tm_tr(&say, "yes %s"), "OUI %s");
    cr_expect_str_eq(tm_tr(&silent, "yes %s"), "yes %s");
    cr_expect_str_eq(tm_trn(NULL, "card", "cards", 0), "cards");
    cr_expect_str_eq(tm_trn(NULL, "card", "cards", 1), "card");
    cr_expect_str_eq(tm_trn(&say, "carte", "cartes", 0), "carte");
    tm_why why;
    tm_why_init(&why, &say);
    tm_why_not(&why, TM_EIO, "yes %s", "!");
    cr_expect_str_eq(why.text.at, "OUI !");
}

Test(span, compares_bytewise_with_prefixes_first)
{
    cr_expect_lt(tm_span_compare(tm_span_of("ask"), tm_span_of("ask 1")), 0);
    cr_expect_gt(tm_span_compare(tm_span_of("b"), tm_span_of("ask")), 0);
    cr_expect_gt(tm_span_compare(tm_span_of("é"), tm_span_of("z")), 0);
    cr_expect_eq(tm_span_compare(tm_span_of(""), tm_span_of("")), 0);
    const tm_span none = {NULL, 0};
    cr_expect(tm_span_is(none, ""));
    const tm_span part = {"asking", 3};
    cr_expect(tm_span_is(part, "ask"));
    cr_expect_not(tm_span_is(part, "as"));
    cr_expect_not(tm_span_is(part, "asking"));
}

Test(span, reads_numbers_only_as_they_are_written)
{
    static const char *const BAD[] = {"",   "-",  "+1", "01",  "00",  "-0",  "-01",
                                      " 1", "1 ", "1a", "0x1", "1.0", "--1", "١"};
    static const char *const FAR[] = {"101",
                                      "-101",
                                      "2147483648",
                                      "-2147483649",
                                      "4294967297",
                                      "18446744073709551617",
                                      "99999999999999999999999999999999999999999"};
    int32_t n = 77;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        cr_expect_eq(tm_span_int(tm_span_of(BAD[i]), -100, 100, &n), TM_ESYNTAX, "%s", BAD[i]);
    for (size_t i = 0; i < sizeof FAR / sizeof *FAR; i++)
        cr_expect_eq(tm_span_int(tm_span_of(FAR[i]), -100, 100, &n), TM_ERANGE, "%s", FAR[i]);
    cr_expect_eq(n, 77, "nothing is written on failure");
    cr_expect_eq(tm_span_int(tm_span_of("0"), -100, 100, &n), TM_OK);
    cr_expect_eq(n, 0);
    cr_expect_eq(tm_span_int(tm_span_of("-100"), -100, 100, &n), TM_OK);
    cr_expect_eq(n, -100);
    cr_expect_eq(tm_span_int(tm_span_of("2147483647"), INT32_MIN, INT32_MAX, &n), TM_OK);
    cr_expect_eq(n, INT32_MAX);
    cr_expect_eq(tm_span_int(tm_span_of("-2147483648"), INT32_MIN, INT32_MAX, &n), TM_OK);
    cr_expect_eq(n, INT32_MIN);
}

Test(span, words_have_one_space_between_them)
{
    tm_span words[3];
    cr_expect_eq(tm_span_words(tm_span_of("ask 1"), words, 3), 2);
    cr_expect(tm_span_is(words[0], "ask"));
    cr_expect(tm_span_is(words[1], "1"));
    cr_expect_eq(tm_span_words(tm_span_of("a b c"), words, 3), 3);
    cr_expect_eq(tm_span_words(tm_span_of("a b c d"), words, 3), TM_ESYNTAX);
    cr_expect_eq(tm_span_words(tm_span_of(""), words, 3), TM_ESYNTAX);
    cr_expect_eq(tm_span_words(tm_span_of(" a"), words, 3), TM_ESYNTAX);
    cr_expect_eq(tm_span_words(tm_span_of("a "), words, 3), TM_ESYNTAX);
    cr_expect_eq(tm_span_words(tm_span_of("a  b"), words, 3), TM_ESYNTAX);
    cr_expect_eq(tm_span_words(tm_span_of("a\tb"), words, 3), 1); /* a tab separates nothing */
}

Test(span, the_rest_after_the_first_word)
{
    tm_span rest = tm_span_of("0 play r5"), word;
    cr_assert(tm_span_word(&rest, &word));
    cr_expect(tm_span_is(word, "0"));
    cr_expect(tm_span_is(rest, "play r5"));
    rest = tm_span_of("0");
    cr_assert(tm_span_word(&rest, &word));
    cr_expect_null(rest.at);
    cr_expect_not(tm_span_word(&rest, &word));
}

Test(json, puts_commas_and_colons_by_itself)
{
    tm_json json = {fresh(), false};
    tm_json_open(&json, '{');
    tm_json_key(&json, "a");
    tm_json_int(&json, -5);
    tm_json_key(&json, "b");
    tm_json_open(&json, '[');
    tm_json_open(&json, '[');
    tm_json_close(&json, ']');
    tm_json_null(&json);
    tm_json_bool(&json, true);
    tm_json_bool(&json, false);
    tm_json_open(&json, '{');
    tm_json_close(&json, '}');
    tm_json_close(&json, ']');
    tm_json_key(&json, "c");
    tm_json_str(&json, "d");
    tm_json_close(&json, '}');
    cr_expect_str_eq(big, "{\"a\":-5,\"b\":[[],null,true,false,{}],\"c\":\"d\"}");
}

Test(json, escapes_what_must_not_stand_in_a_string)
{
    tm_json json = {fresh(), false};
    const tm_span nul = {"x\0y", 3};
    tm_json_open(&json, '[');
    tm_json_str(&json, "\"\\/");
    tm_json_str(&json, "\n\x1f\x7f");
    tm_json_str(&json, "é龍");
    tm_json_span(&json, nul);
    tm_json_close(&json, ']');
    cr_expect_str_eq(big, "[\"\\\"\\\\/\",\"\\u000a\\u001f\\u007f\",\"é龍\",\"x\\u0000y\"]");
}

/* As the general way would write it, byte by byte. */
static void expect_quoted(const char *s, uint32_t len, uint32_t size)
{
    static char expected[1024], found[1024];
    tm_text out;
    tm_text_init(&out, expected, size);
    tm_put_str(&out, ",\"");
    for (uint32_t i = 0; i < len; i++) {
        const uint8_t c = (uint8_t)s[i];
        if (c == '"' || c == '\\')
            tm_put_fmt(&out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            tm_put_fmt(&out, "\\u00%c%c", "0123456789abcdef"[c / 16], "0123456789abcdef"[c % 16]);
        else
            tm_put_char(&out, (char)c);
    }
    tm_put_char(&out, '"');
    if (out.cut) return;                   /* where it is cut depends on the pieces */
    const bool plain = out.len == len + 3; /* only then a key may be written without looking at it */
    for (int way = 0; way < (plain ? 4 : 3); way++) {
        const tm_span span = {s, len};
        tm_text_init(&out, found, size);
        tm_json json = {&out, true};
        if (way == 0) tm_json_span(&json, span);
        if (way == 1) tm_json_str(&json, s);
        if (way == 2) tm_json_key(&json, s);
        if (way == 3) tm_json_name(&json, s, len);
        if (way >= 2 && !out.cut) found[--out.len] = 0; /* the colon */
        if (way >= 2 && out.cut) continue;
        cr_assert_str_eq(found, expected, "way %d, %u bytes, capacity %u", way, len, size);
        cr_assert_eq(out.len, strlen(expected));
    }
}

Test(json, short_and_long_texts_are_escaped_alike)
{
    static const char SPECIAL[] = {'"', '\\', 1, 0x1f, 0x20, 0x7f, 0x7e, (char)0xc3, '!', '#', '['};
    char s[80];
    for (uint32_t len = 0; len < 70; len++)
        for (uint32_t at = 0; at < len; at++)
            for (size_t k = 0; k < sizeof SPECIAL; k++) {
                memset(s, 'x', len);
                s[len] = 0;
                s[at] = SPECIAL[k];
                expect_quoted(s, len, 1024);
                if (at % 7 == 0) expect_quoted(s, len, len + 4 + (uint32_t)k);
            }
}

Test(json, numbers_of_every_length)
{
    char expected[64];
    for (int64_t value = 1, n = 0; n < 19; value *= ++n < 19 ? 10 : 1)
        for (int64_t near = value - 1; near <= value + 1; near++)
            for (int sign = -1; sign <= 1; sign += 2) {
                tm_json json = {fresh(), false};
                tm_json_open(&json, '[');
                tm_json_int(&json, sign * near);
                tm_json_int(&json, near);
                tm_json_close(&json, ']');
                snprintf(expected, sizeof expected, "[%lld,%lld]", (long long)(sign * near), (long long)near);
                cr_assert_str_eq(big, expected);
            }
}

Test(json, a_text_that_does_not_fit_is_cut_and_ended)
{
    char room[80];
    tm_text out;
    for (uint32_t size = 1; size < sizeof room; size++) {
        memset(room, 'z', sizeof room);
        tm_text_init(&out, room, size);
        tm_json json = {&out, false};
        tm_json_open(&json, '{');
        tm_json_key(&json, "some_key_of_a_view");
        tm_json_str(&json, "and a text beside it");
        tm_json_key(&json, "n");
        tm_json_int(&json, 42);
        tm_json_close(&json, '}');
        cr_assert_eq(out.cut, size < 53, "capacity %u, %u bytes", size, out.len);
        cr_assert_eq(strlen(room), out.len);
        for (uint32_t i = size; i < sizeof room; i++) cr_assert_eq(room[i], 'z', "wrote beyond %u", size);
    }
}
