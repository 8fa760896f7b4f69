/* A table of the server without a server: who may do what and when. */
#include "rooms.h"

/* Adds what ASK has written; `status` is its answer. */
static void expect_added(room *r, int status)
{
    cr_assert_eq(status, TM_OK, "%s", why.text.at);
    add(r, entry.at);
}

Test(room, seats_are_taken_once)
{
    room *r = open_with(OPENING);
    const tm_person aiko = person("aiko", "Aiko"), ben = person("ben", "Ben"), nobody = person("x", "");
    expect_added(r, ASK(room_sit, r, &aiko, 0));
    cr_expect_eq(ASK(room_sit, r, &aiko, 0), ROOM_DONE);
    cr_expect_eq(ASK(room_sit, r, &aiko, 1), TM_EILLEGAL);
    cr_expect_eq(ASK(room_sit, r, &ben, 0), TM_EILLEGAL);
    cr_expect_eq(ASK(room_sit, r, &ben, 4), TM_ERANGE);
    cr_expect_eq(ASK(room_sit, r, &ben, -1), TM_ERANGE);
    cr_expect_eq(ASK(room_sit, r, &nobody, 1), ROOM_FORBIDDEN);
    room_free(r);
}

Test(room, a_name_that_looks_like_anothers_gets_a_number)
{
    room *r = open_with(OPENING);
    const tm_person aiko = person("aiko", "Aiko"), other = person("other", "АІKО");
    expect_added(r, ASK(room_sit, r, &aiko, 0));
    expect_added(r, ASK(room_sit, r, &other, 1));
    cr_expect_str_eq(r->seats[1].name, "АІKО 2");
    room_free(r);
}

Test(room, only_the_host_starts_and_only_when_no_seat_is_open)
{
    room *r = open_with(OPENING);
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    cr_expect_eq(ASK(room_start, r, "aiko"), TM_EILLEGAL);
    cr_expect_eq(ASK(room_bot, r, "ben", 2, "easy"), ROOM_FORBIDDEN);
    cr_expect_eq(ASK(room_bot, r, "aiko", 2, "genius"), TM_EUNKNOWN);
    cr_expect_eq(ASK(room_bot, r, "aiko", 1, "easy"), TM_EILLEGAL);
    expect_added(r, ASK(room_bot, r, "aiko", 2, "easy"));
    expect_added(r, ASK(room_bot, r, "aiko", 3, "hard"));
    cr_expect_eq(ASK(room_start, r, "ben"), ROOM_FORBIDDEN);
    expect_added(r, ASK(room_start, r, "aiko"));
    cr_expect_eq(r->phase, TM_RUNNING);
    cr_expect_eq(room_people(r), 3u);
    cr_expect_eq(ASK(room_start, r, "aiko"), ROOM_DONE);
    cr_expect_eq(ASK(room_bot, r, "aiko", 3, NULL), TM_EILLEGAL);
    room_free(r);
}

Test(room, the_host_who_leaves_passes_it_on)
{
    room *r = seated();
    expect_added(r, ASK(room_leave, r, 0));
    cr_expect_str_eq(r->host, "ben");
    cr_expect_eq(r->seats[0].kind, SEAT_OPEN);
    cr_expect_eq(ASK(room_leave, r, -1), ROOM_FORBIDDEN);
    room_free(r);
}

Test(room, who_leaves_a_game_is_replaced_by_a_bot_and_the_seat_is_open_to_others)
{
    room *r = started();
    const tm_person dan = person("dan", "Dan");
    expect_added(r, ASK(room_leave, r, 1));
    cr_expect_eq(r->seats[1].kind, SEAT_OPEN);
    cr_expect_str_eq(r->seats[1].name, "", "who leaves takes the name along");
    cr_expect_not_null(r->seats[1].bot);
    expect_added(r, ASK(room_sit, r, &dan, 1));
    cr_expect_null(r->seats[1].bot);
    room_free(r);
}

