#include "base/planes.h"

#define BITS(n)                                                                                                        \
    {                                                                                                                  \
        (n) & 1, (n) >> 1 & 1, (n) >> 2 & 1, (n) >> 3 & 1, (n) >> 4 & 1, (n) >> 5 & 1, (n) >> 6 & 1, (n) >> 7 & 1      \
    }
#define ROWS_4(n) BITS(n), BITS((n) + 1), BITS((n) + 2), BITS((n) + 3)
#define ROWS_16(n) ROWS_4(n), ROWS_4((n) + 4), ROWS_4((n) + 8), ROWS_4((n) + 12)
#define ROWS_64(n) ROWS_16(n), ROWS_16((n) + 16), ROWS_16((n) + 32), ROWS_16((n) + 48)

const uint8_t tm_plane_bytes[256][8] = {ROWS_64(0), ROWS_64(64), ROWS_64(128), ROWS_64(192)};
