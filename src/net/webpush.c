#include "net/webpush.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <string.h>

enum { HALF = WEBPUSH_SIGNATURE / 2, SHA = 32, KEY = 16, NONCE = 12, TAG = 16 };

/* The key for OpenSSL; NULL if it is not valid. A point alone is a public key. */
static EVP_PKEY *to_pkey(const uint8_t *secret, const uint8_t point[WEBPUSH_POINT])
{
    EVP_PKEY *pkey = NULL;
    BIGNUM *number = secret ? BN_bin2bn(secret, WEBPUSH_SECRET, NULL) : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    if (build && context && (number || !secret) &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, WEBPUSH_POINT) &&
        (!secret || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)) &&
        (params = OSSL_PARAM_BLD_to_param(build)) && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &pkey, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        pkey = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    ERR_clear_error();
    return pkey;
}

int webpush_key_of(const uint8_t secret[WEBPUSH_SECRET], webpush_key *out)
{
    int status = TM_ESPACE;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(secret, WEBPUSH_SECRET, NULL);
    if (point && number) {
        status = TM_EILLEGAL;
        if (!BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
            EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
            EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out->point, WEBPUSH_POINT, NULL) ==
                WEBPUSH_POINT) {
            memmove(out->secret, secret, WEBPUSH_SECRET);
            status = TM_OK;
        }
    }
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    ERR_clear_error();
    return status;
}

int webpush_key_new(webpush_key *out)
{
    int status = TM_ESPACE;
    BIGNUM *number = NULL;
    uint8_t secret[WEBPUSH_SECRET];
    EVP_PKEY *pkey = EVP_EC_gen("P-256");
    if (pkey && EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
        BN_bn2binpad(number, secret, sizeof secret) == sizeof secret)
        status = webpush_key_of(secret, out);
    BN_clear_free(number);
    EVP_PKEY_free(pkey);
    OPENSSL_cleanse(secret, sizeof secret);
    return status;
}

bool webpush_is_point(const uint8_t point[WEBPUSH_POINT])
{
    bool good = false;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *read = group ? EC_POINT_new(group) : NULL;
    /* Reading a point checks that it is on the curve; infinity is one byte, and so is no such point. */
    if (read && point[0] == POINT_CONVERSION_UNCOMPRESSED)
        good = EC_POINT_oct2point(group, read, point, WEBPUSH_POINT, NULL) == 1;
    EC_POINT_free(read);
    EC_GROUP_free(group);
    ERR_clear_error();
    return good;
}

static int agree(const webpush_key *from, const uint8_t to[WEBPUSH_POINT], uint8_t out[SHA])
{
    int status = TM_EILLEGAL;
    size_t len = SHA;
    EVP_PKEY *ours = to_pkey(from->secret, from->point), *theirs = to_pkey(NULL, to);
    EVP_PKEY_CTX *context = ours && theirs ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
    if (context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
        EVP_PKEY_derive(context, out, &len) == 1 && len == SHA)
        status = TM_OK;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
    ERR_clear_error();
    return status;
}

static void hmac(const uint8_t *key, size_t n_key, const void *text, size_t len, uint8_t out[SHA])
{
    unsigned n = SHA;
    tm_assert(HMAC(EVP_sha256(), key, (int)n_key, text, len, out, &n) && n == SHA);
}

/* HKDF's second half, for results of at most one hash. `info` is NUL-terminated, and its NUL belongs to it. */
static void expand(const uint8_t key[SHA], const char *info, uint8_t out[SHA])
{
    uint8_t text[64];
    const size_t len = strlen(info) + 1;
    memcpy(text, info, len);
    text[len] = 1;
    hmac(key, SHA, text, len + 1, out);
}

/* RFC 8291, 3.4. */
static void derive(const uint8_t shared[SHA], const uint8_t auth[WEBPUSH_AUTH], const uint8_t to[WEBPUSH_POINT],
                   const uint8_t from[WEBPUSH_POINT], const uint8_t salt[WEBPUSH_SALT], uint8_t key[SHA],
                   uint8_t nonce[SHA])
{
    static const char INFO[] = "WebPush: info";
    uint8_t text[sizeof INFO + 2 * WEBPUSH_POINT + 1], first[SHA], input[SHA], second[SHA];
    memcpy(text, INFO, sizeof INFO);
    memcpy(text + sizeof INFO, to, WEBPUSH_POINT);
    memcpy(text + sizeof INFO + WEBPUSH_POINT, from, WEBPUSH_POINT); /* NOLINT: the caller has both points */
    text[sizeof text - 1] = 1;
    hmac(auth, WEBPUSH_AUTH, shared, SHA, first);
    hmac(first, SHA, text, sizeof text, input);
    hmac(salt, WEBPUSH_SALT, input, SHA, second);
    expand(second, "Content-Encoding: aes128gcm", key);
    expand(second, "Content-Encoding: nonce", nonce);
}