Test(room, a_decision_sent_twice_is_done_once)
{
    room *r = started();
    const int seat = actor(r);
    const uint32_t n = r->n_entries;
    char action[64];
    strcpy(action, some_action(r, seat, 0));
    expect_added(r, ASK(room_act, r, seat, n, tm_span_of(action)));
    draw(r);
    cr_expect_eq(ASK(room_act, r, seat, n, tm_span_of(action)), ROOM_DONE);
    cr_expect_eq(ASK(room_act, r, seat, n, tm_span_of("play yf")), ROOM_STALE);
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries + 1, tm_span_of(action)), ROOM_STALE);
    room_free(r);
}

Test(room, only_whose_turn_it_is_decides_and_only_what_is_legal)
{
    room *r = started();
    const int seat = actor(r), other = (seat + 1) % 3;
    char action[64];
    strcpy(action, some_action(r, seat, 0));
    cr_expect_eq(ASK(room_act, r, other, r->n_entries, tm_span_of(action)), TM_EILLEGAL);
    cr_expect_eq(ASK(room_act, r, -1, r->n_entries, tm_span_of(action)), ROOM_FORBIDDEN);
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries, tm_span_of("dance")), TM_ESYNTAX);
    char own[16];
    tm_text text;
    tm_text_init(&text, own, sizeof own);
    tm_put_fmt(&text, "ask %d", seat);
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries, tm_span_of(own)), TM_EILLEGAL);
    room_free(r);
}

Test(room, an_undo_makes_what_was_sent_before_it_stale)
{
    room *r = started();
    uint32_t ask;
    const int seat = actor(r);
    const uint32_t n = r->n_entries;
    char action[64];
    strcpy(action, some_action(r, seat, 0)); /* asking somebody for a card */
    expect_added(r, ASK(room_act, r, seat, n, tm_span_of(action)));
    cr_assert_eq(ASK(room_undo, r, seat, r->n_entries, &ask), TM_OK, "%s", why.text.at);
    cr_expect_eq(ask, room_people(r) & ~(1u << seat), "the others saw it and are asked");
    add(r, entry.at);
    cr_expect(r->entries[n].undone);
    cr_expect_eq(actor(r), seat);
    cr_expect_eq(ASK(room_act, r, seat, n, tm_span_of(action)), ROOM_STALE);
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries, tm_span_of(action)), TM_OK);
    room_free(r);
}

/* When it is over, the secret of the shuffles and all hands are known: nobody goes back behind that. */
Test(room, nothing_is_taken_back_once_the_game_is_over)
{
    room *r = started();
    uint32_t ask;
    play_out(r);
    for (int seat = 0; seat < 4; seat++) cr_expect_eq(ASK(room_undo, r, seat, r->n_entries, &ask), TM_EILLEGAL);
    tm_why_init(&why, NULL);
    cr_expect_lt(room_add(r, now, tm_span_of("undo\t0"), &why), 0);
    room_free(r);
}

Test(room, nobody_comes_back_to_a_seat_when_the_game_is_over)
{
    room *r = started();
    expect_added(r, ASK(room_stand_in, r, 0, tm_bot_find(tm_span_of("medium"))));
    play_out(r);
    cr_expect_eq(ASK(room_back, r, 0), ROOM_DONE, "a bot has played it to the end");
    room_free(r);
}

/* Anyone who has seen one hand may not see another. */
Test(room, who_left_a_seat_may_have_that_one_back_and_no_other)
{
    room *r = started();
    const tm_person ben = person("ben", "Ben");
    expect_added(r, ASK(room_leave, r, 0));
    expect_added(r, ASK(room_leave, r, 1));
    cr_expect_eq(ASK(room_sit, r, &ben, 0), ROOM_FORBIDDEN);
    expect_added(r, ASK(room_sit, r, &ben, 1));
    room_free(r);
}

