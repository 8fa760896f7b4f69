/* The screen without a terminal: keys in, sheets out. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "tui/filter.h"
#include "tui/model.h"

static const char *const NAMES[TM_MAX_SEATS] = {"you", "Bot 1", "Bot 2", "Bot 3", "Bot 4", "Bot 5", "Bot 6", "Bot 7"};

typedef struct screen {
    tm_table *table;
    tm_players players;
    tm_source *source;
    tui t;
    char saved[64]; /* where the game was last saved */
} screen;

static int keep(void *context, const char *path, tm_why *why)
{
    screen *s = context;
    if (strcmp(path, "full") == 0) return tm_why_not(why, TM_EIO, "the disk is full");
    strncpy(s->saved, path, sizeof s->saved - 1);
    return TM_OK;
}

static void open_screen(screen *s, const tm_game *game, int n_seats, const char *options)
{
    tm_say say = {0};
    memset(s, 0, sizeof *s);
    memcpy(say.names, NAMES, sizeof NAMES);
    s->table = play_open(game, n_seats, options, NULL);
    cr_assert_eq(tm_players_init(&s->players, game, 7), TM_OK);
    for (int seat = 1; seat < n_seats; seat++) s->players.bots[seat] = tm_bot_find(tm_span_of("random"));
    cr_assert_eq(tm_source_table(s->table, &s->players, 0, &say, 0, keep, s, &s->source), TM_OK);
    cr_assert_eq(tui_init(&s->t, s->source), TM_OK);
    cr_assert_eq(tui_resize(&s->t, 80, 24), TM_OK);
}

static void close_screen(screen *s)
{
    tui_free(&s->t);
    tm_source_free(s->source);
    tm_players_free(&s->players);
    play_free(s->table);
}

/* Lets bots think until there is something to decide, or the game is over; then draws. */
static void settle(screen *s)
{
    for (int turn = 0; turn < 10000; turn++) {
        s->source->update(s->source);
        if (!s->source->actors || (s->source->n_items && !s->source->hinting && !s->source->thinking)) break;
        struct pollfd fd = {.fd = s->source->fd, .events = POLLIN};
        poll(&fd, 1, 100);
    }
    if (s->t.turn != s->source->turn) tui_refilter(&s->t);
    tui_draw(&s->t);
}

static void press(screen *s, int key)
{
    tui_key(&s->t, key);
    settle(s);
}

static void type(screen *s, const char *text)
{
    for (; *text; text++) press(s, (unsigned char)*text);
}

/* A row as ASCII. */
static const char *row(const screen *s, int y)
{
    static char text[1001];
    int len = 0;
    for (int x = 0; x < s->t.sheet.width; x++) {
        const uint32_t code = s->t.sheet.cells[y * s->t.sheet.width + x].code;
        text[len++] = code ? tm_code_ascii(code) : ' ';
    }
    while (len && text[len - 1] == ' ') len--;
    text[len] = 0;
    return text;
}

static bool is_seen(const screen *s, const char *text)
{
    for (int y = 0; y < s->t.sheet.height; y++)
        if (strstr(row(s, y), text)) return true;
    return false;
}

static const tm_game *game_of(const char *id)
{
    return tm_game_find(tm_span_of(id));
}

Test(tui, words_or_their_beginnings_narrow_the_list)
{
    const tm_span move = tm_span_of("move i3 bb o3"), go = tm_span_of("go 12 bomb 1");
    cr_assert(tui_matches(tm_span_of(""), move, false));
    cr_assert(tui_matches(tm_span_of("mo"), move, false));
    cr_assert(tui_matches(tm_span_of("i3 o"), move, false));
    cr_assert(tui_matches(tm_span_of("  MOVE  O3 "), move, false));
    cr_assert_not(tui_matches(tm_span_of("o3 i3"), move, true), "in this order");
    cr_assert_not(tui_matches(tm_span_of("mo o3"), move, false), "a word that is not the last is whole");
    cr_assert(tui_matches(tm_span_of("mo o3"), move, true));
    cr_assert(tui_matches(tm_span_of("1"), go, false));
    cr_assert_not(tui_matches(tm_span_of("go 1 bomb"), go, false), "12 is not 1");
    cr_assert_not(tui_matches(tm_span_of("12 12"), go, true), "each word once");
}

Test(tui, whole_games_are_played_with_two_keys)
{
    for (int i = 0; i < tm_n_games; i++) {
        screen s;
        open_screen(&s, tm_games[i], tm_games[i]->usual_seats, "");
        settle(&s);
        for (int n = 0; n < 400 && s.source->actors; n++) {
            const uint32_t before = tm_table_n_events(s.table);
            press(&s, TUI_KEY_DOWN);
            press(&s, TUI_KEY_ENTER);
            cr_assert_gt(tm_table_n_events(s.table), before, "%s: nothing happened", tm_games[i]->id);
        }
        close_screen(&s);
    }
}

