// The loops call no library function, and everything is inlined into the functions of a level, so
// that no level uses code of another.
#include <proxima/format/stream_encoder.hpp>

#define PROXIMA_INLINE [[gnu::always_inline]] inline
#define PROXIMA_LAMBDA __attribute__((always_inline))

namespace proxima::format {
namespace {

constexpr std::size_t group_size = 64;
constexpr unsigned one_value = 0x80;   // tag: all values of the group are equal
constexpr unsigned char recurs = 0x0f; // tag: the period follows
constexpr std::size_t longest_period = 32;

PROXIMA_INLINE unsigned char* put_word(unsigned char* to, std::uint64_t word,
                                       unsigned bytes) noexcept {
    __builtin_memcpy(to, &word, sizeof word);
    return to + bytes;
}

// Trailing zero bytes are not stored, so that round floating-point numbers stay short.
struct Width {
    unsigned skipped; // bytes
    unsigned stored;  // bytes
};

PROXIMA_INLINE Width width_of(std::uint64_t any_bit) noexcept {
    if (any_bit == 0) {
        return {0, 0};
    }
    const auto skipped = static_cast<unsigned>(__builtin_ctzll(any_bit)) / 8;
    return {skipped, (71U - static_cast<unsigned>(__builtin_clzll(any_bit))) / 8 - skipped};
}

PROXIMA_INLINE unsigned char tag(Width width) noexcept {
    return static_cast<unsigned char>(width.skipped << 4U | width.stored);
}

PROXIMA_INLINE unsigned char* put_equal(unsigned char* to, std::uint64_t value) noexcept {
    const Width width = width_of(value);
    *to = static_cast<unsigned char>(one_value | tag(width));
    return put_word(to + 1, value >> (8 * width.skipped), width.stored);
}

PROXIMA_INLINE unsigned char* put_repeated(unsigned char* to, std::uint64_t value,
                                           std::size_t count) noexcept {
    for (std::size_t begin = 0; begin < count; begin += group_size) {
        to = put_equal(to, value);
    }
    return to;
}

PROXIMA_INLINE unsigned char* put_full_group(unsigned char* __restrict to,
                                             const std::uint64_t* __restrict group,
                                             std::uint64_t any_bit) noexcept {
    const Width width = width_of(any_bit);
    const unsigned shift = 8 * width.skipped;
    *to++ = tag(width);
    if (width.stored == 1) {
        for (std::size_t i = 0; i < group_size; ++i) {
            to[i] = static_cast<unsigned char>(group[i] >> shift);
        }
    } else if (width.stored == 2) {
        for (std::size_t i = 0; i < group_size; ++i) {
            const auto half = static_cast<std::uint16_t>(group[i] >> shift);
            __builtin_memcpy(to + 2 * i, &half, sizeof half);
        }
    } else {
        for (std::size_t i = 0; i < group_size; ++i) {
            put_word(to + i * width.stored, group[i] >> shift, width.stored);
        }
    }
    return to + group_size * width.stored;
}

PROXIMA_INLINE unsigned char* put_last_group(unsigned char* __restrict to,
                                             const std::uint64_t* __restrict group,
                                             std::size_t count, std::uint64_t any_bit) noexcept {
    const Width width = width_of(any_bit);
    *to++ = tag(width);
    for (std::size_t i = 0; i < count; ++i) {
        to = put_word(to, group[i] >> (8 * width.skipped), width.stored);
    }
    return to;
}

PROXIMA_INLINE void ignore_group(const std::uint64_t*, std::size_t, std::uint64_t) noexcept {
}

// Writes `value(0) ... value(count - 1)` in groups, and calls `seen` for each group. The loop over
// a full group has a constant length, so that it can be vectorized.
template <class Value, class Seen>
PROXIMA_INLINE unsigned char* put_groups(unsigned char* __restrict to, std::size_t count,
                                         Value value, Seen seen) noexcept {
    std::uint64_t group[group_size];
    std::size_t begin = 0;
    for (; begin + group_size <= count; begin += group_size) {
        const std::uint64_t first = value(begin);
        std::uint64_t any_bit = 0;
        std::uint64_t differing = 0;
        for (std::size_t i = 0; i < group_size; ++i) {
            group[i] = value(begin + i);
            any_bit |= group[i];
            differing |= group[i] ^ first;
        }
        seen(group, group_size, any_bit);
        to = differing == 0 ? put_equal(to, first) : put_full_group(to, group, any_bit);
    }
    if (begin == count) {
        return to;
    }
    const std::size_t left = count - begin;
    std::uint64_t any_bit = 0;
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < left; ++i) {
        group[i] = value(begin + i);
        any_bit |= group[i];
        differing |= group[i] ^ group[0];
    }
    seen(group, left, any_bit);
    return differing == 0 ? put_equal(to, group[0]) : put_last_group(to, group, left, any_bit);
}

PROXIMA_INLINE unsigned char* put_plain(unsigned char* to, const std::uint64_t* __restrict values,
                                        std::size_t count) noexcept {
    return put_groups(
        to, count, [=](std::size_t i) PROXIMA_LAMBDA { return values[i]; }, ignore_group);
}

// Tests whether all values of a full group equal those `period` before them.
PROXIMA_INLINE bool has_period(const std::uint64_t* group, std::size_t period) noexcept {
    const std::uint64_t* const before = group - period;
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < group_size; ++i) {
        differing |= group[i] ^ before[i];
    }
    return differing == 0;
}

