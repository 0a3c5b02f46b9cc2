#define PROXIMA_KERNELS_LEVEL kernels_baseline
#include "encoding/kernels.inc"
