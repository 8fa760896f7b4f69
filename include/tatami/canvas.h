/* A sheet of characters that games draw their table on, without knowing what will show it.
 *
 * A canvas is a window onto a sheet: anything drawn outside it is dropped, so a game need not worry about edges.
 * Glyphs are Unicode; each has an ASCII equivalent for terminals that need it. Colours are inks, named after what
 * they mean on the table. Whatever shows the sheet maps them to its own colours, or to none, so a drawing must be
 * clear without them. */
#ifndef TATAMI_CANVAS_H
#define TATAMI_CANVAS_H

#include <tatami/text.h>

TM_HEADER_BEGIN

/* A style is an ink and any of the flags. */
enum {
    TM_INK_TEXT,
    TM_INK_MUTED,
    TM_INK_LINE,   /* frames */
    TM_INK_TITLE,  /* headings */
    TM_INK_ACCENT, /* whose turn it is, what is being asked */
    TM_INK_WARN,
    TM_INK_RED,
    TM_INK_YELLOW,
    TM_INK_BLUE,
    TM_INK_GREEN,
    TM_INK_PURPLE,
    TM_INK_BLACK, /* as a colour of pieces: visible on a dark background too */
    TM_INK_CYAN,
    TM_INK_ORANGE,
    TM_INKS,
    TM_INK_MASK = 15,
    TM_BOLD = 16,
    TM_REVERSE = 32,
    TM_UNDERLINE = 64,
};

/* One character cell. The right half of a wide character has code 0. */
typedef struct tm_cell {
    uint32_t code;
    uint8_t style;
} tm_cell;

enum { TM_SPOT_TEXT = 32 };

/* A piece that can be pointed at, labelled with consecutive words that occur in its actions, such as `play r5` or
 * `r5`. It need not be playable now. */
typedef struct tm_spot {
    int16_t x, y, width, height; /* on the sheet */
    char text[TM_SPOT_TEXT];
} tm_spot;

/* The caller's memory: width * height cells, and space for most_spots spots. Sides are at most 1000. */
typedef struct tm_sheet {
    tm_cell *cells;
    tm_spot *spots;
    int width, height;
    int n_spots, most_spots;
} tm_sheet;

typedef struct tm_canvas {
    tm_sheet *sheet;
    int x, y; /* its upper left corner on the sheet */
    int width, height;
} tm_canvas;

/* Clears the sheet and returns a canvas of all of it. */
tm_canvas tm_canvas_of(tm_sheet *sheet);
/* A window of a canvas, clipped to it. */
tm_canvas tm_canvas_part(const tm_canvas *canvas, int x, int y, int width, int height);

/* Draws UTF-8 text from x on; invalid bytes become `?`. Returns the column after it, whether or not it was visible. */
int tm_canvas_put(const tm_canvas *canvas, int x, int y, int style, const char *text);
/* The same with a format (tm_put_fmt), at most 255 bytes. */
int tm_canvas_fmt(const tm_canvas *canvas, int x, int y, int style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* At most `width` columns, with an ellipsis for the rest. */
int tm_canvas_fit(const tm_canvas *canvas, int x, int y, int width, int style, const char *text);
void tm_canvas_centre(const tm_canvas *canvas, int x, int y, int width, int style, const char *text);
/* At the right edge; left out if it would start before x. */
void tm_canvas_right(const tm_canvas *canvas, int x, int y, int style, const char *text);
/* A rounded frame; the inside is not touched. */
void tm_canvas_box(const tm_canvas *canvas, int x, int y, int width, int height, int style);
void tm_canvas_fill(const tm_canvas *canvas, int x, int y, int width, int height, int style, const char *glyph);
/* Marks a rectangle as a piece; dropped if it is outside the window, or if the sheet is full. */
void tm_canvas_spot(const tm_canvas *canvas, int x, int y, int width, int height, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The width of a text in columns. */
int tm_columns(const char *text);
/* 2 for wide characters, 0 for combining and control characters. */
int tm_code_columns(uint32_t code);
/* The ASCII replacement for a character. */
char tm_code_ascii(uint32_t code);

TM_HEADER_END

#endif
