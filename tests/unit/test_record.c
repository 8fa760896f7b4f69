/* Records, sentence by sentence of their specification. */
#include "tatsu_rounds.h"

#define TAGS "[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"4\"]\n"
#define DEAL                                                                                                           \
    "* deal rv6 r2 r6 r5 r4 r3 rv7 / yf yv6 y6 y4 y2 yv4 yx1 / rf rx1 rx2 rx3 rv3 rv4 rv5 / yx3 yv7 y5 y3 yv3 yv5 "    \
    "yx2\n"
#define TWO "[Tatami \"1\"]\n[Game \"template\"]\n[Players \"2\"]\n"

/* A record being read, and what came of it. */
typedef struct reading {
    tm_record record;
    tm_table *table; /* NULL if the tags were refused */
    tm_why why;
    int status;
} reading;

static void read_bytes(reading *r, const char *text, size_t len, const tm_box *box, int viewer)
{
    tm_span line;
    r->table = NULL;
    tm_why_init(&r->why, NULL);
    if ((r->status = tm_record_open(&r->record, text, len, &r->why))) return;
    if ((r->status = tm_record_use_box(&r->record, box, &r->why))) return;
    r->record.viewer = viewer;
    if ((r->status = tm_table_new(&r->record.setup, &r->table, &r->why))) return;
    while ((r->status = tm_record_next(&r->record, r->table, &line, &r->why)) == 1) continue;
    if (r->status == TM_OK) r->status = tm_record_check_result(&r->record, r->table, &r->why);
}

static void expect_good(const char *text, uint32_t n_events)
{
    reading r;
    read_bytes(&r, text, strlen(text), NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_OK, "%s: %s", text, r.why.text.at);
    if (r.table) cr_expect_eq(tm_table_n_events(r.table), n_events, "%s: %u events", text, tm_table_n_events(r.table));
    tm_table_free(r.table);
}

/* Refused with a message that begins and goes on like this. */
static void expect_bad(const char *text, const char *start, const char *part)
{
    reading r;
    read_bytes(&r, text, strlen(text), NULL, TM_EVERYTHING);
    const char *why = r.why.text.at;
    cr_expect_lt(r.status, 0, "%s: accepted", text);
    cr_expect_eq(strncmp(why, start, strlen(start)), 0, "\"%s\" does not begin with \"%s\"", why, start);
    cr_expect_not_null(strstr(why, part), "\"%s\" does not say \"%s\"", why, part);
    cr_expect_null(strchr(why, '\n'), "one line: %s", why);
    cr_expect_not(r.why.text.cut);
    tm_table_free(r.table);
}

static char *written(const tm_table *table, const tm_tag *tags, int n_tags, int viewer)
{
    size_t len = 0;
    char *text = tm_record_write(table, tags, n_tags, viewer, &len);
    cr_assert_not_null(text);
    cr_assert_eq(strlen(text), len);
    return text;
}

/* Reading and writing gives this. */
static void expect_rewritten(const char *text, const char *expected)
{
    reading r;
    read_bytes(&r, text, strlen(text), NULL, TM_EVERYTHING);
    cr_assert_eq(r.status, TM_OK, "%s", r.why.text.at);
    char *again = written(r.table, r.record.tags, r.record.n_tags, TM_EVERYTHING);
    cr_expect_str_eq(again, expected);
    free(again);
    tm_table_free(r.table);
}

Test(record, needs_three_tags_in_order)
{
    expect_good(TAGS, 0);
    expect_bad("", "line 1: ", "[Tatami ");
    expect_bad("\n" DEAL, "line 1: ", "[Tatami ");
    expect_bad("[Game \"tatsu\"]\n[Tatami \"1\"]\n[Players \"4\"]\n\n", "line 1: found \"Game\"", "[Tatami ");
    expect_bad("[Tatami \"1\"]\n[Players \"4\"]\n[Game \"tatsu\"]\n\n", "line 2: found \"Players\"", "[Game ");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n\n", "line 3: ", "[Players ");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Date \"2024-01-01\"]\n[Players \"4\"]\n\n", "line 3: found \"Date\"",
               "[Players ");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Option \"target=60\"]\n[Players \"4\"]\n\n",
               "line 3: ", "[Players ");
}

