/* What a server says is foreign: addresses, texts and messages that no server of ours would send. */
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/clean.h"
#include "unit/online_table.h"
#include "wire/base64.h"

static int read_address(const char *url, client_address *out, char *table)
{
    tm_why why;
    tm_why_init(&why, NULL);
    return client_address_read(url, out, table, &why);
}

static void expect_address(const char *url, bool tls, const char *host, int port, const char *table)
{
    client_address a;
    char id[CLIENT_ID_MAX + 1];
    cr_expect_eq(read_address(url, &a, id), TM_OK, "%s", url);
    cr_expect_eq(a.tls, tls, "%s", url);
    cr_expect_str_eq(a.host, host);
    cr_expect_eq(a.port, port, "%s", url);
    cr_expect_str_eq(id, table);
}

Test(client, addresses_are_read)
{
    expect_address("http://localhost:8080", false, "localhost", 8080, "");
    expect_address("localhost:8080/", false, "localhost", 8080, "");
    expect_address("https://games.example/t/abc_-9", true, "games.example", 443, "abc_-9");
    expect_address("http://[::1]:81/t/x", false, "::1", 81, "x");
}

Test(client, other_addresses_are_refused)
{
    static const char *const BAD[] = {"",
                                      "http://",
                                      "ftp://x/y",
                                      "http://a b",
                                      "http://x:0",
                                      "http://x:99999",
                                      "http://x:",
                                      "http://x/other",
                                      "http://x/t/",
                                      "http://x/t/a/b",
                                      "http://x/t/a?b",
                                      "http://[::1",
                                      "http://me@x",
                                      "http://x\r\nA: b",
                                      "http://\xc3\xa9"};
    client_address a;
    char id[CLIENT_ID_MAX + 1];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        cr_expect_eq(read_address(BAD[i], &a, id), TM_ESYNTAX, "%s", BAD[i]);
}

static void expect_clean(const char *given, bool lines, const char *wanted)
{
    char room[64];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    client_clean(given, lines, &text);
    cr_expect_str_eq(room, wanted);
}

Test(client, terminals_get_no_commands)
{
    expect_clean("\x1b[2Jhello\x07\x7f", false, "[2Jhello");
    expect_clean("a\nb\tc\r", false, "a b c");
    expect_clean("a\nb", true, "a\nb");
    expect_clean("\xc2\x9b"
                 "31m",
                 false, "31m"); /* a control of one character */
    expect_clean("Ai\xe2\x80\xaeko\xe2\x80\x8b", false, "Aiko");
    expect_clean("\xff!", false, "?!");
    expect_clean("高松 é?", false, "高松 é?");
    expect_clean(NULL, false, "");
}

static void hear(online *o, const char *text)
{
    online_hear(o, text, strlen(text));
}

static void expect_plain_log(const online *o)
{
    for (int i = 0; i < o->source.log.n; i++)
        for (const char *c = o->source.log.at[i]; *c; c++) cr_expect((uint8_t)*c >= 0x20 && *c != 0x7f);
}

Test(client, nonsense_is_left_out)
{
    static const char *const SAID[] = {
        "",
        "[]",
        "{}",
        "{\"type\":7}",
        "{\"type\":\"table\"}",
        "{\"type\":\"table\",\"seats\":[1,2,3,4,5,6,7,8,9,10,11,12],\"you\":99,\"next\":\"../../x\",\"n\":-4}",
        "{\"type\":\"table\",\"seats\":{\"a\":{\"name\":[]}},\"you\":1e300,\"n\":1e300,\"now\":[]}",
        "{\"type\":\"log\",\"entries\":[7,{\"n\":-1},{\"n\":0,\"words\":\"\\u001b[2J\\u009bx\"}],\"now\":{}}",
        "{\"type\":\"log\",\"now\":{\"actors\":[-1,99,1e99,\"0\"],\"know\":\"AAAA\",\"legal\":[1,\"x\"]}}",
        "{\"type\":\"hint\",\"actions\":[{\"action\":\"x\",\"chance\":0.5},{\"chance\":7},5]}",
        "{\"type\":\"ask\",\"name\":\"\\u001b]0;x\\u0007\"}",
        "{\"type\":\"error\",\"message\":\"\\u001b[31mno\",\"code\":\"stale\"}",
        "{\"type\":\"seats\",\"seats\":[{\"kind\":\"person\",\"name\":\"\\u001bc\",\"bot\":\"\\u0008\"}]}",
        "[[[[[[[[[[[[[[[[",
    };
    online *o = new_table();
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) hear(o, SAID[i]);
    expect_plain_log(o);
    cr_expect_str_eq(o->source.notice, "[31mno");
    cr_expect_str_eq(o->known.seats[0].name, "c");
    cr_expect_str_eq(o->known.next, "");
    cr_expect_lt(o->known.you, 0);
    cr_expect(o->source.waiting, "a view of another length is none");
    cr_expect_eq(o->source.n_hints, 0);
    cr_expect_eq(o->offer.n_legal, 0);
    o->source.free(&o->source);
}

