#include "encoding/kernels.hpp"

namespace proxima::detail {

extern const Kernels kernels_baseline;

#if defined(__x86_64__)

extern const Kernels kernels_v3;
extern const Kernels kernels_v4;

namespace {

const Kernels& choose() noexcept {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
        __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
        __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("bmi2") != 0) {
        return kernels_v4;
    }
    if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
        __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0) {
        return kernels_v3;
    }
    return kernels_baseline;
}

} // namespace

const Kernels& kernels() noexcept {
    static const Kernels& best = choose();
    return best;
}

#else

const Kernels& kernels() noexcept {
    return kernels_baseline;
}

#endif

} // namespace proxima::detail
