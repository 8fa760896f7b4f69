/* The cryptography of Web Push, with OpenSSL: messages that only the browser can read (RFC 8291, with the content coding of
 * RFC 8188), and signatures that say which server sent them (RFC 8292). Curve P-256 throughout. */
#ifndef NET_WEBPUSH_H
#define NET_WEBPUSH_H

#include <tatami/text.h>

enum {
    WEBPUSH_SECRET = 32,
    WEBPUSH_POINT = 65, /* an uncompressed point */
    WEBPUSH_AUTH = 16,
    WEBPUSH_SALT = 16,
    WEBPUSH_SIGNATURE = 64,
    WEBPUSH_HEAD = WEBPUSH_SALT + 4 + 1 + WEBPUSH_POINT,
    WEBPUSH_MORE = WEBPUSH_HEAD + 1 + 16, /* bytes that a message has beyond its text and padding */
    WEBPUSH_RECORD = 4096,                /* a message with its padding is one record */
};

typedef struct webpush_key {
    uint8_t secret[WEBPUSH_SECRET];
    uint8_t point[WEBPUSH_POINT];
} webpush_key;

/* These return TM_OK, or TM_EILLEGAL if a number or point is not valid, or TM_ESPACE. */
int webpush_key_new(webpush_key *out);
int webpush_key_of(const uint8_t secret[WEBPUSH_SECRET], webpush_key *out);
/* Whether a stranger's 65 bytes are a point of the curve. */
bool webpush_is_point(const uint8_t point[WEBPUSH_POINT]);
/* `text`, filled up to `padded` bytes so that its length says nothing, for the browser with this point and secret `auth`.
 * `from` and `salt` are used once. Writes padded + WEBPUSH_MORE bytes. */
int webpush_encrypt(const void *text, size_t len, size_t padded, const uint8_t to[WEBPUSH_POINT],
                    const uint8_t auth[WEBPUSH_AUTH], const webpush_key *from, const uint8_t salt[WEBPUSH_SALT],
                    uint8_t *out);
/* ES256: ECDSA with SHA-256, r and s. */
int webpush_sign(const webpush_key *key, const void *text, size_t len, uint8_t out[WEBPUSH_SIGNATURE]);
bool webpush_verify(const uint8_t point[WEBPUSH_POINT], const void *text, size_t len,
                    const uint8_t signature[WEBPUSH_SIGNATURE]);

#endif
