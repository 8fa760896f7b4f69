#include "conform/spread.h"

#include <math.h>

/* Q(a, x), the upper incomplete gamma function over the whole: the sum 1 - P below the mean, and above it the continued
 * fraction (Lentz), where the sum would lose what is left to rounding. */
static double upper_gamma(double a, double x)
{
    const double scale = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int k = 1; k < 10000 && term > sum * 1e-16; k++) sum += term *= x / (a + k);
        return 1 - sum * scale;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (int k = 1; k < 10000; k++) {
        const double an = -k * (k - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= c * d;
        if (fabs(c * d - 1) < 1e-15) break;
    }
    return h * scale;
}

double spread_tail(double chi, int degrees)
{
    return chi <= 0 ? 1 : upper_gamma(degrees / 2.0, chi / 2);
}

double spread_chance(const uint32_t *counts, const uint32_t *weights, int n)
{
    double chi = 0, drawn = 0, total = 0;
    for (int i = 0; i < n; i++) {
        drawn += counts[i];
        total += weights[i];
    }
    for (int i = 0; i < n; i++) {
        const double expected = drawn * weights[i] / total, d = counts[i] - expected;
        chi += d * d / expected;
    }
    return spread_tail(chi, n - 1);
}
