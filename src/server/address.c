#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static void write_4(const unsigned char bytes[4], char *out)
{
    snprintf(out, ADDRESS_MAX + 1, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

static void write_6(const unsigned char bytes[16], char *out)
{
    static const unsigned char MAPPED[12] = {[10] = 255, [11] = 255};
    if (memcmp(bytes, MAPPED, sizeof MAPPED) == 0) { /* IPv4 at a socket for both */
        write_4(bytes + 12, out);
        return;
    }
    snprintf(out, ADDRESS_MAX + 1, "%x:%x:%x:%x::/64", bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3],
             bytes[4] << 8 | bytes[5], bytes[6] << 8 | bytes[7]);
}

void address_of(const struct sockaddr *from, char out[ADDRESS_MAX + 1])
{
    if (from->sa_family == AF_INET)
        write_4((const unsigned char *)&((const struct sockaddr_in *)from)->sin_addr, out);
    else if (from->sa_family == AF_INET6)
        write_6((const unsigned char *)&((const struct sockaddr_in6 *)from)->sin6_addr, out);
    else
        strcpy(out, "?");
}

bool address_forwarded(tm_span list, char out[ADDRESS_MAX + 1])
{
    char text[ADDRESS_MAX + 1];
    unsigned char bytes[16];
    const char *end = list.at + list.len, *at = end;
    while (at > list.at && at[-1] != ',') at--;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '[')) at++;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
    const char *bracket = memchr(at, ']', (size_t)(end - at));
    if (bracket) end = bracket; /* a port may follow */
    if ((size_t)(end - at) >= sizeof text || end == at) return false;
    memcpy(text, at, (size_t)(end - at));
    text[end - at] = 0;
    if (strchr(text, '.') && strrchr(text, ':') == strchr(text, ':') && strchr(text, ':')) *strchr(text, ':') = 0;
    if (inet_pton(AF_INET, text, bytes) == 1)
        write_4(bytes, out);
    else if (inet_pton(AF_INET6, text, bytes) == 1)
        write_6(bytes, out);
    else
        return false;
    return true;
}
