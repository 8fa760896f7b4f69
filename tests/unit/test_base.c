/* The ground floor: random numbers, bits, hashes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <tatami/game.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/planes.h"
#include "base/sha256.h"

Test(rng, is_xoshiro256plusplus)
{
    static const uint64_t KNOWN[] = {41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205u};
    tm_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) cr_expect_eq(tm_rng_next(&rng), KNOWN[i]);
}

Test(rng, gives_the_same_numbers_for_a_seed_everywhere)
{
    static const struct {
        uint64_t seed, stream, first, second;
    } KNOWN[] = {
        {1, 0, 0x8efd11a8d5d7acdf, 0x6c7b7b09c5f93226},
        {1, 1, 0x7d094d2dc15f68bd, 0xc80ee0e070df3bcd},
        {0, 0, 0xf35b831afff5033d, 0xb27a5e9eec9455bf},
        {0xdeadbeef, 7, 0xc5b2bd0f01c6a9f4, 0xaee79aecc064e9f9},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        tm_rng rng;
        tm_rng_init(&rng, KNOWN[i].seed, KNOWN[i].stream);
        cr_expect_eq(tm_rng_next(&rng), KNOWN[i].first);
        cr_expect_eq(tm_rng_next(&rng), KNOWN[i].second);
    }
}

Test(rng, exchanging_seed_and_stream_gives_other_numbers)
{
    tm_rng a, b;
    tm_rng_init(&a, 1, 2);
    tm_rng_init(&b, 2, 1);
    for (int i = 0; i < 100; i++) cr_expect_neq(tm_rng_next(&a), tm_rng_next(&b));
}

Test(rng, below_stays_below)
{
    static const uint32_t BOUNDS[] = {1, 2, 3, 7, 28, 1000, 0x7fffffff, 0x80000000u, 0xffffffffu};
    tm_rng rng;
    tm_rng_init(&rng, 3, 0);
    for (size_t b = 0; b < sizeof BOUNDS / sizeof *BOUNDS; b++)
        for (int i = 0; i < 20000; i++) cr_assert_lt(tm_rng_below(&rng, BOUNDS[b]), BOUNDS[b]);
}

Test(rng, below_is_uniform)
{
    enum { DRAWS = 140000 };
    static const uint32_t BOUNDS[] = {2, 3, 7, 28};
    tm_rng rng;
    tm_rng_init(&rng, 4, 0);
    for (size_t b = 0; b < sizeof BOUNDS / sizeof *BOUNDS; b++) {
        const uint32_t n = BOUNDS[b];
        uint32_t count[28] = {0};
        for (int i = 0; i < DRAWS; i++) count[tm_rng_below(&rng, n)]++;
        const double mean = (double)DRAWS / n;
        double chi = 0;
        for (uint32_t k = 0; k < n; k++) chi += (count[k] - mean) * (count[k] - mean) / mean;
        cr_expect_lt(chi, n - 1 + 5 * 7.5, "%u values: chi square %.1f", n, chi); /* 7.5: the deviation for 28 */
    }
}

Test(rng, below_rejects_what_would_make_it_uneven)
{
    /* 3 * 2^30 values out of 2^32: without rejection, every third value would come twice as often. */
    enum { DRAWS = 60000 };
    tm_rng rng;
    int thirds[3] = {0};
    tm_rng_init(&rng, 5, 0);
    for (int i = 0; i < DRAWS; i++) thirds[tm_rng_below(&rng, 3u << 30) % 3]++;
    for (int k = 0; k < 3; k++) cr_expect(abs(thirds[k] - DRAWS / 3) < 700, "%d of %d", thirds[k], DRAWS);
}

Test(bits, members_come_in_order)
{
    uint32_t mask = 0x80000109;
    cr_expect_eq(tm_bits_count(mask), 4);
    cr_expect_eq(tm_bits_first(mask), 0);
    cr_expect_eq(tm_bits_nth(mask, 0), 0);
    cr_expect_eq(tm_bits_nth(mask, 2), 8);
    cr_expect_eq(tm_bits_nth(mask, 3), 31);
    cr_expect_eq(tm_bits_take(&mask), 0);
    cr_expect_eq(tm_bits_take(&mask), 3);
    cr_expect_eq(mask, 0x80000100);
}

/* Every length, with the bytes around it untouched. */
Test(planes, sets_of_every_size_are_one_byte_per_member)
{
    tm_rng rng;
    tm_rng_init(&rng, 1, 0);
    for (int n = 1; n <= 192; n++) {
        const uint64_t words[] = {tm_rng_next(&rng), tm_rng_next(&rng), tm_rng_next(&rng)};
        uint8_t out[194];
        memset(out, 7, sizeof out);
        tm_plane_words(out + 1, words, n);
        for (int i = 0; i < n; i++) cr_assert_eq(out[1 + i], words[i / 64] >> i % 64 & 1, "bit %d of %d", i, n);
        cr_assert(out[0] == 7 && out[n + 1] == 7, "%d bits", n);
    }
}

