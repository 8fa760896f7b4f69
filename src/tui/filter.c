#include "tui/filter.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/* The next word, however many spaces there are before it; empty at the end. */
static tm_span next_word(tm_span *rest)
{
    while (rest->len && rest->at[0] == ' ') {
        rest->at++;
        rest->len--;
    }
    tm_span word = {rest->at, 0};
    while (word.len < rest->len && word.at[word.len] != ' ') word.len++;
    rest->at += word.len;
    rest->len -= word.len;
    return word;
}

static bool is_start(tm_span start, tm_span word, bool whole)
{
    if (start.len > word.len || (whole && start.len != word.len)) return false;
    for (uint32_t i = 0; i < start.len; i++)
        if (lower(start.at[i]) != lower(word.at[i])) return false;
    return true;
}

bool tui_matches(tm_span filter, tm_span text, bool starts)
{
    for (tm_span wanted = next_word(&filter); wanted.len; wanted = next_word(&filter)) {
        const bool whole = !starts && filter.len > 0;
        tm_span word = next_word(&text);
        while (word.len && !is_start(wanted, word, whole)) word = next_word(&text);
        if (!word.len) return false;
    }
    return true;
}
