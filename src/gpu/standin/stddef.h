/* For NVRTC; see stdint.h beside this. */
#ifndef GPU_STDDEF_H
#define GPU_STDDEF_H

typedef decltype(sizeof 0) size_t;
#define NULL 0

#endif
