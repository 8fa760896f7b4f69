/* Outcomes of chance from a secret and the players' words. Every byte is documented in docs/FAIRNESS.md, and people
 * use that to check games: any change is a new version of the scheme. */
#include <tatami/fair.h>

#include <string.h>

#include "base/sha256.h"
#include "table/table_private.h"

#define VERSION "tatami fair 1"

void tm_fair_init(tm_fair *fair, int n_seats, const uint8_t secret[TM_FAIR_BYTES])
{
    tm_text text;
    memset(fair, 0, sizeof *fair);
    fair->n_seats = n_seats;
    tm_text_init(&text, fair->secret, sizeof fair->secret);
    for (int i = 0; i < TM_FAIR_BYTES; i++) tm_put_hex(&text, secret[i], 2);
}

/* Whether the text has only characters from `set`. */
static bool is_made_of(tm_span text, const char *set)
{
    for (uint32_t i = 0; i < text.len; i++)
        if (!text.at[i] || !strchr(set, text.at[i])) return false;
    return true;
}

static bool is_word(tm_span text)
{
    return text.len <= TM_FAIR_WORD &&
           is_made_of(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-");
}

static void keep(char *out, tm_span text)
{
    if (text.len) memcpy(out, text.at, text.len);
    out[text.len] = 0;
}

int tm_fair_word(tm_fair *fair, int seat, tm_span word)
{
    if (seat < 0 || seat >= fair->n_seats) return TM_ERANGE;
    if (!is_word(word)) return TM_ESYNTAX;
    keep(fair->words[seat], word);
    return TM_OK;
}

int tm_fair_read_secret(tm_fair *fair, tm_span text)
{
    if (text.len != TM_FAIR_HEX || !is_made_of(text, "0123456789abcdef")) return TM_ESYNTAX;
    keep(fair->secret, text);
    return TM_OK;
}

int tm_fair_read_mix(tm_fair *fair, tm_span text)
{
    tm_fair read = *fair;
    for (int seat = 0; seat < fair->n_seats; seat++) {
        const bool last = seat == fair->n_seats - 1;
        const char *slash = text.len ? memchr(text.at, '/', text.len) : NULL;
        if (!slash != last) return TM_ESYNTAX;
        const tm_span word = {text.at, slash ? (uint32_t)(slash - text.at) : text.len};
        if (!is_word(word)) return TM_ESYNTAX;
        keep(read.words[seat], word);
        text.at += word.len + !last;
        text.len -= word.len + !last;
    }
    *fair = read;
    return TM_OK;
}

void tm_fair_write_mix(const tm_fair *fair, tm_text *out)
{
    for (int seat = 0; seat < fair->n_seats; seat++) tm_put_fmt(out, "%s%s", seat ? "/" : "", fair->words[seat]);
}

void tm_fair_commitment(const tm_fair *fair, char out[TM_FAIR_HEX + 1])
{
    char room[sizeof VERSION " secret " + TM_FAIR_HEX];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, VERSION " secret %s", fair->secret);
    tm_sha256_hex(room, text.len, out);
}

void tm_fair_rng(const tm_fair *fair, uint32_t k, tm_rng *out)
{
    char room[sizeof VERSION " outcome 4294967295 mix " + TM_FAIR_MIX];
    uint8_t digest[TM_SHA256_BYTES];
    tm_text text;
    tm_text_init(&text, room, sizeof room);
    tm_put_fmt(&text, VERSION " outcome %u mix ", k);
    tm_fair_write_mix(fair, &text);
    tm_assert(!text.cut);
    tm_hmac_sha256(fair->secret, TM_FAIR_HEX, room, text.len, digest);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < TM_SHA256_BYTES; i++) out->s[i / 8] = out->s[i / 8] << 8 | digest[i];
}

int tm_fair_write(const tm_fair *fair, const tm_table *table, tm_text *out)
{
    tm_rng rng;
    tm_event event = {.seat = TM_CHANCE};
    tm_fair_rng(fair, tm_table_n_outcomes(table), &rng);
    const int status = tm_table_chance(table, &rng, &event.outcome);
    if (status == TM_OK) tm_event_write(table, &event, out);
    return status;
}

int tm_fair_draw(const tm_fair *fair, tm_table *table)
{
    tm_rng rng;
    tm_fair_rng(fair, tm_table_n_outcomes(table), &rng);
    return tm_table_draw(table, &rng);
}

int tm_fair_tags(const tm_fair *fair, const tm_table *table, char room[TM_FAIR_ROOM], tm_tag out[TM_FAIR_TAGS])
{
    static const char *const NAMES[TM_FAIR_TAGS] = {"Commitment", "Mix", "Secret"};
    const int n = tm_table_actors(table) ? TM_FAIR_TAGS - 1 : TM_FAIR_TAGS;
    char commitment[TM_FAIR_HEX + 1];
    tm_text text;
    tm_fair_commitment(fair, commitment);
    tm_text_init(&text, room, TM_FAIR_ROOM);
    for (int i = 0; i < n; i++) {
        const uint32_t start = text.len;
        if (i == 1)
            tm_fair_write_mix(fair, &text);
        else
            tm_put_str(&text, i ? fair->secret : commitment);
        out[i].name = tm_span_of(NAMES[i]);
        out[i].value.at = room + start;
        out[i].value.len = text.len - start;
    }
    tm_assert(!text.cut);
    return n;
}