// Finds the period with which a full group continues the values before it; 0 if it has none.
PROXIMA_INLINE std::size_t find_period(const std::uint64_t* group) noexcept {
    const std::uint64_t* const last = group + group_size - 1;
    for (std::size_t period = 1; period <= longest_period; ++period) {
        if (*(group - period) == *group && *(last - period) == *last && has_period(group, period)) {
            return period;
        }
    }
    return 0;
}

// Writes values in which a short sequence recurs, as nodes do in a loop. If none recurs, it
// searches ever fewer groups.
PROXIMA_INLINE unsigned char* put_recurring(unsigned char* to,
                                            const std::uint64_t* __restrict values,
                                            std::size_t count) noexcept {
    const std::size_t whole = count / group_size * group_size;
    std::size_t period = 0;
    std::size_t next_search = group_size;
    std::size_t pause = group_size;
    for (std::size_t begin = 0; begin < whole; begin += group_size) {
        const std::uint64_t* const group = values + begin;
        if (period != 0 && !has_period(group, period)) {
            period = 0;
            next_search = begin;
        }
        if (period == 0 && begin >= next_search) {
            period = find_period(group);
            pause = period == 0 ? 2 * pause : group_size;
            next_search = begin + pause;
        }
        if (period == 0) {
            to = put_plain(to, group, group_size);
        } else {
            *to++ = recurs;
            *to++ = static_cast<unsigned char>(period);
        }
    }
    return put_plain(to, values + whole, count - whole);
}

PROXIMA_INLINE unsigned char* put_delta(unsigned char* to, const std::uint64_t* __restrict values,
                                        std::size_t count) noexcept {
    const std::uint64_t* __restrict const before = values - 1;
    return put_groups(
        to, count, [=](std::size_t i) PROXIMA_LAMBDA { return values[i] - before[i]; },
        ignore_group);
}

PROXIMA_INLINE unsigned char* put_zigzag(unsigned char* to, const std::uint64_t* __restrict values,
                                         std::size_t count) noexcept {
    const std::uint64_t* __restrict const before = values - 1;
    const auto value = [=](std::size_t i) PROXIMA_LAMBDA {
        const std::uint64_t difference = values[i] - before[i];
        return (difference << 1U) ^ (0 - (difference >> 63U));
    };
    return put_groups(to, count, value, ignore_group);
}

PROXIMA_INLINE unsigned char* put_exclusive_or(unsigned char* to,
                                               const std::uint64_t* __restrict values,
                                               std::size_t count) noexcept {
    const std::uint64_t* __restrict const before = values - 1;
    return put_groups(
        to, count, [=](std::size_t i) PROXIMA_LAMBDA { return values[i] ^ before[i]; },
        ignore_group);
}

PROXIMA_INLINE void add_square(DurationSummary& summary, std::uint64_t duration) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide square = static_cast<Wide>(duration) * duration;
    const auto low = static_cast<std::uint64_t>(square);
    summary.squares_low += low;
    summary.squares_high += static_cast<std::uint64_t>(square >> 64U) + (summary.squares_low < low);
}

// The sum of 64 squares of numbers below 2^29 fits into 64 bits, so it can be vectorized.
constexpr unsigned small_bits = 29;

