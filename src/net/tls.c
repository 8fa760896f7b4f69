#include "net/tls.h"

#include <arpa/inet.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct net_tls_context {
    SSL_CTX *ssl;
};

struct net_tls {
    SSL *ssl;
    BIO *in, *out; /* owned by the SSL */
    bool failed;
    unsigned long error;
};

/* Forward secrecy and authenticated encryption only. */
static const char CIPHERS[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

static void last_words(char *out, size_t size)
{
    const unsigned long error = ERR_get_error();
    snprintf(out, size, "%s", error && ERR_reason_error_string(error) ? ERR_reason_error_string(error) : "?");
    ERR_clear_error();
}

static int select_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_len, const unsigned char *in,
                           unsigned int len, void *context)
{
    static const unsigned char OURS[] = "\x08http/1.1";
    (void)ssl, (void)context;
    unsigned char *chosen;
    if (SSL_select_next_proto(&chosen, out_len, OURS, sizeof OURS - 1, in, len) != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

/* NULL if out of memory. */
static net_tls_context *new_context(const SSL_METHOD *method)
{
    net_tls_context *c = calloc(1, sizeof *c);
    if (c) c->ssl = SSL_CTX_new(method);
    if (!c || !c->ssl || !SSL_CTX_set_min_proto_version(c->ssl, TLS1_2_VERSION) ||
        !SSL_CTX_set_cipher_list(c->ssl, CIPHERS)) {
        net_tls_context_free(c);
        return NULL;
    }
    SSL_CTX_set_options(c->ssl, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    /* Most connections are idle most of the time: then they should not hold buffers of 16 KiB. */
    SSL_CTX_set_mode(c->ssl,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return c;
}

int net_tls_server(const char *cert, const char *key, net_tls_context **out, tm_why *why)
{
    char reason[128];
    net_tls_context *c = new_context(TLS_server_method());
    if (!c) return tm_why_not(why, TM_ESPACE, "out of memory");
    SSL_CTX_set_options(c->ssl, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_alpn_select_cb(c->ssl, select_protocol, NULL);
    SSL_CTX_set_session_id_context(c->ssl, (const unsigned char *)"tatami", 6);
    if (SSL_CTX_use_certificate_chain_file(c->ssl, cert) == 1 &&
        SSL_CTX_use_PrivateKey_file(c->ssl, key, SSL_FILETYPE_PEM) == 1 && SSL_CTX_check_private_key(c->ssl) == 1) {
        *out = c;
        return TM_OK;
    }
    last_words(reason, sizeof reason);
    net_tls_context_free(c);
    return tm_why_not(why, TM_EIO, "%s and %s are not a certificate and its key (%s)", cert, key, reason);
}

int net_tls_client(net_tls_context **out, tm_why *why)
{
    net_tls_context *c = new_context(TLS_client_method());
    if (!c) return tm_why_not(why, TM_ESPACE, "out of memory");
    SSL_CTX_set_verify(c->ssl, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_default_verify_paths(c->ssl); /* if there are none, every certificate is refused, with a reason */
    *out = c;
    return TM_OK;
}

void net_tls_context_free(net_tls_context *context)
{
    if (!context) return;
    SSL_CTX_free(context->ssl);
    free(context);
}

static bool expect_host(SSL *ssl, const char *host)
{
    unsigned char address[16];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
    return SSL_set_tlsext_host_name(ssl, host) == 1 && SSL_set1_host(ssl, host) == 1;
}

net_tls *net_tls_new(net_tls_context *context, const char *host)
{
    static const unsigned char OURS[] = "\x08http/1.1";
    net_tls *t = calloc(1, sizeof *t);
    if (t) t->ssl = SSL_new(context->ssl);
    if (t && t->ssl) {
        t->in = BIO_new(BIO_s_mem());
        t->out = BIO_new(BIO_s_mem());
        if (t->in && t->out) {
            SSL_set_bio(t->ssl, t->in, t->out);
            if (!host) SSL_set_accept_state(t->ssl);
            if (!host) return t;
            SSL_set_connect_state(t->ssl);
            SSL_set_alpn_protos(t->ssl, OURS, sizeof OURS - 1);
            if (expect_host(t->ssl, host)) return t;
        } else {
            BIO_free(t->in);
            BIO_free(t->out);
        }
    }
    net_tls_free(t);
    return NULL;
}

void net_tls_free(net_tls *tls)
{
    if (!tls) return;
    SSL_free(tls->ssl);
    free(tls);
}

bool net_tls_put(net_tls *tls, const char *bytes, size_t len)
{
    return len <= INT_MAX && BIO_write(tls->in, bytes, (int)len) == (int)len;
}

/* Returns 0 for "try again later". */
static int verdict(net_tls *tls, int result)
{
    switch (SSL_get_error(tls->ssl, result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return 0;
    case SSL_ERROR_ZERO_RETURN: return NET_TLS_END;
    default:
        tls->failed = true;
        if (!tls->error) tls->error = ERR_get_error();
        ERR_clear_error();
        return NET_TLS_BAD;
    }
}

int net_tls_read(net_tls *tls, char *out, size_t size)
{
    if (tls->failed) return NET_TLS_BAD;
    ERR_clear_error();
    const int n = SSL_read(tls->ssl, out, size > INT_MAX ? INT_MAX : (int)size); /* does the handshake first */
    return n > 0 ? n : verdict(tls, n);
}

int net_tls_write(net_tls *tls, const char *bytes, size_t len)
{
    if (tls->failed) return NET_TLS_BAD;
    if (!SSL_is_init_finished(tls->ssl) || len == 0) return 0;
    ERR_clear_error();
    const int n = SSL_write(tls->ssl, bytes, len > INT_MAX ? INT_MAX : (int)len);
    return n > 0 ? n : verdict(tls, n);
}

size_t net_tls_pending(const net_tls *tls, const char **out)
{
    char *at = NULL;
    const long len = BIO_get_mem_data(tls->out, &at);
    *out = at;
    return len > 0 ? (size_t)len : 0;
}

void net_tls_sent(net_tls *tls)
{
    (void)BIO_reset(tls->out);
}

bool net_tls_is_open(const net_tls *tls)
{
    return SSL_is_init_finished(tls->ssl);
}

void net_tls_finish(net_tls *tls)
{
    if (tls->failed || !SSL_is_init_finished(tls->ssl)) return;
    ERR_clear_error();
    SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

void net_tls_reason(const net_tls *tls, char *out, size_t size)
{
    const long verified = SSL_get_verify_result(tls->ssl);
    const char *text = verified != X509_V_OK ? X509_verify_cert_error_string(verified)
                       : tls->error          ? ERR_reason_error_string(tls->error)
                                             : NULL;
    snprintf(out, size, "%s", text ? text : "");
}
