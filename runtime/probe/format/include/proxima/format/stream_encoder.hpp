// Writes streams of 64-bit values (FORMAT.md, "Streams"). The loops are compiled for several
// processor levels, because the vector width decides the cost of a measured call.
//
//     const std::uint64_t values[] = {0, 10, 20, 30}; // [0] comes before the first value
//     unsigned char stream[format::stream_capacity(3)];
//     const unsigned char* const end = format::kernels().delta(stream, values + 1, 3);
//     std::cout << end - stream << " bytes\n";
//
// Ownership: the caller provides stream_capacity() bytes.
// Thread safety: all functions are thread-safe.
// Errors: nothing throws.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

// The statistics of a batch of durations, without their number.
struct DurationSummary {
    std::uint64_t sum = 0;
    std::uint64_t squares_low = 0;
    std::uint64_t squares_high = 0;
    std::uint64_t minimum = ~std::uint64_t{0};
    std::uint64_t maximum = 0;
};

// The loops for one processor level. Each function that takes `to` writes `count` values there as a
// stream, and returns the end of the stream; up to 8 bytes behind the end are overwritten. All read
// `values[-1]`, the value before the first.
struct Kernels {
    using Stream = unsigned char* (*)(unsigned char* to, const std::uint64_t* values,
                                      std::size_t count);

    Stream plain;        // values
    Stream recurring;    // values, or the period after which they recur
    Stream delta;        // differences from the value before
    Stream zigzag;       // zigzag of these differences
    Stream exclusive_or; // XOR with the value before
    // Writes `count` times the same value.
    unsigned char* (*repeated)(unsigned char* to, std::uint64_t value, std::size_t count);
    unsigned char* (*durations)(unsigned char* to, const std::uint64_t* ends,
                                const std::uint64_t* starts, std::size_t count,
                                DurationSummary& summary); // end - start
    unsigned char* (*summed)(unsigned char* to, const std::uint64_t* durations, std::size_t count,
                             DurationSummary& summary); // durations as they are
    std::uint64_t (*differing_bits)(const std::uint64_t* values, std::size_t count);
    bool (*all_equal)(const std::uint64_t* values, std::size_t count);
};

// Returns the fastest kernels for this processor.
const Kernels& kernels() noexcept;

// The maximum size of a stream, with the bytes that are overwritten behind it.
constexpr std::size_t stream_capacity(std::size_t count) noexcept {
    return count * 8 + count / 64 + 2 + 8;
}

} // namespace proxima::format
