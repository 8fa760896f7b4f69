/* What a viewer of a table is told, and what not. */
#include "rooms.h"
#include "server/result.h"
#include "server/viewer.h"
#include "wire/json.h"

/* The last message to somebody who looks at a table. */
static char message[1 << 20];

typedef struct onlooker {
    viewer viewer;
    desk desk;
    tm_text text;
} onlooker;

static void look(onlooker *o, room *r, const char *who, bool know)
{
    cr_assert_eq(desk_init(&o->desk), TM_OK);
    viewer_init(&o->viewer, r, who, NULL, know);
}

static void look_away(onlooker *o)
{
    viewer_free(&o->viewer);
    desk_free(&o->desk);
}

static void tell_table(onlooker *o)
{
    tm_text_init(&o->text, message, sizeof message);
    viewer_write_table(&o->viewer, &o->desk, 0, o->viewer.room->n_entries, &o->text);
    cr_assert_not(o->text.cut);
}

/* What is new up to entry n. */
static void tell_log(onlooker *o, uint32_t n)
{
    tm_text_init(&o->text, message, sizeof message);
    viewer_write_log(&o->viewer, &o->desk, n, &o->text);
    cr_assert_not(o->text.cut);
}

/* Everything a viewer is ever told about a game, at every step. */
static char *told(room *r, const char *who, size_t *out_len)
{
    onlooker o;
    look(&o, r, who, true);
    tell_table(&o);
    *out_len = o.text.len;
    look_away(&o);
    return strdup(message);
}

/* The secret of the shuffles, from which every card to come follows, in any message or tag. */
static bool tells_secret(room *r)
{
    static const char *const WHO[] = {"aiko", "ben", ""};
    char tags_room[TM_FAIR_ROOM];
    tm_tag tags[TM_FAIR_TAGS];
    bool found = false;
    for (size_t i = 0; i < sizeof WHO / sizeof *WHO; i++) {
        size_t len;
        char *text = told(r, WHO[i], &len);
        found = found || strstr(text, r->opening.fair.secret);
        free(text);
    }
    if (!r->table) return found;
    const int n = tm_fair_tags(&r->opening.fair, r->table, tags_room, tags);
    for (int i = 0; i < n; i++)
        found = found || (tags[i].value.len == TM_FAIR_HEX &&
                          memcmp(tags[i].value.at, r->opening.fair.secret, TM_FAIR_HEX) == 0);
    return found;
}

Test(viewer, is_told_the_secret_of_the_shuffles_when_the_game_is_over_and_not_before)
{
    room *r = seated();
    cr_assert_eq(strlen(r->opening.fair.secret), TM_FAIR_HEX);
    cr_expect_not(tells_secret(r), "before the start");
    add(r, "start");
    cr_expect_not(tells_secret(r), "before the first card");
    draw(r);
    for (int i = 0; i < 5000 && r->phase == TM_RUNNING; i++) {
        if (i < 40) cr_expect_not(tells_secret(r), "at decision %d", i);
        decide(r);
    }
    cr_assert_eq(r->phase, TM_OVER);
    cr_expect(tells_secret(r), "when it is over, everybody can check");
    room_free(r);
}

/* Where in a line of a deal the hand of a seat begins. */
static char *hand(char *deal, int seat)
{
    for (; seat > 0; seat--) deal = strchr(deal, '/') + 2;
    return deal;
}

/* The same deal with a red card of seat 1 and one of seat 2 exchanged: seat 0 and everybody else see the same backs. */
static void exchange_cards(const char *deal, char *out)
{
    char copy[512];
    strcpy(copy, deal);
    char *mine = strchr(hand(copy, 1) - 1, 'r'), *yours = strchr(hand(copy, 2) - 1, 'r');
    const size_t my_len = strcspn(mine, " "), your_len = strcspn(yours, " ");
    cr_assert_lt(mine, hand(copy, 2));
    cr_assert_lt(yours, hand(copy, 3));
    sprintf(out, "%.*s%.*s%.*s%.*s%s", (int)(mine - copy), copy, (int)your_len, yours,
            (int)(yours - mine - (long)my_len), mine + my_len, (int)my_len, mine, yours + your_len);
    cr_assert_str_neq(deal, out);
}

