#define _GNU_SOURCE
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void samples_add(ld_samples *samples, int64_t microseconds)
{
    if (samples->n == samples->room) {
        size_t room = samples->room ? samples->room * 2 : 65536;
        uint32_t *more = realloc(samples->at, room * sizeof *more);
        if (!more) return;
        samples->at = more;
        samples->room = room;
    }
    samples->at[samples->n++] = microseconds < 0 ? 0 : microseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)microseconds;
}

static int ascending(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

void samples_print(ld_samples *samples, const char *name)
{
    printf("%s_samples %zu\n", name, samples->n);
    if (!samples->n) return;
    qsort(samples->at, samples->n, sizeof *samples->at, ascending);
    printf("%s_p50_ms %.2f\n", name, samples->at[(samples->n - 1) / 2] / 1e3);
    printf("%s_p99_ms %.2f\n", name, samples->at[(samples->n - 1) * 99 / 100] / 1e3);
    printf("%s_max_ms %.2f\n", name, samples->at[samples->n - 1] / 1e3);
}

void samples_free(ld_samples *samples)
{
    free(samples->at);
    memset(samples, 0, sizeof *samples);
}

uint64_t process_rss_kib(int pid)
{
    char path[64], text[256];
    unsigned long long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;

    if (!file) return 0;
    while (fgets(text, sizeof text, file))
        if (sscanf(text, "VmRSS: %llu kB", &kib) == 1) break;
    fclose(file);
    return kib;
}

double process_cpu_seconds(int pid)
{
    char path[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;

    if (!file) return 0;
    const char *after = fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
    fclose(file);
    /* Fields 14 and 15; the third follows the name, which may hold anything. */
    if (!after || sscanf(after, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}
