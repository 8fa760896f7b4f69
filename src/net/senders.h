/* Threads that help a loop to send. Most of what it costs to tell many people something is the kernel's work for one
 * packet each, and that can be done side by side. The loop waits until all is sent, so nothing else changes meanwhile and
 * nobody but the loop touches a connection's state. */
#ifndef NET_SENDERS_H
#define NET_SENDERS_H

#include <stddef.h>
#include <sys/uio.h>

enum { NET_SENDING_PARTS = 4 };

typedef struct net_sending {
    int fd, n_parts;
    struct iovec parts[NET_SENDING_PARTS];
    long sent; /* the bytes that the kernel took, or a UV_E… */
} net_sending;

typedef struct net_senders net_senders;

net_senders *net_senders_new(int n); /* NULL if not even one thread can be started */
void net_senders_free(net_senders *s);
/* Sends everything once, without waiting for anybody who does not read. At most NET_SENDERS_MOST at a time. */
enum { NET_SENDERS_MOST = 256 };
void net_senders_send(net_senders *s, net_sending *list, size_t n);

#endif
