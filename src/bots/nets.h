/* The networks that are built in: tools/embed_nets.py writes the list from nets/. A game may have several. WebAssembly has none, because a
 * page fetches only what it needs. */
#ifndef BOTS_NETS_H
#define BOTS_NETS_H

#include <stdint.h>

typedef struct tm_net_file {
    const uint8_t *at;
    uint32_t size;
} tm_net_file;

extern const tm_net_file tm_nets[];
extern const int tm_n_nets;

#endif
