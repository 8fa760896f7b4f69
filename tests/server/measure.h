/* What the load program measures: times of which percentiles are wanted, and what a process costs. */
#ifndef TESTS_SERVER_MEASURE_H
#define TESTS_SERVER_MEASURE_H

#include <stddef.h>
#include <stdint.h>

/* Times in microseconds; starts with zeroes. */
typedef struct ld_samples {
    uint32_t *at;
    size_t n, room;
} ld_samples;

void samples_add(ld_samples *samples, int64_t microseconds);
/* Prints `NAME_p50_ms`, `_p99_ms`, `_max_ms`, and how many there were. Sorts. */
void samples_print(ld_samples *samples, const char *name);
void samples_free(ld_samples *samples);

/* Of a process, from /proc; 0 if it is not there. */
uint64_t process_rss_kib(int pid);
double process_cpu_seconds(int pid);

#endif
