/* The files of the browser client, built into the program. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct web_asset {
    const char *path;     /* as in a request: "/index.html" */
    const char *type;     /* its Content-Type */
    const char *etag;     /* the ETag of these bytes, with its quotes */
    const uint8_t *bytes; /* compressed with gzip if `gzip` is set */
    uint32_t len;
    bool gzip;
    bool forever; /* its name changes with its content: a browser may cache it forever */
} web_asset;

extern const web_asset web_assets[];
extern const int n_web_assets; /* 0 in a program built without the client */

#endif
