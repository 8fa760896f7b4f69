/* tm_put_fmt, and the functions that use it to address people. */
#include "base/format.h"

enum { ARGUMENTS_MAX = 9 };

typedef struct directive {
    char type;  /* s d u c % */
    int number; /* of its argument, from 0 */
    uint32_t length;
} directive;

/* The directive at format[0] == '%'; *next is the number of the next argument that is not numbered. */
static directive parse(const char *format, int *next)
{
    directive d = {0, 0, 1};
    if (format[1] >= '1' && format[1] <= '9' && format[2] == '$') {
        d.number = format[1] - '1';
        d.length = 3;
    } else if (format[1] != '%') {
        d.number = (*next)++;
    }
    d.type = format[d.length++];
    tm_assert(d.type == 's' || d.type == 'd' || d.type == 'u' || d.type == 'c' || d.type == '%');
    tm_assert(d.number < ARGUMENTS_MAX);
    return d;
}

static void put_plain(tm_text *text, const char **format)
{
    const char *from = *format, *to = from;
    while (*to && *to != '%') to++;
    if (to > from) tm_put_mem(text, from, (uint32_t)(to - from));
    *format = to;
}

static void put_argument(tm_text *text, char type, const char *string, int64_t number)
{
    if (type == 's')
        tm_put_str(text, string);
    else if (type == 'c')
        tm_put_char(text, (char)number);
    else if (type == '%')
        tm_put_char(text, '%');
    else
        tm_put_int(text, number);
}

/* Arguments with numbers: what each is must be known before the first can be taken. */
static void put_numbered(tm_text *text, const char *format, va_list list)
{
    char types[ARGUMENTS_MAX] = {0};
    int next = 0;
    for (const char *p = format; *p;) {
        if (*p != '%') {
            p++;
            continue;
        }
        const directive d = parse(p, &next);
        if (d.type != '%') types[d.number] = d.type;
        p += d.length;
    }
    const char *strings[ARGUMENTS_MAX] = {0};
    int64_t numbers[ARGUMENTS_MAX] = {0};
    for (int i = 0; i < ARGUMENTS_MAX && types[i]; i++) {
        if (types[i] == 's')
            strings[i] = va_arg(list, const char *);
        else if (types[i] == 'u')
            numbers[i] = va_arg(list, unsigned);
        else
            numbers[i] = va_arg(list, int);
    }
    next = 0;
    for (const char *p = format; *p;) {
        put_plain(text, &p);
        if (!*p) return;
        const directive d = parse(p, &next);
        put_argument(text, d.type, strings[d.number], numbers[d.number]);
        p += d.length;
    }
}

static bool has_numbers(const char *format)
{
    for (; *format; format++)
        if (*format == '$') return true;
    return false;
}

void tm_put_list(tm_text *text, const char *format, va_list list)
{
    int next = 0;
    if (has_numbers(format)) {
        put_numbered(text, format, list);
        return;
    }
    for (const char *p = format; *p;) {
        put_plain(text, &p);
        if (!*p) return;
        const directive d = parse(p, &next);
        const char *string = d.type == 's' ? va_arg(list, const char *) : NULL;
        int64_t number = 0;
        if (d.type == 'u') number = va_arg(list, unsigned);
        if (d.type == 'd' || d.type == 'c') number = va_arg(list, int);
        put_argument(text, d.type, string, number);
        p += d.length;
    }
}

void tm_put_fmt(tm_text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tm_put_list(text, format, list);
    va_end(list);
}

const char *tm_tr(const tm_say *say, const char *id)
{
    return say && say->tr ? say->tr(say->context, id) : id;
}

const char *tm_trn(const tm_say *say, const char *one, const char *many, unsigned long count)
{
    if (say && say->trn) return say->trn(say->context, one, many, count);
    return count == 1 ? one : many;
}

void tm_why_init(tm_why *why, const tm_say *say)
{
    why->say = say;
    tm_text_init(&why->text, why->room, sizeof why->room);
}

int tm_why_not(tm_why *why, int code, const char *id, ...)
{
    if (!why || why->text.len) return code;
    va_list list;
    va_start(list, id);
    tm_put_list(&why->text, tm_tr(why->say, id), list);
    va_end(list);
    return code;
}

int tm_why_id(tm_why *why, int code, const char *id)
{
    if (why && !why->text.len) tm_put_str(&why->text, tm_tr(why->say, id));
    return code;
}