Test(record, is_for_a_known_version_game_and_number_of_players)
{
    expect_bad("[Tatami \"2\"]\n[Game \"tatsu\"]\n[Players \"4\"]\n\n", "line 1: found \"2\"", "version 1");
    expect_bad("[Tatami \"01\"]\n[Game \"tatsu\"]\n[Players \"4\"]\n\n", "line 1: found \"01\"", "version 1");
    expect_bad("[Tatami \"1\"]\n[Game \"chess\"]\n[Players \"4\"]\n\n", "line 2: found \"chess\"", "not a known game");
    expect_bad("[Tatami \"1\"]\n[Game \"Tatsu\"]\n[Players \"4\"]\n\n", "line 2: found \"Tatsu\"", "not a known game");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"5\"]\n\n", "line 3: 5 players", "2 to 4");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"1\"]\n\n", "line 3: 1 players", "2 to 4");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"04\"]\n\n", "line 3: found \"04\"", "number of players");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"four\"]\n\n", "line 3: found \"four\"",
               "number of players");
    expect_bad("[Tatami \"1\"]\n[Game \"tatsu\"]\n[Players \"\"]\n\n", "line 3: found \"\"", "number of players");
}

Test(record, keeps_tags_that_it_does_not_know)
{
    const char *text = TAGS
        "[Seat0 \"Ann \\\"A\\\" \\\\o/\"]\n[Seat3 \"bot:hard\"]\n[Date \"2024-02-29\"]\n"
        "[Event \"été\"]\n[Mood \"\"]\n[Mood \"gay\"]\n[a_1_ \"\"]\n[Seat9 \"nobody\"]\n[Seat9 \"nobody\"]\n\n" DEAL;
    expect_rewritten(text, text);
}

Test(record, has_room_for_many_tags_but_not_for_any_number)
{
    char text[4096] = TAGS;
    for (int i = 0; i < TM_RECORD_TAGS; i++) strcat(text, "[Note \"x\"]\n");
    expect_good(text, 0);
    strcat(text, "[Note \"x\"]\n");
    expect_bad(text, "line 68: found \"Note\"", "too many");
}

Test(record, takes_a_known_tag_once)
{
    static const char *const ONCE[] = {"Seat0", "Seat3", "Date", "Event", "Result", "Box", "Tatami", "Game", "Players"};
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++) {
        char text[256], start[64];
        const bool required = i >= 6;
        snprintf(text, sizeof text, "%s[%s \"4\"]\n%s%s%s\n", TAGS, ONCE[i], required ? "" : "[",
                 required ? "" : ONCE[i], required ? "" : " \"4\"]\n");
        snprintf(start, sizeof start, "line %d: found \"%s\"", required ? 4 : 5, ONCE[i]);
        expect_bad(text, start, "already given");
    }
}

Test(record, takes_each_option_once)
{
    expect_good(TAGS "[Option \"target=60\"]\n[Option \"rounds=2\"]\n[Option \"facedown=neither\"]\n\n" DEAL, 1);
    expect_bad(TAGS "[Option \"target=60\"]\n[Option \"target=70\"]\n\n", "line 5: found \"target=70\"",
               "already given");
    expect_bad(TAGS "[Option \"target=500\"]\n[Option \"rounds=2\"]\n[Option \"target=500\"]\n\n",
               "line 6: ", "already");
    expect_bad(TAGS "[Option \"speed=3\"]\n\n", "line 4: unknown option \"speed=3\"", "target, facedown, rounds");
    expect_bad(TAGS "[Option \"target\"]\n\n", "line 4: option \"target\"", "target=VALUE");
    expect_bad(TAGS "[Option \"target=49\"]\n\n", "line 4: option target is \"49\"", "from 50 to 5000");
    expect_bad(TAGS "[Option \"target=060\"]\n\n", "line 4: option target is \"060\"", "from 50 to 5000");
    expect_bad(TAGS "[Option \"facedown=maybe\"]\n\n", "line 4: option facedown is \"maybe\"", "each, neither");
    expect_bad(TAGS "[Option \"\"]\n\n", "line 4: unknown option \"\"", "target");
}

