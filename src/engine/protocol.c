#include "engine/protocol.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

void engine_write_new(const tm_setup *setup, tm_text *out)
{
    tm_put_fmt(out, "new %s %d", setup->game->id, setup->n_seats);
    for (int i = 0; i < setup->game->n_options; i++) {
        tm_put_char(out, ' ');
        tm_setup_write_option(setup, i, out);
    }
}

int engine_seal(const char *key, const tm_setup *setup, int seat, const void *view, char out[ENGINE_SEAL + 1])
{
    const uint32_t size = setup->game->view_size, capacity = 1024 + size;
    char *bytes = malloc(capacity), inner[TM_SHA256_HEX + 1];
    tm_text text;
    if (!bytes) return TM_ESPACE;
    tm_text_init(&text, bytes, capacity);
    tm_put_fmt(&text, "%s tatami %s, interface %u, %u bytes\n", key, TATAMI_VERSION, (unsigned)TM_GAME_ABI,
               (unsigned)size);
    engine_write_new(setup, &text);
    tm_put_fmt(&text, "\nbox %s\nseat %d\n", setup->box ? setup->box->sha256 : "none", seat);
    tm_put_mem(&text, view, size);
    tm_assert(!text.cut);
    tm_sha256_hex(bytes, text.len, inner);
    /* Hashed twice, to prevent length extension. */
    tm_text_init(&text, bytes, capacity);
    tm_put_fmt(&text, "%s %s", key, inner);
    tm_sha256_hex(bytes, text.len, out);
    free(bytes);
    return TM_OK;
}

void engine_write_hex(const void *bytes, uint32_t size, tm_text *out)
{
    for (uint32_t i = 0; i < size; i++) tm_put_hex(out, ((const uint8_t *)bytes)[i], 2);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool engine_read_hex(tm_span text, void *out, uint32_t size)
{
    uint8_t *bytes = out;
    if (text.len != 2 * size) return false;
    for (uint32_t i = 0; i < size; i++) {
        const int high = digit(text.at[2 * i]), low = digit(text.at[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
