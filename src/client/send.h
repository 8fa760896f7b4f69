/* Sends messages to the server, and lines of the log to the person. */
#ifndef CLIENT_SEND_H
#define CLIENT_SEND_H

#include "client/online_private.h"

enum { ONLINE_MESSAGE = 4096 };

/* A message being written: members are added with tm_json. */
typedef struct online_message {
    tm_json json;
    tm_text text;
    char bytes[ONLINE_MESSAGE];
} online_message;

/* Begins {"id":…,"do":what. `json` points into the message, which must stay where it is. */
void online_begin(online *o, online_message *message, const char *what);
/* Closes and sends it; returns its serial number. A message that does not fit is not sent. */
uint32_t online_send(online *o, online_message *message);
/* Messages without members, with a seat, and with the length of the known log under the name `member`. */
uint32_t online_send_word(online *o, const char *what);
uint32_t online_send_seat(online *o, const char *what, int seat);
uint32_t online_send_n(online *o, const char *what, const char *member);
/* Asks for a list from number `from` on. */
uint32_t online_send_from(online *o, const char *what, uint32_t from);
/* A decision at the n-th entry of the log. */
uint32_t online_send_act(online *o, uint32_t n, const char *action);
/* The decision that is not acknowledged yet. */
void online_send_decision(online *o);

/* One line of the log. */
void online_log(online *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
