/* A pool of threads that share one piece of work: each takes the next part when it is free. The caller's thread is
 * one of them. */
#ifndef VECTOR_CREW_H
#define VECTOR_CREW_H

typedef struct crew crew;

/* Called for every part, with the number of the thread that does it, from 0. */
typedef void (*crew_part)(void *context, int thread, int part);

crew *crew_new(int n_threads); /* at least 1; NULL if out of memory or threads */
void crew_free(crew *crew);    /* NULL is fine */
/* Returns when all parts are done. One caller at a time. */
void crew_run(crew *crew, crew_part work, void *context, int n_parts);

#endif
