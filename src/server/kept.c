#include "server/kept.h"

#include <stdlib.h>
#include <string.h>

typedef struct kept_view {
    char *bytes; /* the view, then the text */
    size_t size;
    uint32_t len;
} kept_view;

struct kept_views {
    kept_view views[KEPT_MAX];
    int next;
};

const char *kept_find(const kept_views *k, const void *view, size_t size, uint32_t *out_len)
{
    for (int i = 0; k && i < KEPT_MAX; i++) {
        const kept_view *v = &k->views[i];
        if (!v->bytes || v->size != size || memcmp(v->bytes, view, size) != 0) continue;
        *out_len = v->len;
        return v->bytes + size;
    }
    return NULL;
}

void kept_add(kept_views **k, const void *view, size_t size, const char *text, uint32_t len)
{
    if (!*k) *k = calloc(1, sizeof **k);
    char *bytes = *k ? malloc(size + len) : NULL;
    if (!bytes) return;
    memcpy(bytes, view, size);
    memcpy(bytes + size, text, len);
    kept_view *to = &(*k)->views[(*k)->next];
    (*k)->next = ((*k)->next + 1) % KEPT_MAX;
    free(to->bytes);
    *to = (kept_view){bytes, size, len};
}

void kept_free(kept_views *k)
{
    for (int i = 0; k && i < KEPT_MAX; i++) free(k->views[i].bytes);
    free(k);
}
