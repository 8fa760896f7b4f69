/* Whether things were drawn as often as they should be: Pearson's test with the exact tail of chi-square. */
#ifndef CONFORM_SPREAD_H
#define CONFORM_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

/* A fair source is called unfair once in ten million times. The normal bound that one reads in books is no use here: with two
 * degrees of freedom, five deviations above the mean are passed once in 400 times. */
#define SPREAD_DOUBT 1e-7

/* The chance that chi-square with so many degrees of freedom, 1 or more, is at least this large. */
double spread_tail(double chi, int degrees);
/* The same for how often each of n things, 2 or more, was drawn, beside the weights that they should have. */
double spread_chance(const uint32_t *counts, const uint32_t *weights, int n);

#endif
