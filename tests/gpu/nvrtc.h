/* What NVRTC knows without any header, for a compiler that does not: enough to check that programs for cards ask for nothing else. */
#define __CUDACC_RTC__
#define __global__
#define __shared__
#define __launch_bounds__(...)

typedef decltype(sizeof 0) nvrtc_size;
typedef struct nvrtc_index {
    unsigned x, y, z;
} nvrtc_index;
extern const nvrtc_index threadIdx, blockIdx, blockDim, gridDim;
typedef struct uint4 {
    unsigned x, y, z, w;
} uint4;

extern "C" void *memset(void *, int, nvrtc_size);
extern "C" void *memcpy(void *, const void *, nvrtc_size);
int __popc(unsigned), __popcll(unsigned long long), __ffs(int), __ffsll(long long), __clz(int), __clzll(long long);
unsigned __ballot_sync(unsigned, int), __shfl_sync(unsigned, unsigned, int);
unsigned long long atomicAdd(unsigned long long *, unsigned long long);
unsigned atomicAdd(unsigned *, unsigned);
int atomicMin(int *, int);
unsigned atomicOr(unsigned *, unsigned);
void __trap(), __syncthreads();