Test(record, an_option_left_out_has_its_default_and_a_default_is_left_out)
{
    expect_rewritten(TAGS "[Option \"target=500\"]\n[Option \"facedown=each\"]\n[Option \"rounds=200\"]\n\n",
                     TAGS "\n");
    expect_rewritten(TAGS "[Option \"rounds=1\"]\n[Option \"target=60\"]\n\n",
                     TAGS "[Option \"target=60\"]\n[Option \"rounds=1\"]\n\n");
}

Test(record, escapes_quotes_and_backslashes_in_values)
{
    expect_good(TAGS "[Event \"\\\"\\\\\"]\n\n" DEAL, 1);
    expect_bad(TAGS "[Event \"a\"b\"]\n\n", "line 4: ", "tag");
    expect_bad(TAGS "[Event \"a\\\"]\n\n", "line 4: ", "tag");
    expect_bad(TAGS "[Event \"a\\n\"]\n\n", "line 4: ", "tag");
    char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_record_escape(tm_span_of("a\"b\\c\n\x1b\x7f"
                                "é"),
                     &text);
    cr_expect_str_eq(room, "a\\\"b\\\\cé");
}

Test(record, writes_tags_in_one_way_only)
{
    static const char *const BAD[] = {"[Event \"x\"] ",
                                      " [Event \"x\"]",
                                      "[Event  \"x\"]",
                                      "[Event\"x\"]",
                                      "[Event 'x']",
                                      "[Event x]",
                                      "[Event \"x\"",
                                      "Event \"x\"]",
                                      "[Event]",
                                      "[]",
                                      "[",
                                      "[ \"x\"]",
                                      "[1 \"x\"]",
                                      "[Év \"x\"]",
                                      "[Event \"x\"]]",
                                      "[Event \"",
                                      "[Event",
                                      "x",
                                      " ",
                                      "\t",
                                      "[E-v \"x\"]",
                                      "[_E \"x\"]"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s\n\n%s", TAGS, BAD[i], DEAL);
        expect_bad(text, "line 4: ", "expected a tag such as [Name \"value\"], or a blank line");
    }
}

Test(record, has_no_comments_among_the_tags)
{
    expect_bad("; hello\n" TAGS "\n", "line 1: ", "tag");
    expect_bad(TAGS "; hello\n\n" DEAL, "line 4: ", "tag");
}

Test(record, has_a_blank_line_between_tags_and_events)
{
    expect_good(TAGS "\n" DEAL, 1);
    expect_good(TAGS "\n\n\n" DEAL, 1);
    expect_bad(TAGS DEAL, "line 4: ", "blank line");
    expect_bad(TAGS "\n[Date \"2024-01-01\"]\n", "line 5: ", "* deal");
}

Test(record, skips_blank_lines_and_comments_among_events)
{
    expect_good(TAGS "\n; before\n\n" DEAL "\n;\n;no space\n; 0 play r2\n\n0 play r2\n\n; after\n\n", 2);
    expect_bad(TAGS "\n; one\n\n" DEAL "; three\n\n0 play y2\n", "line 10: found \"0 play y2\"",
               "expected 0: ask 2 | play r2 | ");
}

Test(record, needs_no_line_end_after_the_last_event)
{
    expect_good(TAGS "\n" DEAL "0 play r2", 2);
    expect_rewritten(TAGS "\n" DEAL "0 play r2", TAGS "\n" DEAL "0 play r2\n");
}

Test(record, has_one_space_between_words_and_none_elsewhere)
{
    static const char *const BAD[] = {"0 play r2 ",
                                      " 0 play r2",
                                      "0  play r2",
                                      "0 play  r2",
                                      "0\tplay r2",
                                      "0 play\tr2",
                                      "0 play r2\t",
                                      "0",
                                      "0 ",
                                      " ",
                                      "*",
                                      "* ",
                                      "0 play",
                                      "0 play ",
                                      "0 play r2 r2",
                                      "0play r2",
                                      "0:play r2",
                                      "\ufeff0 play r2",
                                      "0 play r2;",
                                      "0 play r2 ; why"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s\n%s%s\n", TAGS, DEAL, BAD[i]);
        expect_bad(text, "line 6: found \"", "expected 0: ask 2 | play r2 | ");
    }
    expect_bad(TAGS "\n* deal  rv6", "line 5: ", "* deal");
}