Test(planes, gathered_planes_are_those_written_one_by_one)
{
    for (int value = -1; value < 7; value++) {
        uint8_t apart[17], together[17];
        uint8_t *end = tm_plane_one(apart, value, 5);
        end = tm_plane_bits(end, 0x2d, 6);
        tm_plane_none(tm_plane_one(end, value, 3), 3);
        tm_planes planes = {0, 0};
        tm_planes_one(&planes, value, 5);
        tm_planes_add(&planes, 0x2d, 6);
        tm_planes_one(&planes, value, 3);
        tm_planes_add(&planes, 0, 3);
        cr_assert_eq(tm_plane_bits(together, planes.bits, planes.n), together + 17);
        cr_expect_arr_eq(apart, together, 17, "%d", value);
    }
}

Test(hash, is_the_same_everywhere)
{
    cr_expect_eq(tm_hash_u64(TM_HASH_START, 0), 0x48805bfdd8627b2e);
    cr_expect_eq(tm_hash_u64(TM_HASH_START, 1), 0xc0aaab4d587e9115);
    cr_expect_eq(tm_hash(TM_HASH_START, "", 0), 0x48805bfdd8627b2e);
    cr_expect_eq(tm_hash(TM_HASH_START, "tatami", 6), 0x4b76529e32af6123);
    cr_expect_eq(tm_hash(TM_HASH_START, "tatamitatami", 12), 0xfd80f53db5a94f13);
}

Test(hash, depends_on_order_length_and_division)
{
    const uint64_t ab = tm_hash(tm_hash(TM_HASH_START, "aaaaaaaa", 8), "bbbbbbbb", 8);
    cr_expect_neq(ab, tm_hash(tm_hash(TM_HASH_START, "bbbbbbbb", 8), "aaaaaaaa", 8));
    cr_expect_neq(ab, tm_hash(TM_HASH_START, "aaaaaaaabbbbbbbb", 16));
    cr_expect_neq(tm_hash(TM_HASH_START, "a\0\0", 1), tm_hash(TM_HASH_START, "a\0\0", 3));
}

static void expect_sha256(const char *data, size_t size, const char *expected)
{
    char hex[TM_SHA256_HEX + 1];
    tm_sha256_hex(data, size, hex);
    cr_expect_str_eq(hex, expected, "%zu bytes: %s", size, hex);
}

Test(sha256, agrees_with_the_standards_examples)
{
    expect_sha256("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_sha256("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                  "mnopqrstnopqrstu",
                  112, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

Test(sha256, pads_every_length_around_a_block)
{
    static const struct {
        size_t size;
        const char *hex;
    } CASES[] = {
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
        {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
        {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
        {1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    char *data = malloc(1000000);
    cr_assert_not_null(data);
    memset(data, 'a', 1000000);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) expect_sha256(data, CASES[i].size, CASES[i].hex);
    free(data);
}

static void expect_hmac(const char *key, const char *data, const char *expected)
{
    uint8_t digest[TM_SHA256_BYTES];
    char room[TM_SHA256_HEX + 1];
    tm_text hex;
    tm_text_init(&hex, room, sizeof room);
    tm_hmac_sha256(key, strlen(key), data, strlen(data), digest);
    for (int i = 0; i < TM_SHA256_BYTES; i++) tm_put_hex(&hex, digest[i], 2);
    cr_expect_str_eq(room, expected);
}

Test(sha256, with_a_key_agrees_with_the_examples_of_rfc_4231)
{
    expect_hmac("\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b", "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    expect_hmac("Jefe", "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

Test(sha256, takes_a_key_of_a_whole_block)
{
    char key[65] = "", data[201] = ""; /* what follows is longer than a block, too */
    memset(key, 'a', 64);
    memset(data, 'b', 200);
    expect_hmac(key, data, "0a93466a730035a2407e895189419f6994bfceb03a863b05d7c639d3b214ae6c");
}

Test(option, may_have_a_range_by_number_of_players)
{
    static const tm_range BY_SEATS[] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 3, 2}};
    const tm_option plain = {.name = "a", .range = {5, 9, 7}}, by_seats = {.name = "b", .by_seats = BY_SEATS};
    cr_expect_eq(tm_option_range(&plain, 3)->def, 7);
    cr_expect_eq(tm_option_range(&by_seats, 3)->def, 2);
}