Test(viewer, is_told_nothing_of_hidden_cards)
{
    static const char *const WHO[] = {"aiko", ""};
    char deals[2][512];
    room *rooms[2];
    for (int i = 0; i < 2; i++) {
        now = 1000;
        rooms[i] = seated();
        add(rooms[i], "start");
        if (i == 0) {
            tm_text_init(&entry, deals[0], sizeof deals[0]);
            cr_assert_eq(tm_fair_write(&rooms[0]->opening.fair, rooms[0]->table, &entry), TM_OK);
            exchange_cards(deals[0], deals[1]);
        }
        add(rooms[i], deals[i]);
    }
    for (size_t k = 0; k < sizeof WHO / sizeof *WHO; k++) {
        size_t len[2];
        char *seen[2] = {told(rooms[0], WHO[k], &len[0]), told(rooms[1], WHO[k], &len[1])};
        cr_expect_gt(len[0], 1000);
        cr_expect_eq(len[0], len[1]);
        cr_expect_str_eq(seen[0], seen[1]);
        free(seen[0]);
        free(seen[1]);
    }
    size_t len[2];
    char *ben[2] = {told(rooms[0], "ben", &len[0]), told(rooms[1], "ben", &len[1])};
    cr_expect_str_neq(ben[0], ben[1], "whose cards they are, sees them");
    for (int i = 0; i < 2; i++) {
        free(ben[i]);
        room_free(rooms[i]);
    }
}

/* A message says what the log says; after an undo it is told that, and what comes is the new position. */
Test(viewer, follows_an_undo)
{
    onlooker o;
    tm_text text;
    room *r = started();
    look(&o, r, "aiko", false);
    tell_table(&o);
    char before[8192];
    strcpy(before, strstr(message, "\"now\":"));
    const int seat = actor(r);
    char line[64];
    tm_text_init(&text, line, sizeof line);
    tm_put_fmt(&text, "%d %s", seat, some_action(r, seat, 0));
    add(r, line);
    tm_text_init(&text, line, sizeof line);
    tm_put_fmt(&text, "undo\t%d", seat);
    add(r, line);
    tell_log(&o, r->n_entries);
    cr_expect_not_null(strstr(message, "\"note\":\"taken-back\""));
    cr_expect_not_null(strstr(message, "\"note\":\"undo\""));
    cr_expect_str_eq(strstr(message, "\"now\":"), before);
    look_away(&o);
    room_free(r);
}

Test(viewer, is_told_no_result_before_it_is_stored)
{
    onlooker o;
    room *r = started();
    play_out(r);
    look(&o, r, "aiko", false);
    tell_log(&o, r->n_entries - 1);
    cr_expect_not_null(strstr(message, "\"points\":null"));
    tell_log(&o, r->n_entries);
    cr_expect_not_null(strstr(message, "\"points\":["));
    look_away(&o);
    room_free(r);
}

