/* Languages without gettext: the .mo files that the build makes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/catalogue.h>

static uint8_t mo[1 << 18];
static size_t size;
static tm_catalogue french;

static void read_french(void)
{
    const char *path = getenv("FRENCH_MO");
    FILE *file = path ? fopen(path, "rb") : NULL;
    cr_assert(file, "FRENCH_MO names the catalogue that the build makes");
    size = fread(mo, 1, sizeof mo, file);
    fclose(file);
    cr_assert_eq(tm_catalogue_open(&french, mo, size), TM_OK);
}

Test(catalogue, speaks_french)
{
    read_french();
    tm_say say = {0};
    tm_catalogue_say(&french, &say);
    cr_expect_str_eq(tm_tr(&say, "there is nothing to undo"), "il n’y a rien à annuler");
    cr_expect_str_eq(tm_tr(&say, "no such message"), "no such message");
    cr_expect_str_eq(tm_tr(&say, ""), "");
    tm_catalogue_say(NULL, &say);
    cr_expect_str_eq(tm_tr(&say, "there is nothing to undo"), "there is nothing to undo");
}

/* A catalogue by hand: one plain message and one with a plural. */
static const char SMALL[] = "\xde\x12\x04\x95\0\0\0\0\3\0\0\0\x1c\0\0\0\x34\0\0\0\0\0\0\0\0\0\0\0"
                            "\0\0\0\0\x4c\0\0\0\7\0\0\0\x4d\0\0\0\3\0\0\0\x55\0\0\0"
                            "\x0e\0\0\0\x59\0\0\0\x10\0\0\0\x68\0\0\0\3\0\0\0\x79\0\0\0"
                            "\0card\0rd\0yes\0plural=(n > 1)\0une carte\0cartes\0oui";

Test(catalogue, counts_as_the_language_does)
{
    tm_catalogue c;
    cr_assert_eq(tm_catalogue_open(&c, SMALL, sizeof SMALL), TM_OK);
    cr_expect_str_eq(tm_catalogue_find_count(&c, "card", "cards", 0), "une carte");
    cr_expect_str_eq(tm_catalogue_find_count(&c, "card", "cards", 1), "une carte");
    cr_expect_str_eq(tm_catalogue_find_count(&c, "card", "cards", 2), "cartes");
    cr_expect_str_eq(tm_catalogue_find_count(&c, "yes", "yeses", 2), "oui", "a message without a plural has one form");
    cr_expect_str_eq(tm_catalogue_find_count(&c, "cow", "cows", 0), "cows");
}

/* Checked when it is opened, since it is not when something is looked up: every text ends inside the file and with a zero byte,
 * and the ids ascend. */
Test(catalogue, is_refused_unless_every_text_ends_and_the_ids_ascend)
{
    enum { IDS = 0x1c, ROW = 8 };
    static const size_t ENDS[] = {0x4c, 0x54, 0x58, 0x67, 0x78, 0x7c};
    char copy[sizeof SMALL];
    tm_catalogue c;
    for (size_t cut = 0; cut < sizeof SMALL; cut++)
        cr_expect_eq(tm_catalogue_open(&c, SMALL, cut), TM_ESYNTAX, "the first %zu bytes", cut);
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        memcpy(copy, SMALL, sizeof copy);
        cr_assert_eq(copy[ENDS[i]], 0);
        copy[ENDS[i]] = 'x';
        cr_expect_eq(tm_catalogue_open(&c, copy, sizeof copy), TM_ESYNTAX, "no end at %zu", ENDS[i]);
    }
    memcpy(copy, SMALL, sizeof copy);
    memcpy(copy + IDS + ROW, SMALL + IDS + 2 * ROW, ROW);
    cr_expect_eq(tm_catalogue_open(&c, copy, sizeof copy), TM_ESYNTAX, "an id twice");
    memcpy(copy + IDS + 2 * ROW, SMALL + IDS + ROW, ROW);
    cr_expect_eq(tm_catalogue_open(&c, copy, sizeof copy), TM_ESYNTAX, "in another order");
}

/* What was found is the message itself, or a text that ends inside the file. */
static void expect_inside(const char *found, const char *id, const uint8_t *file, size_t at)
{
    const char *start = (const char *)file, *end = start + size;
    cr_expect(found == id || (found >= start && found < end && memchr(found, 0, (size_t)(end - found))),
              "byte %zu: a text outside the file", at);
}

Test(catalogue, a_damaged_file_is_refused_or_harmless)
{
    static const char UNDO[] = "there is nothing to undo", CARD[] = "%d card", CARDS[] = "%d cards";
    int n_refused = 0, n_same = 0, n_other = 0;
    read_french();
    tm_catalogue c;
    for (size_t cut = 0; cut < 64; cut++) cr_expect_eq(tm_catalogue_open(&c, mo, cut), TM_ESYNTAX);
    cr_expect_eq(tm_catalogue_open(&c, mo, size / 2), TM_ESYNTAX);
    const size_t step = 16; /* shorter than the text that is asked for */
    for (size_t at = 0; at < size; at += at < 2000 ? 1 : step) {
        uint8_t *copy = malloc(size); /* so that the sanitizer sees its end */
        memcpy(copy, mo, size);
        copy[at] ^= 0x41;
        const int status = tm_catalogue_open(&c, copy, size);
        if (status) {
            cr_expect_eq(status, TM_ESYNTAX);
            n_refused++;
        } else {
            const char *undo = tm_catalogue_find(&c, UNDO), *cards = tm_catalogue_find_count(&c, CARD, CARDS, 3);
            expect_inside(undo, UNDO, copy, at);
            expect_inside(cards, cards == CARD ? CARD : CARDS, copy, at);
            if (strcmp(undo, "il n’y a rien à annuler") == 0)
                n_same++;
            else
                n_other++;
        }
        free(copy);
    }
    /* The head and the tables are checked, most bytes are other messages, and some belong to this one. */
    cr_expect_gt(n_refused, 10);
    cr_expect_gt(n_same, 1000);
    cr_expect_gt(n_other, 0);
}
