#define PROXIMA_KERNELS_LEVEL kernels_v4_wide
#include "encoding/kernels.inc"
