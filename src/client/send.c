#include "client/send.h"

#include <stdarg.h>
#include <stdio.h>

enum { LOG_MAX = 100000 };

void online_begin(online *o, online_message *message, const char *what)
{
    char serial[16];
    tm_text_init(&message->text, message->bytes, sizeof message->bytes);
    message->json = (tm_json){&message->text, false};
    snprintf(serial, sizeof serial, "%u", ++o->link.serial);
    tm_json_open(&message->json, '{');
    tm_json_key(&message->json, "id");
    tm_json_str(&message->json, serial);
    tm_json_key(&message->json, "do");
    tm_json_str(&message->json, what);
}

uint32_t online_send(online *o, online_message *message)
{
    tm_json_close(&message->json, '}');
    if (message->text.cut) return o->link.serial;
    client_line_send(o->link.line, (tm_span){message->bytes, message->text.len});
    o->source.busy = true;
    return o->link.serial;
}

uint32_t online_send_word(online *o, const char *what)
{
    online_message message;
    online_begin(o, &message, what);
    return online_send(o, &message);
}

uint32_t online_send_seat(online *o, const char *what, int seat)
{
    online_message message;
    online_begin(o, &message, what);
    tm_json_key(&message.json, "seat");
    tm_json_int(&message.json, seat);
    return online_send(o, &message);
}

uint32_t online_send_n(online *o, const char *what, const char *member)
{
    online_message message;
    online_begin(o, &message, what);
    tm_json_key(&message.json, member);
    tm_json_int(&message.json, o->known.n);
    return online_send(o, &message);
}

uint32_t online_send_from(online *o, const char *what, uint32_t from)
{
    online_message message;
    online_begin(o, &message, what);
    tm_json_key(&message.json, "from");
    tm_json_int(&message.json, from);
    return online_send(o, &message);
}

uint32_t online_send_act(online *o, uint32_t n, const char *action)
{
    online_message message;
    online_begin(o, &message, "act");
    tm_json_key(&message.json, "n");
    tm_json_int(&message.json, n);
    tm_json_key(&message.json, "action");
    tm_json_str(&message.json, action);
    return online_send(o, &message);
}

void online_send_decision(online *o)
{
    o->decision.serial = online_send_act(o, o->decision.n, o->decision.text);
}

void online_log(online *o, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (o->source.log.n < LOG_MAX) tm_log_add(&o->source.log, line);
}