Test(room, nobody_is_asked_for_an_undo_where_only_bots_play)
{
    room *r = open_with(OPENING);
    uint32_t ask = 99;
    add(r, "sit\t0\taiko\t-\tAiko");
    for (int i = 1; i < 4; i++) {
        char line[32];
        tm_text text;
        tm_text_init(&text, line, sizeof line);
        tm_put_fmt(&text, "bot\t%d\teasy", i);
        add(r, line);
    }
    add(r, "start");
    draw(r);
    for (int i = 0; actor(r) != 0 && i < 40; i++) decide(r);
    const int seat = actor(r);
    char action[64];
    strcpy(action, some_action(r, seat, 0));
    expect_added(r, ASK(room_act, r, seat, r->n_entries, tm_span_of(action)));
    cr_assert_eq(ASK(room_undo, r, seat, r->n_entries, &ask), TM_OK, "%s", why.text.at);
    cr_expect_eq(ask, 0);
    room_free(r);
}

/* A throw stays hidden until the other one is there; what came before it was seen. */
Test(room, nobody_is_asked_for_an_undo_of_what_nobody_saw)
{
    room *r =
        open_with("{\"game\":\"dojo\",\"players\":3,\"options\":{\"black-belt\":\"yes\"},\"host\":\"aiko\",\"secret\":"
                  "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}");
    uint32_t ask = 99;
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    add(r, "sit\t2\tchloe\t-\tChloé");
    add(r, "start");
    draw(r);
    while (strncmp(some_action(r, actor(r), 0), "give ", 5) == 0) decide(r);
    const int challenger = actor(r);
    expect_added(r, ASK(room_act, r, challenger, r->n_entries, tm_span_of("challenge")));
    draw(r);
    const int seat = actor(r);
    expect_added(r, ASK(room_act, r, seat, r->n_entries, tm_span_of("paper")));
    cr_assert_eq(ASK(room_undo, r, seat, r->n_entries, &ask), TM_OK, "%s", why.text.at);
    cr_expect_eq(ask, 0);
    room_free(r);
}

Test(room, a_bot_stands_in_when_most_of_the_others_want_it)
{
    room *r = started();
    const int seat = actor(r), a = (seat + 1) % 3, b = (seat + 2) % 3;
    if (seat == 3) decide(r);
    tm_why_init(&why, NULL);
    cr_expect_eq(room_vote(r, a, seat, 60000, &why), TM_EILLEGAL, "there is still time");
    r->ticks += 60000;
    cr_expect_eq(room_vote(r, seat, seat, 60000, &why), TM_EILLEGAL, "nobody votes about themselves");
    cr_expect_eq(room_vote(r, a, b, 60000, &why), TM_EILLEGAL, "it is not that one's turn");
    cr_assert_eq(room_vote(r, a, seat, 60000, &why), TM_OK);
    r->seats[seat].votes |= 1u << a;
    cr_expect_not(room_votes_suffice(r, seat));
    r->seats[seat].votes |= 1u << b;
    cr_expect(room_votes_suffice(r, seat));
    expect_added(r, ASK(room_stand_in, r, seat, tm_bot_find(tm_span_of("medium"))));
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries, tm_span_of(some_action(r, seat, 0))), TM_EILLEGAL);
    expect_added(r, ASK(room_back, r, seat));
    cr_expect_eq(ASK(room_act, r, seat, r->n_entries, tm_span_of(some_action(r, seat, 0))), TM_OK);
    room_free(r);
}

Test(room, chat_has_a_length_and_can_be_switched_off)
{
    room *r = started();
    const tm_person ben = person("ben", "Ben"), guest = person("g", "Gus");
    char longest[2 * CHAT_CHARACTERS + 8];
    for (int i = 0; i <= CHAT_CHARACTERS; i++) memcpy(longest + 2 * i, "é", 2);
    const tm_span fits = {longest, 2 * CHAT_CHARACTERS}, is_too_long = {longest, 2 * CHAT_CHARACTERS + 2};
    cr_expect_eq(ASK(room_chat, r, &ben, fits), TM_OK);
    cr_expect_eq(ASK(room_chat, r, &ben, is_too_long), TM_ERANGE);
    cr_expect_eq(ASK(room_chat, r, &ben, tm_span_of("\x01\n\t")), TM_ESYNTAX);
    expect_added(r, ASK(room_chat, r, &guest, tm_span_of("a\tb <script>\n")));
    cr_expect_str_eq(r->entries[r->n_entries - 1].text, "a b <script>\tGus");
    expect_added(r, ASK(room_chat, r, &guest, tm_span_of("see \xe2\x80\xaetxt.exe\xe2\x81\xa6!")));
    cr_expect_str_eq(r->entries[r->n_entries - 1].text, "see txt.exe!\tGus", "nothing turns writing around");
    cr_expect_eq(ASK(room_switch_chat, r, "ben", false), ROOM_FORBIDDEN);
    expect_added(r, ASK(room_switch_chat, r, "aiko", false));
    cr_expect_eq(ASK(room_chat, r, &ben, tm_span_of("hello")), TM_EILLEGAL);
    room_free(r);
}