/* A view of the right length with anything in it can be painted. */
Test(client, any_view_can_be_painted)
{
    online *o = new_table();
    const size_t size = o->source.game->view_size;
    uint8_t *view = malloc(size);
    char *text = malloc(2 * size + 64);
    tm_cell *cells = calloc(100 * 40, sizeof *cells);
    tm_spot *spots = calloc(64, sizeof *spots);
    tm_sheet sheet = {.cells = cells, .spots = spots, .width = 100, .height = 40, .most_spots = 64};
    cr_assert(view && text && cells && spots);
    for (int round = 0; round < 64; round++) {
        tm_text out;
        memset(view, 85 * round, size);
        tm_text_init(&out, text, (uint32_t)(2 * size + 64));
        tm_put_str(&out, "{\"type\":\"log\",\"now\":{\"know\":\"");
        base64_write(view, size, &out);
        tm_put_str(&out, "\"}}");
        hear(o, text);
        cr_expect_not(o->source.waiting);
        const tm_canvas all = tm_canvas_of(&sheet);
        tm_paint_find(o->source.game)(o->source.config, o->source.view, &o->source.say, &all);
    }
    free(view);
    free(text);
    free(cells);
    free(spots);
    o->source.free(&o->source);
}

/* What the server says is known is not told twice, and what is known of it is not asked for again. */
Test(client, entries_are_told_once)
{
    online *o = new_table();
    hear(o, "{\"type\":\"table\",\"entries\":[{\"n\":0,\"words\":\"one\"},{\"n\":1,\"chat\":\"hi\",\"name\":\"Ben\"}],"
            "\"n\":2}");
    hear(o, "{\"type\":\"table\",\"entries\":[{\"n\":0,\"words\":\"one\"},{\"n\":1,\"chat\":\"hi\",\"name\":\"Ben\"},"
            "{\"n\":2,\"words\":\"two\\nthree\"}],\"n\":3}");
    cr_assert_eq(o->source.log.n, 4);
    cr_expect_str_eq(o->source.log.at[0], "one");
    cr_expect_str_eq(o->source.log.at[1], "Ben > hi");
    cr_expect_str_eq(o->source.log.at[3], "three");
    cr_expect_eq(o->known.n, 3);
    o->source.free(&o->source);
}

/* A socket that somebody can connect to and nobody answers at. */
static int silent_server(client_address *out)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert(fd >= 0 && bind(fd, (struct sockaddr *)&at, len) == 0 && listen(fd, 8) == 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&at, &len), 0);
    *out = (client_address){.host = "127.0.0.1", .port = ntohs(at.sin_port)};
    return fd;
}

/* The next answer, while other news goes by. */
static client_news *next_answer(client_line *line)
{
    for (;;) {
        struct pollfd ready = {.fd = client_line_fd(line), .events = POLLIN};
        client_news *n = client_line_take(line);
        if (n && n->kind == CLIENT_ANSWERED) return n;
        free(n);
        if (!n) cr_assert_eq(poll(&ready, 1, 60000), 1, "no answer");
    }
}

Test(client, a_question_to_a_server_that_is_not_there_is_answered_with_the_reason)
{
    const client_address nowhere = {.host = "127.0.0.1", .port = 1};
    client_line *line;
    cr_assert_eq(client_line_start(&nowhere, "/", &line), TM_OK);
    client_line_ask(line, "/api/tables/x/record", NULL, "en");
    client_news *n = next_answer(line);
    cr_expect_eq(n->status, 0);
    cr_expect_str_eq(n->text, "connection refused");
    free(n);
    client_line_stop(line);
}

Test(client, nobody_waits_for_an_answer_that_does_not_come)
{
    client_address silent;
    client_line *line;
    const int fd = silent_server(&silent);
    cr_assert_eq(client_line_start(&silent, "/", &line), TM_OK);
    client_line_ask(line, "/api/tables/x/record", NULL, "en");
    const int asked = accept(fd, NULL, NULL); /* it is on its way, and would be waited for */
    for (client_news *n; (n = client_line_take(line)); free(n)) cr_expect_neq(n->kind, CLIENT_ANSWERED);
    client_line_stop(line);
    close(asked);
    close(fd);
}

/* The writer and the reader agree for every length, and only the whole text is taken. */
Test(client, bytes_travel_as_base64)
{
    uint8_t bytes[160], back[160];
    char text[256];
    tm_text out;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 151 + 7);
    for (size_t len = 0; len < sizeof bytes; len++) {
        tm_text_init(&out, text, sizeof text);
        base64_write(bytes, len, &out);
        cr_expect(base64_read(text, back, len), "%zu", len);
        cr_expect_eq(memcmp(bytes, back, len), 0, "%zu", len);
        cr_expect_not(base64_read(text, back, len + 1), "%zu", len);
        if (len) cr_expect_not(base64_read(text, back, len - 1), "%zu", len);
        if (len) text[0] = '!';
        if (len) cr_expect_not(base64_read(text, back, len), "%zu", len);
    }
    cr_expect(base64_read("Zm9v", back, 3) && memcmp(back, "foo", 3) == 0); /* RFC 4648, 10 */
}