Test(record, has_numbers_without_leading_zeros_or_signs)
{
    expect_bad(TAGS "\n" DEAL "00 play r2\n", "line 6: ", "expected 0: ");
    expect_bad(TAGS "\n" DEAL "+0 play r2\n", "line 6: ", "expected 0: ");
    expect_bad(TAGS "\n" DEAL "-0 play r2\n", "line 6: ", "expected 0: ");
    expect_bad(TAGS "\n" DEAL "0 ask 02\n", "line 6: ", "expected 0: ");
    expect_good(TAGS "\n" DEAL "0 ask 2\n", 2);
}

Test(record, ends_lines_with_a_line_feed_alone)
{
    expect_bad("[Tatami \"1\"]\r\n[Game \"tatsu\"]\r\n[Players \"4\"]\r\n\r\n" DEAL, "line 1: ", "\\x0d");
    expect_bad(TAGS "\r\n" DEAL, "line 4: ", "\\x0d");
    expect_bad(TAGS "\n" DEAL "0 play r2\r\n", "line 6: found \"0 play r2\\x0d\"", "expected 0: ");
    expect_bad(TAGS "\n" DEAL "\r\n0 play r2\n", "line 6: ", "expected 0: ");
}

/* A finished game of one round: seat 1 shows the higher card of two who stayed. */
#define OVER TWO "[Option \"rounds=1\"]\n"
#define EVENTS "* deal 0 5\n* deal 1 7\n0 stay\n1 stay\n"

Test(record, a_result_must_be_that_of_the_game)
{
    expect_good(OVER "\n" EVENTS, 4);
    expect_good(OVER "[Result \"0 2\"]\n\n" EVENTS, 4);
    expect_bad(OVER "[Result \"2 0\"]\n\n" EVENTS, "line 5: the result is \"2 0\"", "ended with \"0 2\"");
    expect_bad(OVER "[Result \"\"]\n\n" EVENTS, "line 5: the result is \"\"", "ended with \"0 2\"");
    expect_bad(OVER "[Result \"0 2 \"]\n\n" EVENTS, "line 5: ", "ended with \"0 2\"");
    expect_bad(OVER "[Result \"00 2\"]\n\n" EVENTS, "line 5: ", "ended with \"0 2\"");
    expect_rewritten(OVER "\n" EVENTS, OVER "[Result \"0 2\"]\n\n" EVENTS);
}

Test(record, a_result_of_an_unfinished_game_contradicts_nothing)
{
    expect_good(OVER "[Result \"2 0\"]\n\n* deal 0 5\n", 1);
}

Test(record, may_stop_early)
{
    static const char TEXT[] = TAGS "\n" DEAL "0 play r2\n1 ask 3\n3 give y3\n";
    expect_good(TAGS, 0);
    expect_good(TAGS "\n", 0);
    expect_good(TEXT, 4);
    expect_rewritten(TEXT, TEXT);
}

Test(record, has_nothing_after_the_end)
{
    expect_bad(OVER "\n" EVENTS "* deal 0 5\n", "line 10: found \"* deal 0 5\"", "the game is over");
    expect_bad(OVER "\n" EVENTS "0 stay\n", "line 10: found \"0 stay\"", "the game is over");
    expect_good(OVER "\n" EVENTS "\n; a comment\n", 4);
}

Test(record, says_what_was_found_and_what_was_legal)
{
    expect_bad(TAGS "\n0 play r2\n", "line 5: found \"0 play r2\", expected an outcome of chance: * deal", "");
    expect_bad(TAGS "\n" DEAL DEAL, "line 6: found \"* deal rv6", "expected 0: ask 2 | play r2 | play r3");
    expect_bad(TAGS "\n" DEAL "1 play y6\n", "line 6: found \"1 play y6\", expected 0: ask 2 | play r2", "");
    expect_bad(TAGS "\n" DEAL "4 play y6\n", "line 6: found \"4 play y6\", expected 0: ", "");
    expect_bad(TAGS "\n" DEAL "0 ask 1\n",
               "line 6: found \"0 ask 1\", expected 0: ask 2 | play r2 | play r3 | play r4 | play r5 "
               "| play r6 | play rv6 | play rv7",
               "");
    expect_bad(TAGS "\n* deal rv6\n", "line 5: found \"* deal rv6\", expected an outcome of chance: * deal", "");
    expect_bad(TWO "\n* deal 0 5\n* deal 1 7\n0 play\n",
               "line 7: found \"0 play\", expected 0: fold | stay; 1: fold | stay", "");
}

