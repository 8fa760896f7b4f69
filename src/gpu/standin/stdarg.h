/* For NVRTC; see stdint.h beside this. Only declarations need it. */
#ifndef GPU_STDARG_H
#define GPU_STDARG_H

typedef void *va_list;

#endif