PROXIMA_INLINE void summarize_small(const std::uint64_t* __restrict group,
                                    DurationSummary& summary) noexcept {
    std::int32_t small[group_size];
    for (std::size_t i = 0; i < group_size; ++i) {
        small[i] = static_cast<std::int32_t>(group[i]);
    }
    std::int32_t minimum = small[0];
    std::int32_t maximum = small[0];
    for (std::size_t i = 0; i < group_size; ++i) {
        minimum = small[i] < minimum ? small[i] : minimum;
    }
    for (std::size_t i = 0; i < group_size; ++i) {
        maximum = small[i] > maximum ? small[i] : maximum;
    }
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;
    for (std::size_t i = 0; i < group_size; ++i) {
        const std::uint64_t value = static_cast<std::uint32_t>(small[i]);
        sum += value;
        squares += value * value;
    }
    summary.sum += sum;
    summary.squares_low += squares;
    summary.squares_high += summary.squares_low < squares ? 1U : 0U;
    const auto low = static_cast<std::uint64_t>(minimum);
    const auto high = static_cast<std::uint64_t>(maximum);
    summary.minimum = low < summary.minimum ? low : summary.minimum;
    summary.maximum = high > summary.maximum ? high : summary.maximum;
}

PROXIMA_INLINE void summarize(const std::uint64_t* group, std::size_t count, std::uint64_t any_bit,
                              DurationSummary& summary) noexcept {
    if (count == group_size && any_bit >> small_bits == 0) {
        summarize_small(group, summary);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        summary.sum += group[i];
        add_square(summary, group[i]);
        summary.minimum = group[i] < summary.minimum ? group[i] : summary.minimum;
        summary.maximum = group[i] > summary.maximum ? group[i] : summary.maximum;
    }
}

template <class Duration>
PROXIMA_INLINE unsigned char* put_and_sum(unsigned char* to, std::size_t count, Duration duration,
                                          DurationSummary& summary) noexcept {
    DurationSummary result = summary;
    to = put_groups(to, count, duration,
                    [&](const std::uint64_t* group, std::size_t size, std::uint64_t any_bit)
                        PROXIMA_LAMBDA { summarize(group, size, any_bit, result); });
    summary = result;
    return to;
}

PROXIMA_INLINE unsigned char* put_durations(unsigned char* to, const std::uint64_t* __restrict ends,
                                            const std::uint64_t* __restrict starts,
                                            std::size_t count, DurationSummary& summary) noexcept {
    return put_and_sum(
        to, count, [=](std::size_t i) PROXIMA_LAMBDA { return ends[i] - starts[i]; }, summary);
}

PROXIMA_INLINE unsigned char* put_summed(unsigned char* to,
                                         const std::uint64_t* __restrict durations,
                                         std::size_t count, DurationSummary& summary) noexcept {
    return put_and_sum(
        to, count, [=](std::size_t i) PROXIMA_LAMBDA { return durations[i]; }, summary);
}

PROXIMA_INLINE std::uint64_t find_differing_bits(const std::uint64_t* values,
                                                 std::size_t count) noexcept {
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
        differing |= values[i] ^ values[0];
    }
    return differing;
}

// Stops at the first group that differs: different values usually differ early.
PROXIMA_INLINE bool are_all_equal(const std::uint64_t* values, std::size_t count) noexcept {
    std::uint64_t differing = 0;
    for (std::size_t begin = 0; begin < count && differing == 0; begin += group_size) {
        const std::size_t end = begin + group_size < count ? begin + group_size : count;
        for (std::size_t i = begin; i < end; ++i) {
            differing |= values[i] ^ values[0];
        }
    }
    return differing == 0;
}

template <auto loop>
struct Baseline;

template <class Result, class... Arguments, Result (*loop)(Arguments...) noexcept>
struct Baseline<loop> {
    static Result run(Arguments... arguments) noexcept { return loop(arguments...); }
};

#if defined(__x86_64__)

template <auto loop>
struct Avx2;

// AVX2, not AVX-512: loops of a few microseconds are too short to power up the widest registers.
template <class Result, class... Arguments, Result (*loop)(Arguments...) noexcept>
struct Avx2<loop> {
    [[gnu::target("avx2,bmi,bmi2,lzcnt")]] static Result run(Arguments... arguments) noexcept {
        return loop(arguments...);
    }
};

#endif

template <template <auto> class Level>
constexpr Kernels kernels_for = {Level<put_plain>::run,           Level<put_recurring>::run,
                                 Level<put_delta>::run,           Level<put_zigzag>::run,
                                 Level<put_exclusive_or>::run,    Level<put_repeated>::run,
                                 Level<put_durations>::run,       Level<put_summed>::run,
                                 Level<find_differing_bits>::run, Level<are_all_equal>::run};

} // namespace

const Kernels& kernels() noexcept {
#if defined(__x86_64__)
    static const bool has_avx2 = [] {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
               __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("lzcnt") != 0;
    }();
    if (has_avx2) {
        return kernels_for<Avx2>;
    }
#endif
    return kernels_for<Baseline>;
}

} // namespace proxima::format