Test(record, what_was_valid_is_processed)
{
    static const char TEXT[] = TAGS "\n" DEAL "0 play r2\n1 play r2\n1 play y6\n";
    reading r;
    read_bytes(&r, TEXT, strlen(TEXT), NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_EILLEGAL);
    cr_expect_eq(r.record.line, 7);
    cr_expect_eq(tm_table_n_events(r.table), 2);
    tm_table_free(r.table);
}

Test(record, has_at_most_8_mib)
{
    const size_t most = TM_RECORD_MAX, start = strlen(TAGS "\n");
    char *text = malloc(most + 1);
    reading r;
    memset(text, '\n', most + 1);
    memcpy(text, TAGS "\n", start);
    read_bytes(&r, text, most, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_OK, "%s", r.why.text.at);
    tm_table_free(r.table);
    read_bytes(&r, text, most + 1, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_ERANGE);
    cr_expect_not_null(strstr(r.why.text.at, "8 MiB"), "%s", r.why.text.at);
    tm_table_free(r.table);
    free(text);
}

Test(record, may_have_a_long_comment_and_says_little_of_a_long_line)
{
    const size_t len = 1 << 20, start = strlen(TAGS "\n" DEAL);
    char *text = malloc(len);
    reading r;
    memset(text, ';', len);
    memcpy(text, TAGS "\n" DEAL, start);
    read_bytes(&r, text, len, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_OK, "%s", r.why.text.at);
    tm_table_free(r.table);
    text[start] = '0';
    read_bytes(&r, text, len, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_ESYNTAX);
    cr_expect_lt(r.why.text.len, 300, "%s", r.why.text.at);
    tm_table_free(r.table);
    free(text);
}

Test(record, is_utf8_without_nul)
{
    static const char *const BAD[] = {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s[Event \"%s\"]\n\n%s", TAGS, BAD[i], DEAL);
        expect_bad(text, "line 4: ", "UTF-8");
        snprintf(text, sizeof text, "%s\n%s; %s\n", TAGS, DEAL, BAD[i]);
        expect_bad(text, "line 6: ", "UTF-8");
        snprintf(text, sizeof text, "%s\n%s0 play %s\n", TAGS, DEAL, BAD[i]);
        expect_bad(text, "line 6: ", "UTF-8");
    }
    static const char NUL[] = TAGS "\n" DEAL "0 play r2\0\n1 play y6\n", NUL_COMMENT[] = TAGS "\n; \0\n" DEAL;
    reading r;
    read_bytes(&r, NUL, sizeof NUL - 1, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_ESYNTAX);
    cr_expect_eq(r.record.line, 6);
    tm_table_free(r.table);
    read_bytes(&r, NUL_COMMENT, sizeof NUL_COMMENT - 1, NULL, TM_EVERYTHING);
    cr_expect_eq(r.status, TM_ESYNTAX);
    cr_expect_eq(r.record.line, 5);
    tm_table_free(r.table);
}

Test(record, decisions_taken_at_once_are_read_in_any_order_and_written_by_seat)
{
#define THREE "[Tatami \"1\"]\n[Game \"template\"]\n[Players \"3\"]\n"
#define CARDS "* deal 0 5\n* deal 1 7\n* deal 2 9\n"
    static const char BY_SEAT[] = THREE "\n" CARDS "0 stay\n1 fold\n2 stay\n" CARDS "0 fold\n2 stay\n";
    expect_rewritten(BY_SEAT, BY_SEAT);
    expect_rewritten(THREE "\n" CARDS "2 stay\n0 stay\n1 fold\n" CARDS "2 stay\n0 fold\n", BY_SEAT);
    expect_rewritten(THREE "\n" CARDS "1 fold\n2 stay\n0 stay\n" CARDS "0 fold\n2 stay\n", BY_SEAT);
    expect_bad(THREE "\n" CARDS "2 stay\n2 fold\n", "line 9: found \"2 fold\", expected 0: fold | stay; 1: fold | stay",
               "");
}

