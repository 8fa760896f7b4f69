/* Box files: corrected components, and how they are refused. */
#include <stdio.h>

#include <tatami/workshop.h>

#include "play.h"

#define TAGS "[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"house\"]\n"

static int read_box(const char *text, size_t len, tm_box **out, tm_why *why)
{
    *out = NULL;
    tm_why_init(why, NULL);
    return tm_box_read(text, len, out, why);
}

/* Refused with a message that begins and goes on like this, and nothing is given out. */
static void expect_bad(const char *text, const char *start, const char *part)
{
    tm_box *box;
    tm_why why;
    cr_expect_lt(read_box(text, strlen(text), &box, &why), 0, "%s: accepted", text);
    cr_expect_null(box);
    cr_expect_eq(strncmp(why.text.at, start, strlen(start)), 0, "\"%s\" does not begin with \"%s\"", why.text.at,
                 start);
    cr_expect_not_null(strstr(why.text.at, part), "\"%s\" does not say \"%s\"", why.text.at, part);
    cr_expect_null(strchr(why.text.at, '\n'), "one line: %s", why.text.at);
    tm_box_free(box);
}

static void expect_good(const char *text)
{
    tm_box *box;
    tm_why why;
    cr_expect_eq(read_box(text, strlen(text), &box, &why), TM_OK, "%s: %s", text, why.text.at);
    tm_box_free(box);
}

/* Says yes so many times. */
static bool is_patient(const void *context)
{
    int *left = *(int *const *)context;
    return (*left)-- > 0;
}

Test(box, reading_ends_when_it_takes_too_long)
{
    static char text[64 * 1024] = TAGS "\n";
    int left, *at = &left;
    tm_box *box = NULL;
    tm_why why;
    for (size_t len = strlen(text); len + 4 < sizeof text; len += 2) memcpy(text + len, ";\n", 3);
    for (left = 0; left < 4000; left += 500) {
        const int asked = left;
        tm_why_init(&why, NULL);
        cr_assert_eq(tm_box_read_while(text, strlen(text), is_patient, &at, &box, &why),
                     asked <= 2000 ? TM_ETURN : TM_OK, "asked %d times", asked);
        if (asked <= 2000) {
            cr_expect_null(box);
            cr_expect_str_eq(why.text.at, "this box takes too long to read");
        }
        tm_box_free(box);
        box = NULL;
        left = asked;
    }
    cr_expect_eq(read_box(text, strlen(text), &box, &why), TM_OK, "without a limit");
    tm_box_free(box);
}

Test(box, needs_three_tags_in_order)
{
    expect_good(TAGS "\n");
    expect_good(TAGS);
    expect_bad("", "line 1: ", "[TatamiBox ");
    expect_bad("\n", "line 1: ", "[TatamiBox ");
    expect_bad("top 12\n", "line 1: ", "expected a tag");
    expect_bad("[TatamiBox \"1\"]\n", "line ", "[Game ");
    expect_bad("[TatamiBox \"1\"]\n[Game \"template\"]\n\n", "line 3: ", "[Name ");
    expect_bad("[Game \"template\"]\n[TatamiBox \"1\"]\n[Name \"x\"]\n", "line 1: found \"Game\"", "[TatamiBox ");
    expect_bad("[TatamiBox \"1\"]\n[Name \"x\"]\n[Game \"template\"]\n", "line 2: found \"Name\"", "[Game ");
    expect_bad("[Tatami \"1\"]\n[Game \"template\"]\n[Players \"2\"]\n", "line 1: found \"Tatami\"", "[TatamiBox ");
}

Test(box, is_of_version_1_and_for_a_known_game)
{
    expect_bad("[TatamiBox \"2\"]\n[Game \"template\"]\n[Name \"x\"]\n\n", "line 1: found \"2\"", "version 1");
    expect_bad("[TatamiBox \"1\"]\n[Game \"chess\"]\n[Name \"x\"]\n\n", "line 2: found \"chess\"", "not a known game");
}

Test(box, has_a_name_of_reasonable_length)
{
    char name[80], text[256];
    for (int len = 0; len <= 70; len++) {
        memset(name, 'n', sizeof name);
        name[len] = 0;
        snprintf(text, sizeof text, "[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"%s\"]\n\n", name);
        if (len >= 1 && len <= 63)
            expect_good(text);
        else
            expect_bad(text, "line 3: ", "1 to 63 bytes");
    }
}

Test(box, has_a_name_that_a_record_can_repeat)
{
    expect_bad("[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"a\tb\"]\n\n", "line 3: found \"a\\x09b\"", "control");
    expect_bad("[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"\x7f\"]\n\n", "line 3: ", "control");
    expect_good("[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"boîte 龍\"]\n\n");
}

