/* Names that people give themselves. */
#include <criterion/criterion.h>

#include "server/names.h"

static void expect_clean(const char *given, const char *wanted)
{
    char name[TM_NAME_MAX + 1];
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_eq(name_clean(tm_span_of(given), name, &why), TM_OK, "%s: %s", given, why.text.at);
    cr_expect_str_eq(name, wanted);
}

static void expect_refused(const char *given)
{
    char name[TM_NAME_MAX + 1];
    tm_why why;
    tm_why_init(&why, NULL);
    cr_expect_lt(name_clean(tm_span_of(given), name, &why), 0, "%s", given);
}

Test(names, keep_what_can_be_read)
{
    expect_clean("Aiko", "Aiko");
    expect_clean("Zoë Müller-Lüdenscheidt", "Zoë Müller-Lüdenscheidt");
    expect_clean("高松", "高松");
    expect_clean("<script>alert(1)</script", "<script>alert(1)</script");
    expect_clean("Bottle", "Bottle");
}

Test(names, lose_what_cannot_be_seen)
{
    expect_clean("  Aiko \t ", "Aiko");
    expect_clean("A\x01i\x7fko\xc2\x85", "Aiko");
    expect_clean("Ai\xe2\x80\xaeko", "Aiko");             /* right-to-left override */
    expect_clean("Ai\xe2\x80\x8bko\xef\xbb\xbf", "Aiko"); /* zero width */
    expect_clean("Ai \xc2\xa0 \xe3\x80\x80 ko", "Ai ko");
    expect_clean("Ai\xe2\x81\xa7k\xe2\x81\xa9o\xd8\x9c", "Aiko"); /* isolates and an Arabic mark */
    expect_clean("Ai\xf3\xa0\x81\x81ko\xe3\x85\xa4", "Aiko");     /* a tag, a filler */
    expect_clean("Ai\nko", "Ai ko");
    expect_clean("e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81!", "e\xcc\x81\xcc\x81!");
}

Test(names, are_refused_when_nothing_is_left_or_too_much)
{
    expect_refused("");
    expect_refused("   ");
    expect_refused("\xe2\x80\x8b");
    expect_refused("\xff\xfe");
    expect_refused("1234567890123456789012345");
    expect_clean("123456789012345678901234", "123456789012345678901234");
}

Test(names, of_bots_are_not_for_people)
{
    static const char *const BOTS[] = {"Bot", "bot 1", "BOT-7", "Bоt 2", "B0t3",  "b o t", "Ｂｏｔ 1",
                                       "Bòt", "𝐁ot 1", "Ⓑⓞⓣ",   "𝓑𝓸𝓽 𝟙", "Bot ①", "Вот"};
    for (size_t i = 0; i < sizeof BOTS / sizeof *BOTS; i++) expect_refused(BOTS[i]);
}

Test(names, that_look_alike_are_the_same)
{
    cr_expect(name_resembles("Aiko", "aiko"));
    cr_expect(name_resembles("Aiko", "Аіко"));
    cr_expect(name_resembles("Aiko", "A1k0"));
    cr_expect(name_resembles("Aiko", "Alko"));
    cr_expect(name_resembles("Zoe", "Zoë"));
    cr_expect(name_resembles("a b", "ab"));
    cr_expect(name_resembles("Aiko", "𝒜𝒾𝓀𝑜"));
    cr_expect(name_resembles("Aiko", "Ａｉｋｏ"));
    cr_expect(name_resembles("Aiko", "A\xcc\xb6iko")); /* struck through */
    cr_expect(name_resembles("Straße", "STRASSE"));
    cr_expect(name_resembles("rnatt", "matt"));
    cr_expect_not(name_resembles("Aiko", "Aika"));
    cr_expect_not(name_resembles("Aiko", "Aiko 2"));
    cr_expect_not(name_resembles("高松", "高竹"));
}
