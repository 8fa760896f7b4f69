/* Tells people that it is their turn while their browser is closed: Web Push (RFC 8030, 8291, 8292). Says only that, and
 * at which game; nothing hidden, and always in the same number of bytes.
 *
 * The addresses are strangers' (push_to.h): HTTPS only, never a private address, a few connections at a time, few messages
 * to one address, and a bounded queue. What cannot be delivered is tried again a few times, later or when the other side
 * says; a subscription that is gone there is deleted here. Nothing waits for any of this. */
#ifndef SERVER_PUSH_H
#define SERVER_PUSH_H

#include "server/hall.h"
#include "server/push_to.h"

/* Reads the server's key from the store, or makes one and stores it, before the writer starts. NULL and a reason. */
/* A secret for something else that all nodes of a site have in common; at least 16 bytes. */
void push_derive(const push *p, const char *what, uint8_t *out, size_t len);
push *push_new(server *s, tm_why *why);
/* Ends everything under way: the loop must run until `push_is_idle`. */
void push_stop(push *p);
bool push_is_idle(const push *p);
void push_free(push *p);

void push_tick(push *p);
/* The seat has to decide now, and its person is not here: for hall_on_turn. */
void push_turn(live *l, int seat);
const webpush_key *push_key(const push *p);

#endif
