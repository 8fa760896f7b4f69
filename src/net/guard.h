/* Addresses that strangers may let us connect to. A server that fetches what a stranger names can be made to talk to
 * machines that the stranger cannot reach: its own, its neighbours', its provider's. */
#ifndef NET_GUARD_H
#define NET_GUARD_H

#include <stdbool.h>

struct sockaddr;

/* Whether it is an ordinary address of the Internet: not this machine's, a private network's, a link's, a group's or one
 * that is set aside for anything else. */
bool net_is_public(const struct sockaddr *address);

#endif
