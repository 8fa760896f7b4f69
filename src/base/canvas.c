#include <tatami/canvas.h>

#include <stdarg.h>

#include "base/format.h"

enum { FORMATTED = 256, REPLACEMENT = '?' };

typedef struct range {
    uint32_t first, last;
} range;

static bool is_in(const range *ranges, size_t n, uint32_t code)
{
    for (size_t i = 0; i < n; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

int tm_code_columns(uint32_t code)
{
    static const range NONE[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x300, 0x36f},
                                 {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
                                 {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x2028, 0x202e},
                                 {0x2060, 0x206f}, {0x20d0, 0x20ff}, {0xd800, 0xdfff}, {0xfe00, 0xfe0f},
                                 {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    static const range WIDE[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
                                 {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                                 {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    if (code >= 0x20 && code < 0x7f) return 1;
    if (is_in(NONE, sizeof NONE / sizeof *NONE, code)) return 0;
    return is_in(WIDE, sizeof WIDE / sizeof *WIDE, code) ? 2 : 1;
}

/* Glyphs by the ASCII character that stands for them; accented letters by their letter. */
char tm_code_ascii(uint32_t code)
{
    static const struct {
        char ascii;
        const char *glyphs;
    } TWINS[] = {
        {'-', "─━╌┄–—−"}, {'|', "│┃╎┆"},    {'+', "┌┐└┘├┤┬┴┼╭╮╰╯╞╡╪"},
        {'=', "═"},       {'>', "▶▸→›»"},   {'<', "◀◂←‹«"},
        {'^', "▲▴↑"},     {'v', "▼▾↓"},     {'#', "█▮■▓▒▇▉▊▋▆"},
        {'o', "○▯□◯"},    {'*', "●★✱◆✶"},   {'.', "·…░▁▂▃▄▅▏▎▍▌"},
        {'%', "◇"},       {'!', "✗⚑"},      {'x', "×✕"},
        {'\'', "’‘"},     {'"', "“”"},      {' ', "\xc2\xa0"},
        {'a', "àâäáãå"},  {'c', "ç"},       {'e', "éèêë"},
        {'i', "îïíì"},    {'o', "ôöóòõøœ"}, {'u', "ùûüú"},
        {'n', "ñ"},       {'A', "ÀÂÄÁ"},    {'C', "Ç"},
        {'E', "ÉÈÊË"},    {'I', "ÎÏ"},      {'O', "ÔÖŒ"},
        {'U', "ÙÛÜ"},
    };
    if (code < 0x80) return (char)code;
    for (size_t i = 0; i < sizeof TWINS / sizeof *TWINS; i++)
        for (tm_span rest = tm_span_of(TWINS[i].glyphs); rest.len;)
            if (tm_utf8_take(&rest) == code) return TWINS[i].ascii;
    return REPLACEMENT;
}

int tm_columns(const char *text)
{
    int columns = 0;
    for (tm_span rest = tm_span_of(text); rest.len;) columns += tm_code_columns(tm_utf8_take(&rest));
    return columns;
}

tm_canvas tm_canvas_of(tm_sheet *sheet)
{
    const tm_cell empty = {' ', TM_INK_TEXT};
    const tm_canvas all = {sheet, 0, 0, sheet->width, sheet->height};
    for (int i = 0; i < sheet->width * sheet->height; i++) sheet->cells[i] = empty;
    sheet->n_spots = 0;
    return all;
}

static int at_most(int a, int b)
{
    return a < b ? a : b;
}

tm_canvas tm_canvas_part(const tm_canvas *canvas, int x, int y, int width, int height)
{
    tm_canvas part = {canvas->sheet, 0, 0, 0, 0};
    const int left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    const int right = at_most(x + width, canvas->width), bottom = at_most(y + height, canvas->height);
    if (right <= left || bottom <= top) return part;
    part.x = canvas->x + left;
    part.y = canvas->y + top;
    part.width = right - left;
    part.height = bottom - top;
    return part;
}

static void put_code(const tm_canvas *canvas, int x, int y, int style, uint32_t code, int columns)
{
    if (y < 0 || y >= canvas->height || x < 0 || x + columns > canvas->width) return;
    tm_cell *cell = &canvas->sheet->cells[(canvas->y + y) * canvas->sheet->width + canvas->x + x];
    cell->code = code;
    cell->style = (uint8_t)style;
    if (columns < 2) return;
    cell[1].code = 0;
    cell[1].style = (uint8_t)style;
}

static int put_span(const tm_canvas *canvas, int x, int y, int style, tm_span rest)
{
    while (rest.len) {
        const uint32_t code = tm_utf8_take(&rest);
        const int columns = tm_code_columns(code);
        if (columns) put_code(canvas, x, y, style, code, columns);
        x += columns;
    }
    return x;
}

int tm_canvas_put(const tm_canvas *canvas, int x, int y, int style, const char *text)
{
    return put_span(canvas, x, y, style, tm_span_of(text));
}

int tm_canvas_fmt(const tm_canvas *canvas, int x, int y, int style, const char *format, ...)
{
    char buffer[FORMATTED];
    tm_text text;
    va_list list;
    tm_text_init(&text, buffer, sizeof buffer);
    va_start(list, format);
    tm_put_list(&text, format, list);
    va_end(list);
    return tm_canvas_put(canvas, x, y, style, buffer);
}

int tm_canvas_fit(const tm_canvas *canvas, int x, int y, int width, int style, const char *text)
{
    tm_span rest = tm_span_of(text), kept = {text, 0};
    int columns = 0;
    if (width <= 0) return x;
    if (tm_columns(text) <= width) return tm_canvas_put(canvas, x, y, style, text);
    while (rest.len) {
        columns += tm_code_columns(tm_utf8_take(&rest));
        if (columns > width - 1) break;
        kept.len = (uint32_t)(rest.at - text);
    }
    x = put_span(canvas, x, y, style, kept);
    return tm_canvas_put(canvas, x, y, style, "…");
}

void tm_canvas_centre(const tm_canvas *canvas, int x, int y, int width, int style, const char *text)
{
    const int columns = tm_columns(text);
    tm_canvas_fit(canvas, columns < width ? x + (width - columns) / 2 : x, y, width, style, text);
}

void tm_canvas_right(const tm_canvas *canvas, int x, int y, int style, const char *text)
{
    const int start = canvas->width - tm_columns(text);
    if (start >= x) tm_canvas_put(canvas, start, y, style, text);
}

void tm_canvas_fill(const tm_canvas *canvas, int x, int y, int width, int height, int style, const char *glyph)
{
    for (int row = y < 0 ? 0 : y; row < at_most(y + height, canvas->height); row++)
        for (int column = x < 0 ? 0 : x; column < at_most(x + width, canvas->width); column++)
            tm_canvas_put(canvas, column, row, style, glyph);
}

void tm_canvas_box(const tm_canvas *canvas, int x, int y, int width, int height, int style)
{
    const int right = x + width - 1, bottom = y + height - 1;
    if (width < 2 || height < 2) return;
    tm_canvas_fill(canvas, x + 1, y, width - 2, 1, style, "─");
    tm_canvas_fill(canvas, x + 1, bottom, width - 2, 1, style, "─");
    tm_canvas_fill(canvas, x, y + 1, 1, height - 2, style, "│");
    tm_canvas_fill(canvas, right, y + 1, 1, height - 2, style, "│");
    tm_canvas_put(canvas, x, y, style, "╭");
    tm_canvas_put(canvas, right, y, style, "╮");
    tm_canvas_put(canvas, x, bottom, style, "╰");
    tm_canvas_put(canvas, right, bottom, style, "╯");
}

void tm_canvas_spot(const tm_canvas *canvas, int x, int y, int width, int height, const char *format, ...)
{
    tm_sheet *sheet = canvas->sheet;
    const tm_canvas seen = tm_canvas_part(canvas, x, y, width, height);
    tm_text text;
    va_list list;
    if (!seen.width || sheet->n_spots >= sheet->most_spots) return;
    tm_spot *spot = &sheet->spots[sheet->n_spots++];
    spot->x = (int16_t)seen.x;
    spot->y = (int16_t)seen.y;
    spot->width = (int16_t)seen.width;
    spot->height = (int16_t)seen.height;
    tm_text_init(&text, spot->text, sizeof spot->text);
    va_start(list, format);
    tm_put_list(&text, format, list);
    va_end(list);
}
