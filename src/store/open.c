/* A store by its name: an address or a file. */
#include <string.h>

#include <tatami/store.h>

bool tm_store_is_address(const char *place)
{
    return strncmp(place, "postgresql://", 13) == 0 || strncmp(place, "postgres://", 11) == 0;
}

int tm_store_open(const char *place, tm_store **out, tm_why *why)
{
    return tm_store_is_address(place) ? tm_store_open_postgres(place, out, why) : tm_store_open_sqlite(place, out, why);
}
