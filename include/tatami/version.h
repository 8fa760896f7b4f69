/* The version of the library: that of the headers one compiles with, and that of the library one runs with. They follow
 * semantic versioning (docs/LIBRARY.md). */
#ifndef TATAMI_VERSION_H
#define TATAMI_VERSION_H

#include <tatami/base.h>

TM_HEADER_BEGIN

#define TM_VERSION_MAJOR 0
#define TM_VERSION_MINOR 1
#define TM_VERSION_PATCH 0
#define TM_VERSION_NUMBER (TM_VERSION_MAJOR * 10000 + TM_VERSION_MINOR * 100 + TM_VERSION_PATCH)

/* `0.1.0`, of the library that runs. */
const char *tm_version(void);
/* TM_VERSION_NUMBER of the library that runs. */
int tm_version_number(void);

TM_HEADER_END

#endif