Test(room, the_clock_runs_for_people_whose_turn_it_is)
{
    room *r = open_with("{\"game\":\"tatsu\",\"players\":2,\"clock\":30,\"host\":\"aiko\",\"secret\":"
                        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}");
    cr_expect_eq(room_deadline(r), 0);
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    add(r, "start");
    draw(r);
    cr_expect_eq(room_deadline(r), r->seats[actor(r)].waits_since + 30000);
    /* The log says that the wait began at 1000 (`add` puts that there). */
    const int64_t began = r->seats[actor(r)].waits_at;
    outages away = {.n = 1, .list = {{began + 2000, began + 900000}}};
    room_wake(r, 5000000, began + 905000, &away);
    cr_expect_eq(room_deadline(r), 5000000 - 7000 + 30000, "time does not run while the server is down");
    away.n = 0;
    room_wake(r, 50, began + 30 * 86400000LL, &away);
    cr_expect_eq(room_deadline(r), 50 - 30 * 86400000LL + 30000, "but it does while nobody looks");
    room_wake(r, 30000, began + 60000, &away);
    cr_expect_neq(room_deadline(r), 0, "0 would mean that there is no limit");
    room_wake(r, 50, began - 4000, &away);
    cr_expect_eq(room_deadline(r), 30050, "a clock that was set back does no harm");
    room_free(r);
}

Test(room, whoever_takes_the_seat_back_has_the_whole_time_again)
{
    room *r = open_with("{\"game\":\"tatsu\",\"players\":2,\"clock\":1209600,\"host\":\"aiko\",\"secret\":"
                        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}");
    char line[40];
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    add(r, "start");
    draw(r);
    r->ticks += 1209600000;
    cr_expect_eq(room_deadline(r), r->ticks);
    snprintf(line, sizeof line, "stand-in\t%d\tmedium", actor(r));
    add(r, line);
    cr_expect_eq(room_deadline(r), 0);
    snprintf(line, sizeof line, "back\t%d", actor(r));
    add(r, line);
    cr_expect_eq(room_deadline(r), r->ticks + 1209600000);
    room_free(r);
}

/* Two turns of one seat are two turns: after a decision the same seat has the whole time again. */
Test(room, the_clock_starts_anew_between_two_decisions_of_the_same_seat)
{
    int n_again = 0;
    room *r = open_with("{\"game\":\"tatsu\",\"players\":2,\"clock\":30,\"host\":\"aiko\",\"secret\":"
                        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}");
    add(r, "sit\t0\taiko\t-\tAiko");
    add(r, "sit\t1\tben\t-\tBen");
    add(r, "start");
    draw(r);
    for (int i = 0; i < 60 && r->phase == TM_RUNNING; i++) {
        const int seat = actor(r);
        const uint32_t turn = r->seats[seat].turn;
        const int64_t decided = r->ticks += 20000;
        decide(r);
        if (r->phase != TM_RUNNING || actor(r) != seat) continue;
        n_again++;
        cr_expect_geq(r->seats[seat].waits_since, decided);
        cr_expect_geq(room_deadline(r), decided + 30000);
        cr_expect_neq(r->seats[seat].turn, turn, "votes for a bot are about one turn");
    }
    cr_expect_gt(n_again, 0, "nobody decided twice: the test proves nothing");
    room_free(r);
}

