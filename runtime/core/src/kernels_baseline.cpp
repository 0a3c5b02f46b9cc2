#define PROXIMA_KERNELS_LEVEL kernels_baseline
#include "kernels.inc"
