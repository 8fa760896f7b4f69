/* A push subscription: where a browser wants to be told something, and the keys for telling it. The address comes from a
 * stranger, so it is read strictly. */
#ifndef SERVER_PUSH_TO_H
#define SERVER_PUSH_TO_H

#include "net/webpush.h"

enum { PUSH_ENDPOINT_MAX = 1000, PUSH_HOST_MAX = 253 };

typedef struct push_to {
    char endpoint[PUSH_ENDPOINT_MAX + 1];
    char host[PUSH_HOST_MAX + 1];
    int port;
    const char *path; /* in the endpoint; never empty */
    uint8_t point[WEBPUSH_POINT], auth[WEBPUSH_AUTH];
    char language[8];
} push_to;

/* `https://HOST/PATH`, in printable ASCII, without a user or a fragment; another port than 443 only where `anywhere` allows
 * it, and the keys in Base64 for addresses. TM_ESYNTAX and a reason. */
int push_to_read(push_to *out, const char *endpoint, const char *point, const char *auth, bool anywhere, tm_why *why);
/* As it is stored, and back. */
void push_to_write(const push_to *to, tm_text *out);
int push_to_load(push_to *out, tm_span text, bool anywhere);

enum { BASE64URL_POINT = 87, BASE64URL_AUTH = 22, BASE64URL_SIGNATURE = 86 }; /* characters */
void base64url_write(const void *bytes, size_t len, tm_text *out);

#endif
