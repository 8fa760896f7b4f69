#include "net/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Blocks that are not for everybody: RFC 6890 and its successors. */
static bool is_public_4(uint32_t a)
{
    static const struct {
        uint32_t block;
        int bits;
    } BLOCKS[] = {
        {0x00000000, 8},  /* this network */
        {0x0a000000, 8},  /* private */
        {0x64400000, 10}, /* behind a carrier's NAT */
        {0x7f000000, 8},  /* this machine */
        {0xa9fe0000, 16}, /* this link; clouds keep their secrets there */
        {0xac100000, 12}, /* private */
        {0xc0000000, 24}, /* protocols */
        {0xc0000200, 24}, /* examples */
        {0xc0586300, 24}, /* relays */
        {0xc0a80000, 16}, /* private */
        {0xc6120000, 15}, /* measurements */
        {0xc6336400, 24}, /* examples */
        {0xcb007100, 24}, /* examples */
        {0xe0000000, 3},  /* groups, the future, everybody */
    };
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++)
        if ((a ^ BLOCKS[i].block) >> (32 - BLOCKS[i].bits) == 0) return false;
    return true;
}

/* Only 2000::/3 is in use, which leaves out mapped IPv4 addresses, too. In it, 2001::/23 and 2002::/16 tunnel to IPv4
 * addresses of the writer's choice, or are set aside; 2001:db8::/32 and 3fff::/20 are examples. */
static bool is_public_6(const uint8_t a[16])
{
    if (a[0] >> 5 != 1) return false;
    if (a[0] == 0x20 && a[1] == 0x01 && a[2] < 2) return false;
    if (a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0d && a[3] == 0xb8) return false;
    if (a[0] == 0x20 && a[1] == 0x02) return false;
    return !(a[0] == 0x3f && a[1] == 0xff && a[2] >> 4 == 0);
}

bool net_is_public(const struct sockaddr *address)
{
    /* NOLINTBEGIN: through void, as sockets want one address taken for another */
    if (address->sa_family == AF_INET)
        return is_public_4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    if (address->sa_family == AF_INET6)
        return is_public_6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
    /* NOLINTEND */
    return false;
}
