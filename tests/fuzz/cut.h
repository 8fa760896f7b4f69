/* The bytes of an input in pieces: whoever reads beyond the piece that has come, or one that was taken away, is noticed. One copy for all pieces,
 * because memory for each of them took most of the time. */
#ifndef FUZZ_CUT_H
#define FUZZ_CUT_H

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>

#include <tatami/base.h>

/* Nothing has come yet; ends with cut_free. */
static char *cut_new(const void *bytes, size_t len)
{
    char *copy = malloc(len);
    tm_assert(copy);
    memcpy(copy, bytes, len);
    ASAN_POISON_MEMORY_REGION(copy, len);
    return copy;
}

/* Only the bytes from one place to another are there, and those before them in the same eight. */
static void cut_show(char *copy, size_t from, size_t to)
{
    ASAN_POISON_MEMORY_REGION(copy, from);
    ASAN_UNPOISON_MEMORY_REGION(copy + from, to - from);
}

static void cut_free(char *copy, size_t len)
{
    ASAN_UNPOISON_MEMORY_REGION(copy, len);
    free(copy);
}

#endif
