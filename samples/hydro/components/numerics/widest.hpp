/// \file
/// Runs a loop with the widest vectors of the processor. The results are the same for all widths:
/// products and sums are never contracted (-ffp-contract=off).
#pragma once

namespace hydro {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(HYDRO_BASELINE_ONLY)

template <class Loop>
[[gnu::target("avx2")]] void run_with_avx2(const Loop& loop) {
    loop();
}

template <class Loop>
[[gnu::target("avx2,avx512f,avx512dq,avx512vl")]] void run_with_avx512(const Loop& loop) {
    loop();
}

/// `loop` is a lambda whose body is inlined: [&]() HYDRO_INLINE_LAMBDA { ... }.
template <class Loop>
void run_widest(const Loop& loop) {
    static const int width =
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 512
        : __builtin_cpu_supports("avx2")                                         ? 256
                                                                                 : 128;
    if (width == 512) {
        run_with_avx512(loop);
    } else if (width == 256) {
        run_with_avx2(loop);
    } else {
        loop();
    }
}

#else

template <class Loop>
void run_widest(const Loop& loop) {
    loop();
}

#endif

} // namespace hydro