Test(tui, typing_chooses_and_enter_plays)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    cr_assert(is_seen(&s, "Choices: 7"));
    type(&s, "r5");
    cr_assert(is_seen(&s, "Choices: 1 of 7"));
    press(&s, TUI_KEY_ENTER);
    cr_assert(is_seen(&s, "trick 2 of 7") || is_seen(&s, "wants"));
    cr_assert_str_eq(s.t.filter, "");
    close_screen(&s);
}

Test(tui, what_is_not_possible_says_why)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    press(&s, TUI_KEY_ENTER);
    cr_assert(is_seen(&s, "Choose with the arrow keys"));
    type(&s, "play y3");
    press(&s, TUI_KEY_ENTER);
    cr_assert(is_seen(&s, "belongs to the other clan"));
    press(&s, TUI_KEY_ESCAPE);
    type(&s, "dance");
    press(&s, TUI_KEY_ENTER);
    cr_assert(is_seen(&s, "is not an action of this game"));
    cr_assert_eq(tm_table_n_events(s.table), 1);
    close_screen(&s);
}

Test(tui, tab_points_at_pieces_and_enter_plays_them)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    press(&s, TUI_KEY_TAB);
    cr_assert_geq(s.t.spot, 0);
    for (int n = 0; n < 20 && strcmp(s.t.sheet.spots[s.t.spot].text, "rf") != 0; n++) press(&s, TUI_KEY_TAB);
    cr_assert_str_eq(s.t.sheet.spots[s.t.spot].text, "rf");
    press(&s, TUI_KEY_LEFT);
    cr_assert_str_eq(s.t.sheet.spots[s.t.spot].text, "rx3");
    press(&s, TUI_KEY_UP);
    cr_assert_str_neq(s.t.sheet.spots[s.t.spot].text, "rx3");
    press(&s, TUI_KEY_BACK_TAB);
    press(&s, TUI_KEY_ENTER);
    cr_assert_gt(tm_table_n_events(s.table), 1);
    close_screen(&s);
}

Test(tui, two_pieces_make_a_move)
{
    screen s;
    open_screen(&s, game_of("takamatsu"), 4, "");
    settle(&s);
    const int x[2] = {16, 30}, y = 3; /* the rooms o1 and o3 */
    tui_click(&s.t, x[0], y);
    tui_draw(&s.t);
    cr_assert_str_eq(s.t.filter, "o1 ");
    cr_assert_eq(s.t.n_shown, 2);
    const uint32_t before = tm_table_n_events(s.table);
    tui_click(&s.t, x[1], y);
    settle(&s);
    cr_assert_gt(tm_table_n_events(s.table), before);
    cr_assert(is_seen(&s, "o3"));
    close_screen(&s);
}

Test(tui, a_click_on_a_piece_without_use_says_so)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    for (int i = 0; i < s.t.sheet.n_spots; i++)
        if (strcmp(s.t.sheet.spots[i].text, "y3") == 0) {
            tui_click(&s.t, s.t.sheet.spots[i].x, s.t.sheet.spots[i].y);
            break;
        }
    tui_draw(&s.t);
    cr_assert(is_seen(&s, "belongs to the other clan"));
    tui_click(&s.t, s.t.panel.x + 2, s.t.panel.y); /* the first choice */
    settle(&s);
    cr_assert_gt(tm_table_n_events(s.table), 1);
    close_screen(&s);
}

Test(tui, commands_are_typed_or_keys)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    type(&s, "save evening.record");
    press(&s, TUI_KEY_ENTER);
    cr_assert_str_eq(s.saved, "evening.record");
    press(&s, TUI_KEY_F1 + 3);
    type(&s, "full");
    press(&s, TUI_KEY_ENTER);
    cr_assert(is_seen(&s, "the disk is full"));
    press(&s, TUI_KEY_F1 + 2);
    cr_assert(is_seen(&s, "undo") || is_seen(&s, "nothing"));
    press(&s, TUI_KEY_F1);
    cr_assert(is_seen(&s, "Keys"));
    press(&s, 'x');
    cr_assert_eq(s.t.mode, TUI_PLAYING);
    press(&s, TUI_KEY_LEAVE);
    cr_assert_eq(s.t.mode, TUI_LEAVING);
    press(&s, 'n');
    cr_assert_eq(s.t.mode, TUI_PLAYING);
    press(&s, TUI_KEY_F10);
    press(&s, 'y');
    cr_assert_eq(s.t.mode, TUI_LEFT);
    close_screen(&s);
}