/* One record: the text, a 2 because it is the last one, zeros. */
static int seal(const void *text, size_t len, size_t padded, const uint8_t *key, const uint8_t *nonce, uint8_t *out)
{
    static const uint8_t ZEROS[256];
    const uint8_t last = 2;
    int n, status = TM_ESPACE;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &n, text, (int)len) == 1 &&
        EVP_EncryptUpdate(context, out + len, &n, &last, 1) == 1) {
        size_t at = len + 1;
        bool good = true;
        while (good && at < padded + 1) {
            const size_t left = padded + 1 - at, take = left < sizeof ZEROS ? left : sizeof ZEROS;
            good = EVP_EncryptUpdate(context, out + at, &n, ZEROS, (int)take) == 1;
            at += take;
        }
        if (good && EVP_EncryptFinal_ex(context, out + at, &n) == 1 &&
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + at) == 1)
            status = TM_OK;
    }
    EVP_CIPHER_CTX_free(context);
    ERR_clear_error();
    return status;
}

int webpush_encrypt(const void *text, size_t len, size_t padded, const uint8_t to[WEBPUSH_POINT],
                    const uint8_t auth[WEBPUSH_AUTH], const webpush_key *from, const uint8_t salt[WEBPUSH_SALT],
                    uint8_t *out)
{
    uint8_t shared[SHA], key[SHA], nonce[SHA];
    if (len > padded || padded + 1 + TAG > WEBPUSH_RECORD) return TM_EILLEGAL;
    int status = agree(from, to, shared);
    if (status) return status;
    derive(shared, auth, to, from->point, salt, key, nonce);
    memcpy(out, salt, WEBPUSH_SALT);
    out += WEBPUSH_SALT;
    *out++ = 0;
    *out++ = 0;
    *out++ = WEBPUSH_RECORD >> 8;
    *out++ = WEBPUSH_RECORD & 255;
    *out++ = WEBPUSH_POINT;
    memcpy(out, from->point, WEBPUSH_POINT);
    status = seal(text, len, padded, key, nonce, out + WEBPUSH_POINT);
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(key, sizeof key);
    return status;
}

int webpush_sign(const webpush_key *key, const void *text, size_t len, uint8_t out[WEBPUSH_SIGNATURE])
{
    uint8_t der[128];
    size_t n = sizeof der;
    const uint8_t *at = der;
    ECDSA_SIG *read = NULL;
    int status = TM_EILLEGAL;
    EVP_PKEY *pkey = to_pkey(key->secret, key->point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (pkey && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, pkey) == 1 &&
        EVP_DigestSign(context, der, &n, text, len) == 1 && (read = d2i_ECDSA_SIG(NULL, &at, (long)n)) &&
        BN_bn2binpad(ECDSA_SIG_get0_r(read), out, HALF) == HALF &&
        BN_bn2binpad(ECDSA_SIG_get0_s(read), out + HALF, HALF) == HALF)
        status = TM_OK;
    ECDSA_SIG_free(read);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pkey);
    ERR_clear_error();
    return status;
}

bool webpush_verify(const uint8_t point[WEBPUSH_POINT], const void *text, size_t len,
                    const uint8_t signature[WEBPUSH_SIGNATURE])
{
    bool good = false;
    uint8_t *der = NULL;
    int n = 0;
    ECDSA_SIG *parts = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, HALF, NULL), *s = BN_bin2bn(signature + HALF, HALF, NULL);
    if (parts && r && s && ECDSA_SIG_set0(parts, r, s) == 1) {
        r = s = NULL; /* the signature's now */
        n = i2d_ECDSA_SIG(parts, &der);
    }
    EVP_PKEY *pkey = to_pkey(NULL, point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (n > 0 && pkey && context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, pkey) == 1)
        good = EVP_DigestVerify(context, der, (size_t)n, text, len) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pkey);
    OPENSSL_free(der);
    ECDSA_SIG_free(parts);
    BN_free(r);
    BN_free(s);
    ERR_clear_error();
    return good;
}
