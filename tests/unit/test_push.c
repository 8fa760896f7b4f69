/* Notifications: their cryptography, against the examples of the standards, and whom they may be sent to. */
#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <sodium.h>
#include <string.h>

#include "net/guard.h"
#include "server/push_to.h"

static size_t bytes_of(const char *text, uint8_t *out, size_t size)
{
    size_t len = 0;
    cr_assert_eq(
        sodium_base642bin(out, size, text, strlen(text), NULL, &len, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
        0);
    return len;
}

static const char BROWSER[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char AUTH[] = "BTBZMqHH6r4Tts7J_aSIgg";

Test(push, a_message_is_encrypted_as_in_the_example_of_rfc_8291)
{
    static const char WANTED[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN";
    static const char TEXT[] = "When I grow up, I want to be a watermelon";
    uint8_t secret[32], point[65], to[65], auth[16], salt[16], wanted[200], found[200];
    webpush_key from;
    bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", secret, sizeof secret);
    bytes_of("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8", point,
             sizeof point);
    bytes_of(BROWSER, to, sizeof to);
    bytes_of(AUTH, auth, sizeof auth);
    bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    cr_assert_eq(webpush_key_of(secret, &from), TM_OK);
    cr_expect_arr_eq(from.point, point, sizeof point);
    const size_t len = bytes_of(WANTED, wanted, sizeof wanted), n_text = sizeof TEXT - 1;
    cr_assert_eq(len, n_text + WEBPUSH_MORE);
    cr_assert_eq(webpush_encrypt(TEXT, n_text, n_text, to, auth, &from, salt, found), TM_OK);
    cr_expect_arr_eq(found, wanted, len);
}

Test(push, every_message_has_the_same_length)
{
    static uint8_t out[1024 + WEBPUSH_MORE];
    uint8_t to[65], auth[16] = {0}, salt[16] = {0};
    webpush_key from;
    bytes_of(BROWSER, to, sizeof to);
    cr_assert_eq(webpush_key_new(&from), TM_OK);
    for (size_t len = 0; len <= 1024; len += 512) {
        memset(out, 0xee, sizeof out);
        cr_expect_eq(webpush_encrypt(out, len, 1024, to, auth, &from, salt, out),
                     TM_OK); /* not read before it is written */
        cr_expect_neq(out[sizeof out - 1] | out[sizeof out - 2] << 8, 0xeeee);
    }
    cr_expect_eq(webpush_encrypt("ab", 2, 1, to, auth, &from, salt, out), TM_EILLEGAL);
    cr_expect_eq(webpush_encrypt("ab", 2, WEBPUSH_RECORD, to, auth, &from, salt, out), TM_EILLEGAL);
    memset(to + 1, 7, 64);
    cr_expect_eq(webpush_encrypt("ab", 2, 2, to, auth, &from, salt, out), TM_EILLEGAL, "not a point of the curve");
}

Test(push, the_signature_in_the_example_of_rfc_8292_is_good)
{
    static const char TOKEN[] = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
                                "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6"
                                "Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
    uint8_t point[65], signature[64];
    bytes_of("BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs", point,
             sizeof point);
    bytes_of("i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA", signature,
             sizeof signature);
    cr_expect(webpush_verify(point, TOKEN, sizeof TOKEN - 1, signature));
    cr_expect_not(webpush_verify(point, TOKEN, sizeof TOKEN - 2, signature));
    signature[40] ^= 1;
    cr_expect_not(webpush_verify(point, TOKEN, sizeof TOKEN - 1, signature));
}

Test(push, what_we_sign_is_good_for_our_key_and_no_other)
{
    webpush_key key, other;
    uint8_t signature[64];
    cr_assert_eq(webpush_key_new(&key), TM_OK);
    cr_assert_eq(webpush_key_new(&other), TM_OK);
    for (int i = 0; i < 20; i++) { /* r and s are of any length */
        cr_assert_eq(webpush_sign(&key, "text", 4, signature), TM_OK);
        cr_expect(webpush_verify(key.point, "text", 4, signature));
        cr_expect_not(webpush_verify(other.point, "text", 4, signature));
    }
    uint8_t secret[32] = {0};
    cr_expect_eq(webpush_key_of(secret, &other), TM_EILLEGAL);
    memset(secret, 0xff, sizeof secret);
    cr_expect_eq(webpush_key_of(secret, &other), TM_EILLEGAL);
}

static bool is_public(const char *text)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return net_is_public((struct sockaddr *)&four);
    cr_assert_eq(inet_pton(AF_INET6, text, &six.sin6_addr), 1, "%s", text);
    return net_is_public((struct sockaddr *)&six);
}

Test(push, only_ordinary_addresses_are_connected_to)
{
    static const char *const GOOD[] = {"1.1.1.1",     "9.255.255.255",   "11.0.0.0",        "100.63.255.255",
                                       "100.128.0.0", "126.0.0.1",       "169.253.0.1",     "172.15.0.1",
                                       "172.32.0.1",  "192.0.1.1",       "192.167.0.1",     "198.17.0.1",
                                       "198.20.0.1",  "223.255.255.255", "2606:4700::1111", "2001:4860:4860::8888",
                                       "2a00:1450::1"};
    static const char *const BAD[] = {"0.0.0.0",
                                      "10.1.2.3",
                                      "100.64.0.1",
                                      "100.127.255.255",
                                      "127.0.0.1",
                                      "127.255.0.1",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.8",
                                      "192.0.2.1",
                                      "192.88.99.1",
                                      "192.168.1.1",
                                      "198.18.0.1",
                                      "198.19.255.255",
                                      "198.51.100.7",
                                      "203.0.113.9",
                                      "224.0.0.1",
                                      "240.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::ffff:127.0.0.1",
                                      "::ffff:8.8.8.8",
                                      "64:ff9b::7f00:1",
                                      "fc00::1",
                                      "fd12::1",
                                      "fe80::1",
                                      "ff02::1",
                                      "2001::1",
                                      "2001:1ff::1",
                                      "2001:db8::1",
                                      "2002:7f00:1::",
                                      "3fff::1"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) cr_expect(is_public(GOOD[i]), "%s", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) cr_expect_not(is_public(BAD[i]), "%s", BAD[i]);
    cr_expect_not(net_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}

static int reads(const char *endpoint, bool anywhere)
{
    push_to to;
    tm_why why;
    tm_why_init(&why, NULL);
    return push_to_read(&to, endpoint, BROWSER, AUTH, anywhere, &why);
}

Test(push, an_address_is_read_strictly)
{
    static const char *const BAD[] = {"",
                                      "http://a.b/c",
                                      "https://a.b",
                                      "https:///c",
                                      "https://u@a.b/c",
                                      "https://a.b:444/c",
                                      "https://a.b:/c",
                                      "https://a.b/c#d",
                                      "https://a.b/c d",
                                      "https://a.b/\xc3\xa9",
                                      "https://a.b/\r\nx: y",
                                      "https://a.b/\"",
                                      "https://[::1]/c",
                                      "https://a.b:443x/c",
                                      "https://-a.b/c",
                                      "https://a\\b/c",
                                      "HTTPS://a.b/c"};
    char longest[PUSH_ENDPOINT_MAX + 2];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) cr_expect_eq(reads(BAD[i], false), TM_ESYNTAX, "%s", BAD[i]);
    cr_expect_eq(reads("https://a.b/", false), TM_OK);
    cr_expect_eq(reads("https://a.b:443/c/d?e=f", false), TM_OK);
    cr_expect_eq(reads("https://localhost:444/c", true), TM_OK);
    memset(longest, 'a', sizeof longest);
    memcpy(longest, "https://a.b/", 12);
    longest[PUSH_ENDPOINT_MAX + 1] = 0;
    cr_expect_eq(reads(longest, false), TM_ESYNTAX);
    longest[PUSH_ENDPOINT_MAX] = 0;
    cr_expect_eq(reads(longest, false), TM_OK);
}

Test(push, a_subscription_is_stored_and_read_back)
{
    char room[1200];
    push_to to, again;
    tm_text text;
    tm_why why;
    tm_why_init(&why, NULL);
    cr_assert_eq(push_to_read(&to, "https://push.example.net/a?b", BROWSER, "BTBZMqHH6r4Tts7J_aSIgg==", false, &why),
                 TM_OK);
    strcpy(to.language, "fr");
    tm_text_init(&text, room, sizeof room);
    push_to_write(&to, &text);
    const tm_span span = {text.at, text.len};
    cr_assert_eq(push_to_load(&again, span, false), TM_OK);
    cr_expect_str_eq(again.host, "push.example.net");
    cr_expect_str_eq(again.path, "/a?b");
    cr_expect_str_eq(again.language, "fr");
    cr_expect_eq(again.port, 443);
    cr_expect_arr_eq(again.point, to.point, sizeof to.point);
    cr_expect_arr_eq(again.auth, to.auth, sizeof to.auth);
    for (uint32_t len = 0; len < text.len; len++)
        cr_expect_eq(push_to_load(&again, (tm_span){text.at, len}, false), TM_ESYNTAX, "cut at %u", len);
    cr_expect_eq(push_to_read(&to, "https://a.b/c", "BCVx", AUTH, false, &why), TM_ESYNTAX);
    cr_expect_eq(push_to_read(&to, "https://a.b/c", BROWSER, "BCVx", false, &why), TM_ESYNTAX);
}
