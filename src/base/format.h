/* tm_put_fmt taking a va_list. */
#ifndef BASE_FORMAT_H
#define BASE_FORMAT_H

#include <stdarg.h>

#include <tatami/text.h>

void tm_put_list(tm_text *text, const char *format, va_list list);

#endif
