/* The chart: one point per bot, its share of wins with the interval against its time per decision. */
#include "cli/arena_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/decimal.h"

enum {
    WIDTH = 800,
    HEIGHT = 500,
    LEFT = 80,
    RIGHT = 690, /* space for names to the right of the last point */
    TOP = 80,
    BOTTOM = 430,
    NAME_WIDE = 100, /* points closer than this might overwrite each other's names */
    NAME_HIGH = 17,
    BUFFER = 1 << 15,
};

const char ARENA_CHART_START[] = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

static const char STYLE[] =
    "<style>\n"
    "svg { font: 14px sans-serif }\n"
    ".ground { fill: #fff } text { fill: #222 } .head { font-size: 17px } .name { font-weight: bold }\n"
    ".line { stroke: #ccc } .even { stroke: #b3541e; stroke-dasharray: 5 3; stroke-width: 2 }\n"
    ".bar { stroke: #1f6fb2; stroke-width: 2 } .dot { fill: #1f6fb2 }\n"
    "@media (prefers-color-scheme: dark) {\n"
    ".ground { fill: #1b1d20 } text { fill: #e6e6e6 } .line { stroke: #4a4d52 } .even { stroke: #f0975c }\n"
    ".bar { stroke: #6fb7f2 } .dot { fill: #6fb7f2 }\n"
    "}\n"
    "</style>\n";

/* The axis of times: powers of ten, in milliseconds. */
typedef struct axis {
    int first, last;
} axis;

static int x_of(const axis *a, double milliseconds)
{
    const double at = (log10(milliseconds) - a->first) / (a->last - a->first);
    return LEFT + (int)lround(at * (RIGHT - LEFT));
}

static int y_of(double share)
{
    return BOTTOM - (int)lround(share * (BOTTOM - TOP));
}

/* Times too short for the clock are drawn as 100 nanoseconds. */
static double time_of(const arena_point *point)
{
    return fmax(point->milliseconds, 1e-4);
}

static void put_xml(tm_text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '&')
            tm_put_str(out, "&amp;");
        else if (*s == '<')
            tm_put_str(out, "&lt;");
        else if (*s == '>')
            tm_put_str(out, "&gt;");
        else
            tm_put_char(out, *s);
    }
}

static void put_text(tm_text *out, const char *class, int x, int y, const char *anchor, const char *s)
{
    tm_put_fmt(out, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", class, x, y, anchor);
    put_xml(out, s);
    tm_put_str(out, "</text>\n");
}

static void put_line(tm_text *out, const char *class, int x1, int y1, int x2, int y2)
{
    tm_put_fmt(out, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", class, x1, y1, x2, y2);
}

static void draw_heading(tm_text *out, const arena_chart *chart, const tm_say *say)
{
    char words[256];
    snprintf(words, sizeof words, tm_tr(say, "%s, %d players: share of wins and thinking time"), chart->game,
             chart->n_seats);
    tm_put_str(out, "<title>");
    put_xml(out, words);
    tm_put_fmt(out, "</title>\n%s<rect class=\"ground\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", STYLE, WIDTH, HEIGHT);
    put_text(out, "head", LEFT, 34, "start", words);
    snprintf(words, sizeof words,
             tm_trn(say, "%llu deal, each bot in each seat; bars: 95%% intervals; dashes: if all were equally strong",
                    "%llu deals, each bot in each seat; bars: 95%% intervals; dashes: if all were equally strong",
                    (unsigned long)chart->n_deals),
             (unsigned long long)chart->n_deals);
    put_text(out, "note", LEFT, 56, "start", words);
}

static void draw_axes(tm_text *out, const axis *a, const tm_say *say)
{
    char label[CLI_DECIMAL];
    for (int percent = 0; percent <= 100; percent += 25) {
        const int y = y_of(percent / 100.0);
        snprintf(label, sizeof label, tm_tr(say, "%d%%"), percent);
        put_line(out, "line", LEFT, y, RIGHT, y);
        put_text(out, "tick", LEFT - 10, y + 5, "end", label);
    }
    for (int power = a->first; power <= a->last; power++) {
        const int x = x_of(a, pow(10, power));
        cli_put_decimal(label, say, power < 0 ? -power : 0, pow(10, power));
        put_line(out, "line", x, TOP, x, BOTTOM + 6);
        put_text(out, "tick", x, BOTTOM + 24, "middle", label);
    }
    put_text(out, "note", (LEFT + RIGHT) / 2, BOTTOM + 50, "middle", tm_tr(say, "milliseconds per decision"));
}

/* Where a point's name goes: beside it, below the names already there. */
static int place_name(const int *xs, const int *names, int i, int y)
{
    for (int j = 0; j < i; j++) {
        if (abs(xs[i] - xs[j]) >= NAME_WIDE || abs(y - names[j]) >= NAME_HIGH) continue;
        y = names[j] + NAME_HIGH;
        j = -1; /* look at all again */
    }
    return y;
}

static void draw_points(tm_text *out, const axis *a, const arena_chart *chart)
{
    int xs[TM_MAX_SEATS], names[TM_MAX_SEATS];
    for (int i = 0; i < chart->n_points; i++) {
        const arena_point *point = &chart->points[i];
        const int x = xs[i] = x_of(a, time_of(point)), y = y_of(point->share);
        const int even = y_of(point->even), low = y_of(point->low), high = y_of(point->high);
        put_line(out, "even", x - 18, even, x + 18, even);
        put_line(out, "bar", x, low, x, high);
        put_line(out, "bar", x - 5, low, x + 5, low);
        put_line(out, "bar", x - 5, high, x + 5, high);
        tm_put_fmt(out, "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"5\"/>\n", x, y);
        names[i] = place_name(xs, names, i, y + 5);
        put_text(out, "name", x + 11, names[i], "start", point->name);
    }
}

char *arena_chart_write(const arena_chart *chart, const tm_say *say, size_t *out_len)
{
    char *buffer = malloc(BUFFER);
    if (!buffer) return NULL;
    tm_text text;
    tm_text_init(&text, buffer, BUFFER);
    double least = time_of(&chart->points[0]), most = least;
    for (int i = 1; i < chart->n_points; i++) {
        least = fmin(least, time_of(&chart->points[i]));
        most = fmax(most, time_of(&chart->points[i]));
    }
    axis a = {(int)floor(log10(least)), (int)ceil(log10(most))};
    if (a.last == a.first) a.last++;
    tm_put_fmt(&text, "%s viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", ARENA_CHART_START, WIDTH,
               HEIGHT, WIDTH, HEIGHT);
    draw_heading(&text, chart, say);
    draw_axes(&text, &a, say);
    draw_points(&text, &a, chart);
    tm_put_str(&text, "</svg>\n");
    *out_len = text.len;
    return buffer;
}