Test(box, unescapes_its_name)
{
    tm_box *box;
    tm_why why;
    const char *text = "[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"Ann's \\\"old\\\" \\\\ box\"]\n\n";
    cr_assert_eq(read_box(text, strlen(text), &box, &why), TM_OK, "%s", why.text.at);
    cr_expect_str_eq(box->name, "Ann's \"old\" \\ box");
    tm_box_free(box);
}

Test(box, takes_each_of_its_tags_once_and_keeps_others)
{
    expect_bad(TAGS "[Name \"other\"]\n\n", "line 4: found \"Name\"", "already given");
    expect_bad(TAGS "[Game \"template\"]\n\n", "line 4: found \"Game\"", "already given");
    expect_bad(TAGS "[TatamiBox \"1\"]\n\n", "line 4: found \"TatamiBox\"", "already given");
    expect_good(TAGS "[Source \"my shelf\"]\n[Source \"again\"]\n\ntop 12\n");
}

Test(box, has_comments_and_blank_lines_after_the_tags_only)
{
    expect_good(TAGS "\n; a comment\n\ntop 12\n\n;\n");
    expect_bad("; hello\n" TAGS "\n", "line 1: ", "tag");
    expect_bad(TAGS "; hello\n\n", "line 4: ", "tag");
    expect_bad(TAGS "top 12\n", "line 4: ", "blank line");
}

Test(box, refuses_a_line_with_its_number_and_the_reason)
{
    expect_bad(TAGS "\n; one\nbottom 3\n", "line 6: found \"bottom 3\"", "expected: top N");
    expect_bad(TAGS "\ntop 012\n", "line 5: found \"top 012\"", "expected: top N");
    expect_bad(TAGS "\ntop  12\n", "line 5: ", "one space");
    expect_bad(TAGS "\ntop 12 \n", "line 5: ", "one space");
    expect_bad(TAGS "\n top 12\n", "line 5: ", "one space");
    expect_bad(TAGS "\ntop 12\r\n", "line 5: ", "top N");
}

Test(box, refuses_more_words_than_any_line_has)
{
    char text[512] = TAGS "\n";
    for (int i = 0; i <= TM_BOX_WORDS; i++) strcat(text, i ? " 1" : "top");
    expect_bad(text, "line 5: ", "words");
}

Test(box, that_cannot_be_played_is_refused)
{
    expect_bad(TAGS "\ntop 5\n", "line 5: this box cannot be played", "6 to 20");
    expect_bad(TAGS "\ntop 21\n", "line 5: this box cannot be played", "6 to 20");
    expect_good(TAGS "\ntop 6\n");
}

Test(box, what_it_leaves_out_keeps_its_default)
{
    tm_table *t = play_open(tm_game_find(tm_span_of("template")), 2, "", TAGS "\n; nothing\n");
    play_lines(t, "* deal 0 9");
    play_expect_refused(t, "* deal 1 10", TM_EILLEGAL);
    play_free(t);
    t = play_open(tm_game_find(tm_span_of("template")), 2, "", TAGS "\ntop 10\n");
    play_lines(t, "* deal 0 9\n* deal 1 10");
    play_free(t);
}

Test(box, of_a_game_without_assumed_components_corrects_nothing)
{
    static const char TATSU[] = "[TatamiBox \"1\"]\n[Game \"tatsu\"]\n[Name \"x\"]\n\n";
    tm_box *box;
    tm_why why;
    cr_assert_eq(read_box(TATSU, strlen(TATSU), &box, &why), TM_OK, "%s", why.text.at);
    cr_expect_null(box->data);
    tm_box_free(box);
    expect_bad("[TatamiBox \"1\"]\n[Game \"tatsu\"]\n[Name \"x\"]\n\n; fine\ncard r2 3\n",
               "line 6: found \"card r2 3\"", "no assumed component");
}

Test(box, is_for_one_game)
{
    tm_setup setup;
    tm_box *box;
    tm_why why;
    cr_assert_eq(read_box(TAGS, strlen(TAGS), &box, &why), TM_OK);
    cr_assert_eq(tm_setup_init(&setup, tm_game_find(tm_span_of("tatsu")), 2, &why), TM_OK);
    cr_expect_eq(tm_setup_box(&setup, box, &why), TM_EUNKNOWN);
    cr_expect_null(setup.box);
    cr_expect_not_null(strstr(why.text.at, "\"house\" is for Template, not for TATSU"), "%s", why.text.at);
    tm_box_free(box);
}

Test(box, is_named_by_the_sha256_of_its_whole_file)
{
    static const char TEXT[] = TAGS "\ntop 12\n"; /* printf … | sha256sum */
    tm_box *box;
    tm_why why;
    cr_assert_eq(read_box(TEXT, strlen(TEXT), &box, &why), TM_OK);
    cr_expect_str_eq(box->sha256, "478f502cf593e122f0d4e28fc2793fd11107a037dfcfcb4d163a7ce0cebec92e");
    tm_box_free(box);
}