/* Views that take long to write are written once; nothing may be told by that which was not told before, or to another. */
Test(viewer, is_told_the_same_from_what_was_kept)
{
    static char plain[1 << 20], from_kept[1 << 20];
    static const char *const WHO[] = {"aiko", "ben", ""};
    desk d;
    viewer v;
    tm_text text;
    uint32_t len;
    room *r = started();
    for (int over = 0; over < 2; over++) {
        if (over) play_out(r);
        cr_assert_eq(desk_init(&d), TM_OK);
        for (int round = 0; round < 3; round++)
            for (size_t i = 0; i < sizeof WHO / sizeof *WHO; i++) {
                for (int keep = 0; keep < 2; keep++) {
                    d.keep_after = keep ? 0 : UINT64_MAX;
                    kept_views *before = r->kept;
                    if (!keep) r->kept = NULL;
                    viewer_init(&v, r, WHO[i], NULL, true);
                    tm_text_init(&text, keep ? from_kept : plain, sizeof plain);
                    viewer_write_table(&v, &d, 0, r->n_entries, &text);
                    cr_assert_not(text.cut);
                    if (!keep) {
                        cr_assert_null(r->kept, "nothing takes so long");
                        r->kept = before;
                    } else {
                        const size_t size = r->opening.setup.game->view_size;
                        const char *found = kept_find(r->kept, tm_walk_after(v.walk), size, &len);
                        cr_assert_not_null(found);
                        cr_assert_not_null(strstr(from_kept, "\"view\":"));
                        cr_assert_eq(memcmp(strstr(from_kept, "\"view\":") + 7, found, len), 0);
                    }
                    viewer_free(&v);
                }
                cr_assert_str_eq(plain, from_kept, "%s, round %d", WHO[i], round);
            }
        desk_free(&d);
    }
    room_free(r);
}

Test(kept, the_oldest_view_goes)
{
    kept_views *k = NULL;
    uint32_t len = 0;
    cr_expect_null(kept_find(NULL, "a", 1, &len));
    for (int i = 0; i < 3 * KEPT_MAX; i++) {
        const char view[2] = {(char)i, 1}, text[3] = {'x', (char)i, 'y'};
        kept_add(&k, view, sizeof view, text, sizeof text);
        for (int old = 0; old <= i; old++) {
            const char key[2] = {(char)old, 1};
            const char *found = kept_find(k, key, sizeof key, &len);
            cr_assert_eq(found != NULL, i - old < KEPT_MAX, "%d after %d", old, i);
            if (found) cr_assert(len == 3 && found[0] == 'x' && found[1] == (char)old && found[2] == 'y');
            cr_assert_null(kept_find(k, key, 1, &len), "another size");
        }
    }
    kept_free(k);
}

/* A game whose last decision is lost goes on after a restart: nobody may have learned by then how it is shuffled. */
Test(viewer, is_told_of_the_whole_table_only_what_is_stored)
{
    static char scratch[1 << 20];
    static const char *const SIGNS[] = {"\"phase\":\"over\"", "\"points\":[", "\"winners\":["};
    desk d;
    viewer v;
    tm_text text;
    room *r = started();
    play_out(r);
    cr_assert_eq(desk_init(&d), TM_OK);
    for (uint32_t n = r->n_entries - 1; n <= r->n_entries; n++) {
        const bool stored = n == r->n_entries;
        viewer_init(&v, r, "aiko", NULL, true);
        tm_text_init(&text, scratch, sizeof scratch);
        viewer_write_table(&v, &d, 0, n, &text);
        cr_assert_not(text.cut);
        cr_expect_eq(strstr(scratch, r->opening.fair.secret) != NULL, stored, "the secret");
        for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
            cr_expect_eq(strstr(scratch, SIGNS[i]) != NULL, stored, "%s", SIGNS[i]);
        viewer_free(&v);
    }
    desk_free(&d);
    room_free(r);
}

Test(room, a_result_says_whose_seat_it_was_to_that_person_alone)
{
    tm_span members;
    const tm_span result = tm_span_of("aiko - ben\n\"game\":\"x\"");
    cr_expect_eq(result_seat(result, "aiko", &members), 0);
    cr_expect_eq(result_seat(result, "ben", &members), 2);
    cr_expect(tm_span_is(members, "\"game\":\"x\""));
    cr_expect_eq(result_seat(result, "be", &members), -1);
    cr_expect_eq(result_seat(tm_span_of("aiko"), "aiko", &members), -1);
    cr_expect_eq(result_seat(tm_span_of(""), "aiko", &members), -1);
}
