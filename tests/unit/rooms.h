/* A table of the server without a server: it is opened, filled and played through its log. */
#ifndef UNIT_ROOMS_H
#define UNIT_ROOMS_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/opening.h"
#include "server/room.h"

static const char OPENING[] = "{\"game\":\"tatsu\",\"players\":4,\"host\":\"aiko\",\"secret\":"
                              "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}";
static int64_t now = 1000;

static tm_why why;
static tm_text entry;
static char entry_room[4096];

/* What a function of room_do.c answers, with its entry. */
#define ASK(function, ...)                                                                                             \
    (tm_why_init(&why, NULL), tm_text_init(&entry, entry_room, sizeof entry_room), function(__VA_ARGS__, &entry, &why))

static inline room *open_with(const char *opening)
{
    room_opening o;
    tm_why_init(&why, NULL);
    cr_assert_eq(room_opening_read(&o, opening, &why), TM_OK, "%s", why.text.at);
    return room_new("table", now, &o);
}

static inline void add(room *r, const char *text)
{
    tm_why_init(&why, NULL);
    cr_assert_eq(room_add(r, now++, tm_span_of(text), &why), TM_OK, "%s: %s", text, why.text.at);
}

static inline tm_person person(const char *id, const char *name)
{
    tm_person p = {0};
    strcpy(p.id, id);
    strcpy(p.name, name);
    return p;
}

static inline room *seated(void)
{
    room *r = open_with(OPENING);
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    add(r, "sit\t2\tchloe\tp\tChloé");
    add(r, "bot\t3\teasy");
    return r;
}

/* Lets chance do what is due. */
static inline void draw(room *r)
{
    while (room_actors(r) & TM_ACTOR_CHANCE) {
        tm_text_init(&entry, entry_room, sizeof entry_room);
        cr_assert_eq(tm_fair_write(&r->opening.fair, r->table, &entry), TM_OK);
        add(r, entry.at);
    }
}

static inline room *started(void)
{
    room *r = seated();
    add(r, "start");
    draw(r);
    return r;
}

static inline int actor(const room *r)
{
    return __builtin_ctz(room_actors(r));
}

static inline const char *some_action(const room *r, int seat, int index)
{
    static char text[64];
    const tm_action *legal;
    tm_text out;
    cr_assert_gt(tm_table_legal(r->table, seat, &legal), index);
    tm_text_init(&out, text, sizeof text);
    r->opening.setup.game->write_action(tm_table_config(r->table), legal[index], &out);
    return text;
}

static inline void decide(room *r)
{
    const int seat = actor(r);
    char line[128];
    tm_text text;
    tm_text_init(&text, line, sizeof line);
    tm_put_fmt(&text, "%d %s", seat, some_action(r, seat, 0));
    add(r, line);
    draw(r);
}

/* Plays on at random until it is over. */
static inline void play_out(room *r)
{
    for (int i = 0; i < 5000 && r->phase == TM_RUNNING; i++) decide(r);
    cr_assert_eq(r->phase, TM_OVER);
}

#endif
