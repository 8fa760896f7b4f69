/* A chart of how strong bots are against how long they think: for `tatami arena --svg` and for Python. */
#ifndef CLI_ARENA_CHART_H
#define CLI_ARENA_CHART_H

#include <tatami/text.h>

typedef struct arena_point {
    const char *name;
    double share, low, high; /* of the wins, with its interval */
    double even;             /* the share if all were equally strong */
    double milliseconds;     /* per decision */
} arena_point;

typedef struct arena_chart {
    const char *game; /* its title */
    int n_seats;
    uint64_t n_deals;
    int n_points; /* at least one */
    arena_point points[TM_MAX_SEATS];
} arena_chart;

/* The chart as SVG. Returns the whole text, to be freed with free(), or NULL if out of memory. */
char *arena_chart_write(const arena_chart *chart, const tm_say *say, size_t *out_len);
extern const char ARENA_CHART_START[];

#endif
