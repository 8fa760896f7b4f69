/* Reading gettext's .mo files: a sorted table of ids and one of texts, each a length and an offset. */
#include <tatami/catalogue.h>

enum { MAGIC = 0, COUNT = 8, IDS = 12, TEXTS = 16, HEADER = 20, ROW = 8 };

static uint32_t word(const uint8_t *bytes, size_t at)
{
    return bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
}

static const char *string(const tm_catalogue *c, uint32_t table, uint32_t row)
{
    return (const char *)c->bytes + word(c->bytes, table + ROW * (size_t)row + 4);
}

static bool table_fits(const uint8_t *bytes, size_t size, uint32_t table, uint32_t n)
{
    if (table > size || n > (size - table) / ROW) return false;
    for (uint32_t i = 0; i < n; i++) {
        const size_t len = word(bytes, table + ROW * (size_t)i), at = word(bytes, table + ROW * (size_t)i + 4);
        if (at >= size || len >= size - at || bytes[at + len] != 0) return false;
    }
    return true;
}

/* Like strcmp, which is how gettext sorts ids. */
static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return (uint8_t)*a - (uint8_t)*b;
}

static bool holds(const char *text, const char *part)
{
    for (; *text; text++) {
        uint32_t i = 0;
        while (part[i] && text[i] == part[i]) i++;
        if (!part[i]) return true;
    }
    return false;
}

int tm_catalogue_open(tm_catalogue *catalogue, const void *mo, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)mo;
    if (size < HEADER || word(bytes, MAGIC) != 0x950412de) return TM_ESYNTAX;
    const tm_catalogue c = {bytes, word(bytes, COUNT), word(bytes, IDS), word(bytes, TEXTS), false};
    if (!table_fits(bytes, size, c.ids, c.n) || !table_fits(bytes, size, c.texts, c.n)) return TM_ESYNTAX;
    for (uint32_t i = 1; i < c.n; i++)
        if (compare(string(&c, c.ids, i - 1), string(&c, c.ids, i)) >= 0) return TM_ESYNTAX;
    *catalogue = c;
    /* The text of the empty id is the header. */
    if (c.n > 0 && !*string(&c, c.ids, 0)) catalogue->many_from_two = holds(string(&c, c.texts, 0), "plural=(n > 1)");
    return TM_OK;
}

/* The text for an id, and the total length of its forms; NULL if there is none. */
static const char *look_up(const tm_catalogue *c, const char *id, uint32_t *out_len)
{
    uint32_t low = 0, high = c->n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = compare(id, string(c, c->ids, middle));
        if (order == 0) {
            *out_len = word(c->bytes, c->texts + ROW * (size_t)middle);
            return *out_len ? string(c, c->texts, middle) : NULL;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *tm_catalogue_find(const tm_catalogue *catalogue, const char *id)
{
    uint32_t len;
    const char *text = *id ? look_up(catalogue, id, &len) : NULL;
    return text ? text : id;
}

/* An id with a plural is `one NUL many`, its text `form 0 NUL form 1`; the NULs let `one` alone find it. */
const char *tm_catalogue_find_count(const tm_catalogue *catalogue, const char *one, const char *many,
                                    unsigned long count)
{
    const bool is_many = catalogue->many_from_two ? count > 1 : count != 1;
    uint32_t len, at = 0;
    const char *text = look_up(catalogue, one, &len);
    if (!text) return count == 1 ? one : many;
    while (is_many && at < len && text[at]) at++;
    return at < len && is_many ? text + at + 1 : text;
}

static const char *say_text(const void *context, const char *id)
{
    return tm_catalogue_find((const tm_catalogue *)context, id);
}

static const char *say_count(const void *context, const char *one, const char *many, unsigned long count)
{
    return tm_catalogue_find_count((const tm_catalogue *)context, one, many, count);
}

void tm_catalogue_say(const tm_catalogue *catalogue, tm_say *say)
{
    say->tr = catalogue ? say_text : NULL;
    say->trn = catalogue ? say_count : NULL;
    say->context = catalogue;
}