Test(tui, undo_takes_a_decision_back)
{
    screen s;
    open_screen(&s, game_of("tatata"), 2, "");
    settle(&s);
    const uint32_t before = tm_table_n_events(s.table);
    type(&s, "discard");
    press(&s, TUI_KEY_ENTER);
    cr_assert_eq(tm_table_n_events(s.table), before + 1);
    type(&s, "undo");
    press(&s, TUI_KEY_ENTER);
    cr_assert_eq(tm_table_n_events(s.table), before);
    cr_assert(is_seen(&s, "taken back"));
    close_screen(&s);
}

Test(tui, hints_have_bars_and_put_the_best_first)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    settle(&s);
    press(&s, TUI_KEY_F1 + 1);
    cr_assert_eq(s.source->n_hints, s.source->n_items);
    cr_assert(is_seen(&s, "%"));
    cr_assert_eq(s.source->items[s.t.shown[0]].action, s.source->hints[0].action);
    close_screen(&s);
}

Test(tui, a_game_left_while_a_bot_thinks_leaves_nothing_behind)
{
    screen s;
    open_screen(&s, game_of("tatsu"), 4, "rounds=1");
    for (int seat = 1; seat < 4; seat++) s.players.bots[seat] = tm_bot_find(tm_span_of("medium"));
    settle(&s);
    tui_key(&s.t, TUI_KEY_F1 + 1);
    tui_key(&s.t, TUI_KEY_DOWN);
    tui_key(&s.t, TUI_KEY_ENTER);
    s.source->update(s.source);
    close_screen(&s);
}

Test(tui, any_size_of_terminal_can_be_drawn)
{
    screen s;
    open_screen(&s, game_of("takamatsu"), 5, "");
    settle(&s);
    for (int width = 1; width < 200; width += 7)
        for (int height = 1; height < 70; height += 3) {
            cr_assert_eq(tui_resize(&s.t, width, height), TM_OK);
            press(&s, TUI_KEY_TAB);
            press(&s, TUI_KEY_F1 + 4);
        }
    close_screen(&s);
}

/* A finished game, watched. */
static tm_source *open_replay(screen *s, const char *id, int viewer, tui *t)
{
    tm_say say = {0};
    tm_source *source;
    memcpy(say.names, NAMES, sizeof NAMES);
    open_screen(s, game_of(id), 4, "rounds=1");
    s->players.bots[0] = tm_bot_find(tm_span_of("random"));
    while (tm_players_step(&s->players, s->table) == 1) continue;
    cr_assert_eq(tm_source_replay(s->table, viewer, &say, &source), TM_OK);
    cr_assert_eq(tui_init(t, source), TM_OK);
    cr_assert_eq(tui_resize(t, 80, 24), TM_OK);
    tui_refilter(t);
    tui_draw(t);
    return source;
}

Test(tui, a_record_is_stepped_through)
{
    screen s;
    tui t;
    tm_source *source = open_replay(&s, "tatsu", TM_EVERYTHING, &t);
    const int n = source->n_items;
    cr_assert_eq(source->moment, -1);
    tui_key(&t, TUI_KEY_RIGHT);
    tui_key(&t, ' ');
    cr_assert_eq(source->moment, 1);
    cr_assert_eq(t.selected, 1);
    tui_key(&t, TUI_KEY_LEFT);
    cr_assert_eq(source->moment, 0);
    tui_key(&t, TUI_KEY_END);
    cr_assert_eq(source->moment, n - 1);
    cr_assert_neq(source->winners, 0);
    tui_key(&t, TUI_KEY_RIGHT);
    tui_draw(&t);
    cr_assert_str_eq(t.message, "this is the end of the record");
    tui_key(&t, TUI_KEY_HOME);
    cr_assert_eq(source->moment, -1);
    cr_assert_eq(source->log.n, 0);
    tui_key(&t, TUI_KEY_DOWN);
    tui_key(&t, TUI_KEY_ENTER);
    cr_assert_eq(source->moment, 0);
    tui_free(&t);
    tm_source_free(source);
    close_screen(&s);
}

Test(tui, a_seat_that_watches_sees_no_more_than_it_could)
{
    screen s;
    tui t;
    tm_source *source = open_replay(&s, "tatsu", 1, &t);
    cr_assert_not_null(memchr(source->items[0].text.at, '?', source->items[0].text.len), "the deal is not shown");
    cr_assert_eq(source->seat, 1);
    tui_key(&t, TUI_KEY_F1 + 1); /* the next seat */
    cr_assert_eq(source->viewer, 2);
    for (const char *at = "all"; *at; at++) tui_key(&t, *at);
    tui_key(&t, TUI_KEY_ENTER);
    cr_assert_eq(source->viewer, TM_EVERYTHING);
    cr_assert_null(memchr(source->items[0].text.at, '?', source->items[0].text.len));
    tui_free(&t);
    tm_source_free(source);
    close_screen(&s);
}

