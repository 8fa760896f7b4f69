/* The languages of the extension module. */
#ifndef PYTHON_LANGUAGE_H
#define PYTHON_LANGUAGE_H

#include "core.h"

#include <tatami/catalogue.h>

int core_add_languages(void); /* once, when the module is loaded */
/* How to say things in "en" or "fr". -1 and an exception for another language. */
int core_say(const char *language, tm_say *out);

#endif
