// Writes streams of 64-bit values (FORMAT.md, "Streams"). The loops are compiled for several levels
// of the processor: at some hundred million values a second the width of the vectors decides what
// a measured call costs.
// Thread-safety: all functions may be called from several threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

// What a batch of durations adds to the statistics of its node, less the number.
struct DurationSummary {
    std::uint64_t sum = 0;
    std::uint64_t squares_low = 0;
    std::uint64_t squares_high = 0;
    std::uint64_t minimum = ~std::uint64_t{0};
    std::uint64_t maximum = 0;
};

// `values[-1]` is the one before the first; it is read, whether needed or not. Each writes `count`
// values as a stream to `to`, and returns the end of what it wrote. Up to 8 bytes after that are
// overwritten with anything.
struct Kernels {
    using Stream = unsigned char* (*)(unsigned char* to, const std::uint64_t* values,
                                      std::size_t count);

    Stream plain;        // values
    Stream recurring;    // values, or the period after which they recur
    Stream delta;        // value - the one before
    Stream zigzag;       // zigzag(value - the one before)
    Stream exclusive_or; // value XOR the one before
    // `count` times the same value.
    unsigned char* (*repeated)(unsigned char* to, std::uint64_t value, std::size_t count);
    unsigned char* (*durations)(unsigned char* to, const std::uint64_t* ends,
                                const std::uint64_t* starts, std::size_t count,
                                DurationSummary& summary); // end - start
    unsigned char* (*summed)(unsigned char* to, const std::uint64_t* durations, std::size_t count,
                             DurationSummary& summary); // durations as they are
    std::uint64_t (*differing_bits)(const std::uint64_t* values, std::size_t count);
    bool (*all_equal)(const std::uint64_t* values, std::size_t count);
};

// The best for the processor that the program runs on.
const Kernels& kernels() noexcept;

// The most that a stream of `count` values can take, what is overwritten after it included.
constexpr std::size_t stream_capacity(std::size_t count) noexcept {
    return count * 8 + count / 64 + 2 + 8;
}

} // namespace proxima::format