/* Written, read and written again, byte for byte, and the same state. */
static void expect_round_trip(tm_table *table)
{
    reading r;
    char *once = written(table, NULL, 0, TM_EVERYTHING);
    read_bytes(&r, once, strlen(once), NULL, TM_EVERYTHING);
    cr_assert_eq(r.status, TM_OK, "%s", r.why.text.at);
    char *twice = written(r.table, r.record.tags, r.record.n_tags, TM_EVERYTHING);
    cr_expect_str_eq(once, twice);
    cr_expect_eq(memcmp(play_state(table), play_state(r.table), table->setup.game->state_size), 0);
    free(once);
    free(twice);
    tm_table_free(r.table);
}

Test(record, of_every_game_comes_back_as_it_was)
{
    enum { EVENTS_MAX = 600 };
    for (int g = 0; g < tm_n_games; g++)
        for (int n = tm_games[g]->min_seats; n <= tm_games[g]->max_seats; n++)
            for (uint64_t seed = 1; seed <= 6; seed++) {
                tm_table *t = play_open(tm_games[g], n, "", NULL);
                play_random(t, seed, seed % 2 ? (uint32_t)(seed * 17) : EVENTS_MAX);
                expect_round_trip(t);
                play_free(t);
            }
}

Test(record, cut_anywhere_is_read_as_far_as_it_goes)
{
    static const char TEXT[] =
        TAGS "[Option \"target=60\"]\n\n" DEAL "0 play r2\n1 ask 3\n3 give y3\n; end\n2 play rf\n";
    for (size_t len = 0; len < sizeof TEXT; len++) {
        reading r;
        char *part = malloc(len + 1); /* so that the sanitizer sees the end */
        memcpy(part, TEXT, len);
        read_bytes(&r, part, len, NULL, TM_EVERYTHING);
        cr_expect_leq(r.status, TM_OK);
        cr_expect_eq(r.status<0, r.why.text.len> 0);
        if (len && TEXT[len - 1] == '\n' && len >= strlen(TAGS))
            cr_expect_eq(r.status, TM_OK, "%zu: %s", len, r.why.text.at);
        tm_table_free(r.table);
        free(part);
    }
}

/* A reader for one seat learns nothing hidden from an error, wherever it comes from. */
static void expect_discreet(const char *events, int viewer, const char *expected)
{
    char text[1024];
    reading r;
    snprintf(text, sizeof text, "%s\n%s", TAGS, events);
    read_bytes(&r, text, strlen(text), NULL, viewer);
    cr_expect_lt(r.status, 0);
    cr_expect_str_eq(r.why.text.at, expected, "seat %d reads: %s", viewer, r.why.text.at);
    tm_table_free(r.table);
}

Test(record, read_for_a_seat_hides_what_others_could_do)
{
    expect_discreet(DEAL "0 play y2\n", 1, "line 6: found \"?\", expected 0: ?");
    expect_discreet(DEAL "0 play y2\n", 0,
                    "line 6: found \"0 play y2\", expected 0: ask 2 | play r2 | play r3 | play r4 | "
                    "play r5 | play r6 | play rv6 | play rv7");
    expect_discreet(DEAL "1 play y9\n", 1, "line 6: found \"1 play y9\", expected 0: ?");
    expect_discreet(DEAL "2 give r3\n", 3, "line 6: found \"?\", expected 0: ?");
}

Test(record, read_for_a_seat_hides_an_outcome_that_is_refused)
{
    expect_discreet("* deal r2 rv6 r6\n", 1, "line 5: found \"?\", expected an outcome of chance: * deal …");
}

Test(record, read_for_a_seat_hides_a_line_that_is_not_utf8)
{
    expect_discreet("* deal rv6 r2 r6 \xff\n", 1, "line 5: expected UTF-8 text");
    expect_discreet(DEAL "0 play r2\xff\n", 1, "line 6: expected UTF-8 text");
}

