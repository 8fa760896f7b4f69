#ifndef SERVER_LANGUAGE_H
#define SERVER_LANGUAGE_H

#include <tatami/catalogue.h>

/* The language that an Accept-Language or a tag asks for: NULL is English. */
const tm_catalogue *server_language(const char *wanted);

#endif
