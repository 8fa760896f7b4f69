/* What both net.c and net_file.c need to know about a file (net.h describes it). */
#ifndef BOTS_NET_FILE_H
#define BOTS_NET_FILE_H

#include <stdint.h>

enum {
    TM_NET_ENTRY = 7, /* bytes of an entry */
    TM_NET_ONE_HOT = 1,
    TM_NET_UP_TO = 2,
};

static inline uint16_t tm_net_number16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline int32_t tm_net_number32(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

#endif
