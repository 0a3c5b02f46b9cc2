#include "encoding/kernels.hpp"

namespace proxima::detail {

extern const Kernels kernels_baseline;

#if defined(__x86_64__)

extern const Kernels kernels_v3;
extern const Kernels kernels_v4;
extern const Kernels kernels_v4_wide;

namespace {

bool has_v3() noexcept {
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
           __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("fma") != 0;
}

bool has_v4() noexcept {
    return has_v3() && __builtin_cpu_supports("avx512f") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512cd") != 0;
}

} // namespace

KernelLevels usable_kernels() noexcept {
    __builtin_cpu_init();
    KernelLevels levels;
    levels.add(kernels_baseline);
    if (has_v3()) {
        levels.add(kernels_v3);
    }
    if (has_v4()) {
        levels.add(kernels_v4);
    }
    if (has_v4() && __builtin_cpu_supports("avx512vbmi2") != 0) {
        levels.add(kernels_v4_wide);
    }
    return levels;
}

#else

KernelLevels usable_kernels() noexcept {
    KernelLevels levels;
    levels.add(kernels_baseline);
    return levels;
}

#endif

const Kernels& kernels() noexcept {
    static const Kernels& best = usable_kernels().best();
    return best;
}

} // namespace proxima::detail