Test(record, written_for_a_seat_shows_what_it_lived)
{
    static const char TEXT[] = TAGS "\n" DEAL "0 play r2\n";
    reading r;
    read_bytes(&r, TEXT, strlen(TEXT), NULL, TM_EVERYTHING);
    char *seat = written(r.table, NULL, 0, 3), *spectator = written(r.table, NULL, 0, TM_SPECTATOR);
    cr_expect_str_eq(seat, TAGS "\n* deal r? r? r? r? r? r? r? / y? y? y? y? y? y? y? / r? r? r? r? r? r? r? / "
                                "yx3 yv7 y5 y3 yv3 yv5 yx2\n0 play r2\n");
    cr_expect_str_eq(spectator, TAGS "\n* deal r? r? r? r? r? r? r? / y? y? y? y? y? y? y? / r? r? r? r? r? r? r? / "
                                     "y? y? y? y? y? y? y?\n0 play r2\n");
    free(seat);
    free(spectator);
    tm_table_free(r.table);
}

Test(record, written_for_a_seat_hides_decisions_taken_at_once)
{
    static const char TEXT[] = TWO "\n* deal 0 5\n* deal 1 7\n0 stay\n";
    reading r;
    read_bytes(&r, TEXT, strlen(TEXT), NULL, TM_EVERYTHING);
    char *other = written(r.table, NULL, 0, 1), *own = written(r.table, NULL, 0, 0);
    cr_expect_str_eq(other, TWO "\n* deal 0 ?\n* deal 1 7\n0 ?\n");
    cr_expect_str_eq(own, TWO "\n* deal 0 5\n* deal 1 ?\n0 stay\n");
    free(other);
    free(own);
    tm_table_free(r.table);
}

#define BOX "[TatamiBox \"1\"]\n[Game \"template\"]\n[Name \"Ann's \\\"old\\\" box\"]\n\ntop 12\n"

static void read_with_box(const char *text, const char *box_text, reading *r)
{
    tm_box *box = NULL;
    tm_why why;
    tm_why_init(&why, NULL);
    if (box_text) cr_assert_eq(tm_box_read(box_text, strlen(box_text), &box, &why), TM_OK, "%s", why.text.at);
    read_bytes(r, text, strlen(text), box, TM_EVERYTHING);
    tm_table_free(r->table);
    tm_box_free(box);
}

Test(record, names_its_box_and_is_read_with_that_box_only)
{
    tm_table *t = play_open(tm_game_find(tm_span_of("template")), 2, "", BOX);
    play_lines(t, "* deal 0 12\n* deal 1 7\n");
    char *text = written(t, NULL, 0, TM_EVERYTHING), tag[256];
    snprintf(tag, sizeof tag, "[Box \"Ann's \\\"old\\\" box %s\"]\n", t->setup.box->sha256);
    cr_expect_not_null(strstr(text, tag), "%s", text);
    reading r;
    read_with_box(text, BOX, &r);
    cr_expect_eq(r.status, TM_OK, "%s", r.why.text.at);
    read_with_box(text, NULL, &r); /* the box is missing */
    cr_expect_eq(r.status, TM_EUNKNOWN);
    cr_expect_eq(strncmp(r.why.text.at, "line 4: ", 8), 0, "%s", r.why.text.at);
    cr_expect_not_null(strstr(r.why.text.at, "Ann's \"old\" box"), "%s", r.why.text.at);
    read_with_box(text, BOX "; a comment more\n", &r); /* the name, but another file */
    cr_expect_eq(r.status, TM_EUNKNOWN);
    read_with_box(TWO "\n* deal 0 5\n", BOX, &r); /* a box, but none was used */
    cr_expect_eq(r.status, TM_EUNKNOWN);
    cr_expect_not_null(strstr(r.why.text.at, "default box"), "%s", r.why.text.at);
    free(text);
    play_free(t);
}

Test(record, without_a_box_the_default_is_meant)
{
    expect_good(TWO "\n* deal 0 9\n", 1);
    expect_bad(TWO "\n* deal 0 12\n", "line 5: found \"* deal 0 12\"", "* deal");
}
