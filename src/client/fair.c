#include "client/fair.h"

#include <string.h>
#include <sys/random.h>

#define HEX "0123456789abcdef"

enum { SHORT = 16 };

void client_fair_init(client_fair *fair, int n_seats)
{
    memset(fair, 0, sizeof *fair);
    fair->seat = -1;
    fair->mix.n_seats = n_seats;
}

static bool is_commitment(const char *text)
{
    return strlen(text) == TM_FAIR_HEX && strspn(text, HEX) == TM_FAIR_HEX;
}

static bool same_words(const tm_fair *a, const tm_fair *b)
{
    for (int i = 0; i < a->n_seats; i++)
        if (strcmp(a->words[i], b->words[i]) != 0) return false;
    return true;
}

void client_fair_see(client_fair *fair, const char *commitment, const tm_fair *shown, bool begun)
{
    const bool good = is_commitment(commitment);
    if (!*fair->commitment && good) {
        strcpy(fair->commitment, commitment);
        fair->early = !begun;
    } else if (strcmp(fair->commitment, good ? commitment : "") != 0) {
        fair->other = true;
    }
    if (!fair->fixed)
        fair->mix = *shown;
    else if (!same_words(&fair->mix, shown))
        fair->altered = true;
    fair->fixed = fair->fixed || begun;
}

int client_fair_give(client_fair *fair, int seat, const char *word)
{
    tm_fair try = fair->mix;
    if (fair->fixed || !*fair->commitment) return TM_ETURN;
    if (!*word || tm_fair_word(&try, seat, tm_span_of(word))) return TM_ESYNTAX;
    fair->seat = seat;
    strcpy(fair->word, word);
    return TM_OK;
}

int client_fair_random(char out[2 * CLIENT_FAIR_RANDOM + 1])
{
    uint8_t bytes[CLIENT_FAIR_RANDOM];
    tm_text text;
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return TM_EIO;
    tm_text_init(&text, out, 2 * CLIENT_FAIR_RANDOM + 1);
    for (size_t i = 0; i < sizeof bytes; i++) tm_put_hex(&text, bytes[i], 2);
    return TM_OK;
}

bool client_fair_has_word(const client_fair *fair, int seat)
{
    return seat >= 0 && *fair->mix.words[seat];
}

bool client_fair_is_own(const client_fair *fair, int seat)
{
    return client_fair_has_word(fair, seat) && fair->seat == seat && strcmp(fair->mix.words[seat], fair->word) == 0;
}

void client_fair_write_short(const client_fair *fair, tm_text *out)
{
    tm_put_mem(out, fair->commitment, (uint32_t)strnlen(fair->commitment, SHORT));
    tm_put_str(out, "…");
}

client_trouble client_fair_trouble(const client_fair *fair, int you)
{
    if (fair->other) return CLIENT_COMMITMENT;
    if (fair->fixed && *fair->word && fair->seat == you && !client_fair_is_own(fair, you)) return CLIENT_WORD;
    return fair->altered ? CLIENT_MIX : CLIENT_FINE;
}

const char *client_fair_words(client_trouble trouble)
{
    static const char *const WORDS[CLIENT_TROUBLES] = {
        [CLIENT_COMMITMENT] = N_("The server now shows a different commitment from the one this device saved."),
        [CLIENT_WORD] = N_("Your seat’s word is not the one this device gave."),
        [CLIENT_MIX] = N_("The players’ words were changed after the first card."),
    };
    return WORDS[trouble];
}

/* The marks of a line. */
static const char MARKS[] = "eofa";

static void point_at(client_fair *fair, bool *out[4])
{
    out[0] = &fair->early;
    out[1] = &fair->other;
    out[2] = &fair->fixed;
    out[3] = &fair->altered;
}

/* `COMMITMENT MARKS SEAT WORD MIX`, with a `.` before fields that may be empty. */
void client_fair_write(const client_fair *fair, tm_text *out)
{
    client_fair copy = *fair;
    bool *marks[4];
    point_at(&copy, marks);
    tm_put_fmt(out, "%s .", fair->commitment);
    for (int i = 0; i < 4; i++)
        if (*marks[i]) tm_put_char(out, MARKS[i]);
    tm_put_fmt(out, " %d .%s .", fair->seat, fair->word);
    tm_fair_write_mix(&fair->mix, out);
}

/* The text after the point; false if there is none, or if it is too long. */
static bool take(tm_span word, char *out, size_t size)
{
    if (word.len < 1 || word.at[0] != '.' || word.len > size) return false;
    memcpy(out, word.at + 1, word.len - 1);
    out[word.len - 1] = 0;
    return true;
}

int client_fair_read(client_fair *fair, tm_span line)
{
    client_fair found;
    tm_span words[5];
    char marks[8], word[TM_FAIR_WORD + 1];
    bool *flags[4];
    int32_t seat;
    client_fair_init(&found, fair->mix.n_seats);
    if (tm_span_words(line, words, 5) != 5 || words[0].len != TM_FAIR_HEX) return TM_ESYNTAX;
    memcpy(found.commitment, words[0].at, TM_FAIR_HEX);
    if (!is_commitment(found.commitment) || !take(words[1], marks, sizeof marks)) return TM_ESYNTAX;
    if (tm_span_int(words[2], -1, found.mix.n_seats - 1, &seat) || !take(words[3], word, sizeof word))
        return TM_ESYNTAX;
    tm_fair try = found.mix;
    if (tm_fair_word(&try, 0, tm_span_of(word)) || words[4].at[0] != '.') return TM_ESYNTAX;
    if (tm_fair_read_mix(&found.mix, (tm_span){words[4].at + 1, words[4].len - 1})) return TM_ESYNTAX;
    point_at(&found, flags);
    for (int i = 0; i < 4; i++) *flags[i] = strchr(marks, MARKS[i]) != NULL;
    found.seat = seat;
    strcpy(found.word, word);
    *fair = found;
    return TM_OK;
}