Test(room, a_rematch_is_opened_once_when_the_game_is_over)
{
    room *r = started();
    cr_expect_eq(ASK(room_rematch, r, 0, "next"), TM_EILLEGAL);
    play_out(r);
    cr_expect_eq(ASK(room_rematch, r, -1, "next"), ROOM_FORBIDDEN);
    expect_added(r, ASK(room_rematch, r, 0, "next"));
    cr_expect_eq(ASK(room_rematch, r, 1, "other"), ROOM_DONE);
    cr_expect_str_eq(r->next, "next");
    cr_expect_eq(ASK(room_act, r, 0, r->n_entries, tm_span_of("play r5")), TM_EILLEGAL);
    room_free(r);
}

Test(room, who_comes_and_goes_does_not_cost_others_the_seat_that_is_kept_for_them)
{
    room *r = started();
    char sit[64];
    add(r, "leave\t0\tmedium");
    add(r, "leave\t1\tmedium");
    for (int i = 0; i < 3 * LEAVERS_MAX; i++) { /* the same stranger, then ever new ones */
        snprintf(sit, sizeof sit, "sit\t1\tstranger%d\t-\tS", i < LEAVERS_MAX ? 0 : i);
        add(r, sit);
        add(r, "leave\t1\tmedium");
    }
    const tm_person aiko = person("aiko", "Aiko"), ben = person("ben", "Ben"), other = person("new", "New");
    cr_expect_eq(ASK(room_sit, r, &aiko, 1), ROOM_FORBIDDEN, "another hand than the one that was seen");
    cr_expect_eq(ASK(room_sit, r, &aiko, 0), TM_OK);
    cr_expect_eq(ASK(room_sit, r, &ben, 1), TM_OK);
    cr_expect_eq(ASK(room_sit, r, &other, 1), ROOM_FORBIDDEN, "who else has left is no longer known");
    room_free(r);
}

Test(room, a_box_that_takes_too_long_to_read_is_refused_when_a_table_is_opened_only)
{
    static char text[4096] =
        "{\"game\":\"dojo\",\"players\":3,\"options\":{\"black-belt\":\"yes\"},\"host\":\"a\",\"secret\":"
        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\",\"box\":"
        "\"[TatamiBox \\\"1\\\"]\\n[Game \\\"dojo\\\"]\\n[Name \\\"b\\\"]\\n\\n";
    const uint64_t long_ago = 0;
    room_opening o;
    for (int i = 0; i < 40; i++) strcat(text, "; a line\\n");
    strcat(text, "\"}");
    tm_why_init(&why, NULL);
    cJSON *json = json_object(text, strlen(text), &why);
    cr_assert_not_null(json, "%s", why.text.at);
    cr_expect_eq(room_opening_from(&o, json, &long_ago, &why), TM_ETURN);
    cr_expect_str_eq(why.text.at, "this box takes too long to read");
    cJSON_Delete(json);
    tm_why_init(&why, NULL);
    cr_expect_eq(room_opening_read(&o, text, &why), TM_OK, "what is stored is read in any case: %s", why.text.at);
    room_opening_free(&o);
}

Test(room, a_box_is_shared_by_the_tables_of_a_rematch)
{
    room_opening first, second;
    tm_why_init(&why, NULL);
    static const char WITH_BOX[] =
        "{\"game\":\"dojo\",\"players\":3,\"options\":{\"black-belt\":\"yes\"},\"host\":\"a\",\"secret\":"
        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\",\"box\":"
        "\"[TatamiBox \\\"1\\\"]\\n[Game \\\"dojo\\\"]\\n[Name \\\"b\\\"]\\n\\ncard m1 3\\n\"}";
    cr_assert_eq(room_opening_read(&first, WITH_BOX, &why), TM_OK, "%s", why.text.at);
    room_opening_copy(&second, &first);
    cr_expect_eq(first.box, second.box);
    room_opening_free(&first);
    room *r = room_new("again", now, &second);
    cr_expect_str_eq(r->opening.box->name, "b");
    add(r, "bot\t0\teasy");
    add(r, "bot\t1\teasy");
    add(r, "bot\t2\teasy");
    add(r, "start");
    room_free(r);
}
