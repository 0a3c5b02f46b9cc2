#define PROXIMA_KERNELS_LEVEL kernels_v4
#include "encoding/kernels.inc"
