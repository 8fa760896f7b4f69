#ifndef SERVER_LANGUAGE_H
#define SERVER_LANGUAGE_H

#include <tatami/catalogue.h>

/* The language for an Accept-Language header or a language tag; NULL is English. */
const tm_catalogue *server_language(const char *wanted);

#endif
