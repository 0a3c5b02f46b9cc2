#define PROXIMA_KERNELS_LEVEL kernels_v3
#include "encoding/kernels.inc"
