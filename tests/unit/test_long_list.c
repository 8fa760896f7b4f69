/* A legal palace in which a seat has far more to choose from than a message should hold: what is told, and how to get the rest. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/takamatsu/takamatsu_rules.h"
#include "server/viewer.h"
#include "table/table_private.h"

enum { ROOMS = 24, TURNS_MAX = 400 };

static char message[16 << 20];
static tm_text text;
static tm_why why;

/* Two arrows out of every room, so that a large group may end nearly anywhere. */
static room *open_table(void)
{
    static char opening[8192];
    tm_text out;
    room_opening o;
    tm_text_init(&out, opening, sizeof opening);
    tm_put_str(&out,
               "{\"game\":\"takamatsu\",\"players\":5,\"host\":\"a\",\"secret\":\"000102030405060708090a0b0c0d0e0f"
               "101112131415161718191a1b1c1d1e1f\",\"box\":\"[TatamiBox \\\"1\\\"]\\n[Game \\\"takamatsu\\\"]\\n"
               "[Name \\\"maze \xe2\x80\xae\\\"]\\n\\n");
    for (int i = 0; i < ROOMS; i++) {
        static const char *const KINDS[] = {"outer b", "outer k", "outer p", "outer r", "outer y", "inner b",
                                            "inner k", "inner p", "inner r", "inner y", "+1",      "+2"};
        tm_put_fmt(&out, "room r%d %s > r%d r%d\\n", i, i < 12 ? KINDS[i] : "plain", (i + 1) % ROOMS, (i + 5) % ROOMS);
    }
    tm_put_str(&out, "\"}");
    tm_why_init(&why, NULL);
    cr_assert_eq(room_opening_read(&o, out.at, &why), TM_OK, "%s", why.text.at);
    return room_new("maze", 1, &o);
}

static void add(room *r, const char *entry)
{
    tm_why_init(&why, NULL);
    cr_assert_eq(room_add(r, 1, tm_span_of(entry), &why), TM_OK, "%s: %s", entry, why.text.at);
}

/* The action after which the samurai stand most crowded. */
static tm_action gather(tm_table *table, int seat)
{
    static takamatsu_state after;
    const tm_game *game = tm_table_setup(table)->game;
    const tm_action *legal;
    const int n = tm_table_legal(table, seat, &legal);
    int best = 0, most = -1;
    for (int i = 0; i < n; i++) {
        int crowd = 0;
        memcpy(&after, table->state, sizeof after);
        cr_assert_eq(game->apply(tm_table_config(table), &after, seat, legal[i]), TM_OK);
        for (int at = 0; at < ROOMS; at++) {
            int total = 0;
            for (uint32_t here = after.open.room[at]; here; here >>= 4) total += (int)(here & 7u);
            crowd += total * total;
        }
        if (crowd > most) {
            most = crowd;
            best = i;
        }
    }
    return legal[best];
}

/* Plays until somebody has more than so many actions; whose turn it is. */
static int play_until(room *r, int n_wanted)
{
    for (int turn = 0; turn < TURNS_MAX && r->phase == TM_RUNNING; turn++) {
        char entry[TM_LINE_MAX];
        const tm_action *legal;
        tm_text_init(&text, entry, sizeof entry);
        if (room_actors(r) & TM_ACTOR_CHANCE) {
            cr_assert_eq(tm_fair_write(&r->opening.fair, r->table, &text), TM_OK);
        } else {
            const int seat = __builtin_ctz(room_actors(r));
            if (tm_table_legal(r->table, seat, &legal) > n_wanted) return seat;
            const tm_event event = {.seat = seat, .action = gather(r->table, seat)};
            tm_event_write(r->table, &event, &text);
        }
        add(r, entry);
    }
    return -1;
}

static int count(const char *in, const char *what)
{
    int n = 0;
    for (const char *at = in; (at = strstr(at, what)); at++) n++;
    return n;
}

Test(long_list, is_told_in_parts_to_who_asks)
{
    static const char *const FIRST[] = {"sit\t0\ta\t-\tA", "sit\t1\tb\t-\tB", "sit\t2\tc\t-\tC",
                                        "sit\t3\td\t-\tD", "sit\t4\te\t-\tE", "start"};
    room *r = open_table();
    desk d;
    viewer v;
    const tm_action *legal;
    cr_assert_eq(desk_init(&d), TM_OK);
    for (int i = 0; i < 6; i++) add(r, FIRST[i]);
    const int seat = play_until(r, LEGAL_PAGE + 1);
    cr_assert_geq(seat, 0, "the palace does not crowd");
    const int n = tm_table_legal(r->table, seat, &legal);
    const char person[2] = {(char)('a' + seat), 0};
    viewer_init(&v, r, person, NULL, false);
    tm_text_init(&text, message, sizeof message);
    viewer_write_table(&v, &d, r->n_entries, r->n_entries, &text);
    cr_expect_not(text.cut);
    cr_expect_lt(text.len, 64 << 10, "a message of %u bytes", text.len);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"legal\":null,\"n_legal\":%d,", n);
    cr_expect_not_null(strstr(message, wanted));
    cr_expect_null(strstr(message, "\xe2\x80\xae"), "the name of a box turns no writing around");
    int told = 0;
    for (uint32_t from = 0; from < (uint32_t)n; from += LEGAL_PAGE) {
        tm_text_init(&text, message, sizeof message);
        cr_assert_eq(viewer_write_legal(&v, &d, "7", from, &text), TM_OK);
        cr_expect_lt(text.len, 512 << 10);
        told += count(strstr(message, "\"legal\":["), "\"move ") + count(strstr(message, "\"legal\":["), "\"use ");
    }
    cr_expect_eq(told, n, "%d of %d were told", told, n);
    /* Nobody else is told anything. */
    viewer_free(&v);
    viewer_init(&v, r, "", NULL, false);
    tm_text_init(&text, message, sizeof message);
    viewer_write_table(&v, &d, 0, r->n_entries, &text);
    cr_expect_null(strstr(message, "n_legal"));
    cr_expect_eq(viewer_write_legal(&v, &d, "7", 0, &text), TM_EILLEGAL);
    viewer_free(&v);
    desk_free(&d);
    room_free(r);
}