Test(box, is_utf8_text_of_at_most_8_mib)
{
    expect_bad(TAGS "\n; \xff\n", "line 5: ", "UTF-8");
    expect_bad("[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"\xc3\"]\n\n", "line 3: ", "UTF-8");
    static const char NUL[] = TAGS "\n; \0\n";
    tm_box *box;
    tm_why why;
    cr_expect_eq(read_box(NUL, sizeof NUL - 1, &box, &why), TM_ESYNTAX);
    const size_t most = TM_RECORD_MAX;
    char *text = malloc(most + 1);
    memset(text, '\n', most + 1);
    memcpy(text, TAGS, strlen(TAGS));
    cr_expect_eq(read_box(text, most + 1, &box, &why), TM_ERANGE);
    cr_expect_null(box);
    cr_expect_eq(read_box(text, most, &box, &why), TM_OK, "%s", why.text.at);
    tm_box_free(box);
    free(text);
}

Test(box, cut_anywhere_is_accepted_or_refused)
{
    static const char TEXT[] = TAGS "[Source \"x\"]\n\n; comment\ntop 12\n";
    for (size_t len = 0; len < sizeof TEXT; len++) {
        tm_box *box;
        tm_why why;
        char *part = malloc(len + 1);
        memcpy(part, TEXT, len);
        const int status = read_box(part, len, &box, &why);
        cr_expect_eq(status == TM_OK, box != NULL);
        cr_expect_eq(status<0, why.text.len> 0);
        tm_box_free(box);
        free(part);
    }
}

/* Flaws as `LINE REASON;`. */
static void note(void *context, uint32_t line, const char *reason)
{
    tm_put_fmt(context, "%u %s;", line, reason);
}

static int flaws_of(const char *text, char *room, uint32_t size)
{
    tm_text told;
    tm_text_init(&told, room, size);
    return tm_box_flaws(text, strlen(text), NULL, note, &told);
}

Test(box, tells_all_its_flaws_to_whoever_edits_it)
{
    char told[4096];
    cr_expect_eq(flaws_of(TAGS "\ntop 12\n", told, sizeof told), 0, "%s", told);
    cr_expect_eq(flaws_of(TAGS "\nbottom 1\n; fine\ntop x\ntop 3\n", told, sizeof told), 2, "%s", told);
    cr_expect_eq(strncmp(told, "5 line 5: found \"bottom 1\"", 26), 0, "%s", told);
    cr_expect_not_null(strstr(told, ";7 line 7: found \"top x\""), "%s", told);
    cr_expect_null(strstr(told, "highest card"), "the whole is judged once all lines can be read: %s", told);
    cr_expect_eq(flaws_of(TAGS "\ntop 3\n", told, sizeof told), 1, "%s", told);
    cr_expect_str_eq(told, "0 the highest card is 3, expected 6 to 20;");
    cr_expect_eq(flaws_of("[TatamiBox \"1\"]\n[Game \"chess\"]\n\nnonsense\n", told, sizeof told), 1, "%s", told);
    cr_expect_eq(strncmp(told, "2 line 2: ", 10), 0, "%s", told);
    cr_expect_eq(flaws_of("", told, sizeof told), 1);
}

Test(box, tells_no_more_flaws_than_anybody_reads)
{
    static char text[16384], told[65536];
    strcpy(text, TAGS "\n");
    for (int i = 0; i < TM_FLAWS_MAX + 9; i++) strcat(text, "bottom 1\n");
    cr_expect_eq(flaws_of(text, told, sizeof told), TM_FLAWS_MAX);
}

/* Editing starts from the default: written out, it is the default again, with its name. */
Test(box, writes_the_default_out_so_that_it_reads_the_same)
{
    static char room[65536];
    int n_written = 0;
    for (int i = 0; i < tm_n_games; i++) {
        const tm_game *game = tm_games[i];
        const tm_span name = {"a \"b\" \\ c", 9};
        tm_text text;
        tm_text_init(&text, room, sizeof room);
        if (!game->box_size) {
            cr_expect_eq(tm_box_write(game, name, &text), TM_EUNKNOWN, "%s", game->id);
            continue;
        }
        n_written++;
        cr_assert_eq(tm_box_write(game, name, &text), TM_OK, "%s", game->id);
        cr_assert(!text.cut);
        tm_box *box;
        tm_why why;
        cr_assert_eq(read_box(text.at, text.len, &box, &why), TM_OK, "%s: %s", game->id, why.text.at);
        cr_expect_str_eq(box->name, "a \"b\" \\ c");
        /* Once more, from what was read: every line says the same. */
        static char again[65536];
        tm_text second;
        tm_text_init(&second, again, sizeof again);
        tm_parts_find(game)->write(box->data, &second);
        cr_expect_str_eq(strstr(room, "\n\n") + 2, again, "%s", game->id);
        tm_box_free(box);
    }
    cr_expect_geq(n_written, 1);
}
