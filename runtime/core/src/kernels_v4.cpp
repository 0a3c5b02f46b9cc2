#define PROXIMA_KERNELS_LEVEL kernels_v4
#include "kernels.inc"
