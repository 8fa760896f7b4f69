#include <tatami/version.h>

#define TEXT(number) #number
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *tm_version(void)
{
    return VERSION(TM_VERSION_MAJOR, TM_VERSION_MINOR, TM_VERSION_PATCH);
}

int tm_version_number(void)
{
    return TM_VERSION_NUMBER;
}
