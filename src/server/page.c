#include "server/page.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server/assets.h"

static const char PLAIN[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    "<title>Tatami</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 "
    "1rem;"
    "color:#222;background:#f4efdf}code{background:#e6dfc8;padding:.1em .3em}</style><h1>Tatami</h1>"
    "<p>The table server is running. This program was built without the browser client.</p>"
    "<p><a href=\"/api/tables\">The tables that wait for players</a> (<code>GET /api/tables</code>). To play, connect "
    "with "
    "the terminal client, <code>tatami join URL</code>, or with a program of yours: "
    "<a href=\"/api/openapi.json\">the description of the API</a>.</p>"
    "<p lang=\"fr\">Le serveur fonctionne, mais ce programme a été construit sans la page de jeu. Pour jouer : "
    "<code>tatami join URL</code> dans un terminal.</p></html>";

static const web_asset *find(const char *path)
{
    for (int i = 0; i < n_web_assets; i++)
        if (strcmp(web_assets[i].path, path) == 0) return &web_assets[i];
    return NULL;
}

/* For the few clients that do not accept compressed answers. */
static char *unpack(const web_asset *asset, size_t *out_len)
{
    z_stream z = {.next_in = (Bytef *)asset->bytes, .avail_in = asset->len};
    size_t room_for = 4 * (size_t)asset->len + 1024;
    char *out = malloc(room_for);
    if (!out || inflateInit2(&z, 15 + 16) != Z_OK) {
        free(out);
        return NULL;
    }
    int status = Z_OK;
    while (status == Z_OK) {
        if (z.total_out == room_for) {
            char *more = realloc(out, room_for *= 2);
            if (!more) break;
            out = more;
        }
        z.next_out = (Bytef *)out + z.total_out;
        z.avail_out = (uInt)(room_for - z.total_out);
        status = inflate(&z, Z_NO_FLUSH);
    }
    *out_len = z.total_out;
    inflateEnd(&z);
    if (status == Z_STREAM_END) return out;
    free(out);
    return NULL;
}

static void answer(exchange *x, const web_asset *asset)
{
    x->out_etag = asset->etag;
    x->out_cache = asset->forever ? "public, max-age=31536000, immutable" : "no-cache";
    x->out_type = asset->type;
    x->status = 200;
    if (strcmp(x->etag, asset->etag) == 0) {
        x->status = 304;
    } else if (asset->gzip && !x->takes_gzip) {
        x->out_owned = unpack(asset, &x->n_out);
        x->out = x->out_owned;
        if (!x->out) x->status = 500;
    } else {
        x->out_encoding = asset->gzip ? "gzip" : NULL;
        x->out = (const char *)asset->bytes;
        x->n_out = asset->len;
    }
    x->answered = true;
    exchange_ready(x);
}

/* Paths without a file extension are addresses within the client, which handles them from its single page. */
static bool is_place(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && !strchr(slash, '.');
}

void page_handle(exchange *x)
{
    const web_asset *asset = find(x->path);
    if (!asset && is_place(x->path)) asset = find("/index.html");
    if (asset)
        answer(x, asset);
    else if (n_web_assets == 0 && is_place(x->path))
        exchange_constant(x, 200, "text/html; charset=utf-8", PLAIN, sizeof PLAIN - 1);
    else
        exchange_error(x, 404, "unknown", tm_tr(&x->say, "there is nothing here"));
}