/* Pieces as a drawing would leave them: x, y of one cell each. */
static void lay_pieces(screen *s, const int (*at)[2], int n)
{
    s->t.sheet.n_spots = n;
    for (int i = 0; i < n; i++) {
        s->t.sheet.spots[i] = (tm_spot){.x = (int16_t)at[i][0], .y = (int16_t)at[i][1], .width = 1, .height = 1};
        s->t.live[i] = true;
    }
    s->t.spot = 0;
}

/* Ahead is near, aside is far: counted double; a row counts as two columns. */
Test(tui, arrows_point_at_the_nearest_piece_that_way)
{
    enum { MIDDLE, RIGHT, ASKEW, LEFT, BELOW, DEAD };
    static const int AT[][2] = {{20, 10}, {29, 10}, {22, 13}, {14, 10}, {20, 12}, {24, 10}};
    static const struct {
        int key, to;
    } STEPS[] = {{TUI_KEY_RIGHT, RIGHT},  {TUI_KEY_LEFT, MIDDLE}, {TUI_KEY_LEFT, LEFT}, {TUI_KEY_LEFT, LEFT},
                 {TUI_KEY_RIGHT, MIDDLE}, {TUI_KEY_DOWN, BELOW},  {TUI_KEY_UP, MIDDLE}, {TUI_KEY_RIGHT, RIGHT},
                 {TUI_KEY_RIGHT, RIGHT},  {TUI_KEY_UP, RIGHT}};
    screen s;
    open_screen(&s, tm_games[0], tm_games[0]->usual_seats, "");
    settle(&s);
    lay_pieces(&s, AT, 6);
    s.t.live[DEAD] = false;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        tui_key(&s.t, STEPS[i].key);
        cr_assert_eq(s.t.spot, STEPS[i].to, "step %zu: piece %d", i, s.t.spot);
    }
    close_screen(&s);
}

/* The log scrolls back until its first line is at the top, and no further; so does the wheel. */
Test(tui, the_log_scrolls_as_far_as_it_goes)
{
    screen s;
    open_screen(&s, tm_games[0], tm_games[0]->usual_seats, "");
    settle(&s);
    tm_log_free(&s.source->log);
    for (int i = 0; i < 60; i++) {
        char line[32];
        snprintf(line, sizeof line, "line %02d.", i);
        tm_log_add(&s.source->log, line);
    }
    tui_draw(&s.t);
    cr_assert(is_seen(&s, "line 59."));
    cr_assert_not(is_seen(&s, "line 00."));
    for (int i = 0; i < 100; i++) tui_key(&s.t, TUI_KEY_LOG_UP);
    tui_draw(&s.t);
    cr_assert_eq(s.t.log_back, 60 - s.t.log.height);
    cr_assert(strstr(row(&s, s.t.log.y), "line 00."));
    tui_key(&s.t, TUI_KEY_LOG_DOWN);
    tui_draw(&s.t);
    cr_assert(strstr(row(&s, s.t.log.y), "line 01."), "not stuck beyond the end");
    for (int i = 0; i < 100; i++) tui_wheel(&s.t, s.t.log.x, s.t.log.y, 1);
    tui_draw(&s.t);
    cr_assert_eq(s.t.log_back, 0);
    cr_assert(is_seen(&s, "line 59."));
    tm_log_free(&s.source->log);
    tm_log_add(&s.source->log, "alone");
    tui_key(&s.t, TUI_KEY_LOG_UP);
    cr_assert_eq(s.t.log_back, 0, "there is nothing to scroll to");
    close_screen(&s);
}

/* The list says what a choice means, as far as there is space; the line below says it in full for the one marked. */
Test(tui, words_stand_beside_the_notation)
{
    screen s;
    open_screen(&s, game_of("dojo"), 3, "");
    settle(&s);
    while (s.source->n_items && strncmp(s.source->items[0].text.at, "give", 4) != 0) {
        press(&s, TUI_KEY_DOWN);
        press(&s, TUI_KEY_ENTER);
    }
    cr_assert(s.source->n_items);
    cr_assert(is_seen(&s, "give 1  the card goes"));
    type(&s, "give 1");
    cr_assert(is_seen(&s, "the card goes to Bot 1"));
    cr_assert_eq(tui_resize(&s.t, 132, 43), TM_OK);
    tui_draw(&s.t);
    cr_assert(is_seen(&s, "give 1  the card goes to Bot 1"));
    close_screen(&s);
}
