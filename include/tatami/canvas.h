/* A sheet of characters that games draw their table on, without knowing what will show it.
 *
 * A canvas is a window of a sheet: what is drawn outside of it is dropped, so a drawing needs no care at the edges. Glyphs
 * are Unicode; every one has an ASCII twin for terminals without. Colours are inks, named by what they are on the table;
 * who shows the sheet maps them to what it has, down to none: so a drawing must be clear without them. */
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
    TM_INK_ACCENT, /* whose turn it is, what is asked */
    TM_INK_WARN,
    TM_INK_RED,
    TM_INK_YELLOW,
    TM_INK_BLUE,
    TM_INK_GREEN,
    TM_INK_PURPLE,
    TM_INK_BLACK, /* as a colour of pieces: seen on a dark ground as well */
    TM_INK_CYAN,
    TM_INK_ORANGE,
    TM_INKS,
    TM_INK_MASK = 15,
    TM_BOLD = 16,
    TM_REVERSE = 32,
    TM_UNDERLINE = 64,
};

/* One character place. The right half of a wide character has code 0. */
typedef struct tm_cell {
    uint32_t code;
    uint8_t style;
} tm_cell;

enum { TM_SPOT_TEXT = 32 };

/* A piece that can be pointed at: words that the actions with it have in them, one after the other, such as `play r5`
 * or `r5`. Spots need not be possible now. */
typedef struct tm_spot {
    int16_t x, y, width, height; /* on the sheet */
    char text[TM_SPOT_TEXT];
} tm_spot;

/* The caller's memory: width * height cells, room for most_spots spots. Sides are at most 1000. */
typedef struct tm_sheet {
    tm_cell *cells;
    tm_spot *spots;
    int width, height;
    int n_spots, most_spots;
} tm_sheet;

typedef struct tm_canvas {
    tm_sheet *sheet;
    int x, y; /* of its left upper corner on the sheet */
    int width, height;
} tm_canvas;

/* Empties the sheet and gives a canvas of all of it. */
tm_canvas tm_canvas_of(tm_sheet *sheet);
/* A window of a canvas; what juts out is cut off. */
tm_canvas tm_canvas_part(const tm_canvas *canvas, int x, int y, int width, int height);

/* Text, UTF-8, from x on; foreign bytes become `?`. The column after it, whether or not it was seen. */
int tm_canvas_put(const tm_canvas *canvas, int x, int y, int style, const char *text);
/* The same with a format (tm_put_fmt), at most 255 bytes. */
int tm_canvas_fmt(const tm_canvas *canvas, int x, int y, int style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* At most `width` columns, an ellipsis for what does not fit. */
int tm_canvas_fit(const tm_canvas *canvas, int x, int y, int width, int style, const char *text);
void tm_canvas_centre(const tm_canvas *canvas, int x, int y, int width, int style, const char *text);
/* At the right edge; left out if it would begin before x. */
void tm_canvas_right(const tm_canvas *canvas, int x, int y, int style, const char *text);
/* A frame, rounded; the inside is left as it is. */
void tm_canvas_box(const tm_canvas *canvas, int x, int y, int width, int height, int style);
void tm_canvas_fill(const tm_canvas *canvas, int x, int y, int width, int height, int style, const char *glyph);
/* Marks a rectangle as a piece; dropped if none of it is seen, or if there is no room for more. */
void tm_canvas_spot(const tm_canvas *canvas, int x, int y, int width, int height, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Columns that a text takes. */
int tm_columns(const char *text);
/* 2 for wide characters, 0 for those that combine and for controls. */
int tm_code_columns(uint32_t code);
/* What stands for a character where there is only ASCII. */
char tm_code_ascii(uint32_t code);

TM_HEADER_END

#endif
