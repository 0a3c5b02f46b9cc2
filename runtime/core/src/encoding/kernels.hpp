// The inner loops of encoding, compiled once for each level of the processor: at some hundred
// million values a second the width of the vectors decides what a measured call costs. See
// FORMAT.md, "Streams".
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

// What a batch of durations adds to the statistics of its node, less the number.
struct DurationSummary {
    std::uint64_t sum = 0;
    std::uint64_t squares_low = 0;
    std::uint64_t squares_high = 0;
    std::uint64_t minimum = ~std::uint64_t{0};
    std::uint64_t maximum = 0;
};

// Columns of a batch, in the order in which invocations ended: elements 1 to `last`. They begin at
// addresses for vectors, and as many elements as a vector has can be read from each.
struct Unsorted {
    const std::uint64_t* node;
    const std::uint64_t* start;
    const std::uint64_t* end;
    const std::uint64_t* first_word;
    std::size_t last;
};

// How many elements after the last that it picks may be overwritten.
constexpr std::size_t picked_beyond = 7;

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
    // Writes durations and first words of the invocations of one node, in the order of their ends;
    // returns how many. Null where the processor has nothing faster than sorting.
    std::size_t (*pick)(const Unsorted& from, std::uint64_t node, std::uint64_t* duration,
                        std::uint64_t* first_word);
};

// Those that the processor can run, from the slowest to the best.
class KernelLevels {
public:
    void add(const Kernels& level) noexcept { levels_[count_++] = &level; }
    const Kernels& best() const noexcept { return *levels_[count_ - 1]; }
    const Kernels* const* begin() const noexcept { return levels_; }
    const Kernels* const* end() const noexcept { return levels_ + count_; }

private:
    static constexpr std::size_t most_levels = 4;

    const Kernels* levels_[most_levels] = {};
    std::size_t count_ = 0;
};

KernelLevels usable_kernels() noexcept;

// The best for the processor that the program runs on.
const Kernels& kernels() noexcept;

// The most that a stream of `count` values can take, what is overwritten after it included.
constexpr std::size_t stream_capacity(std::size_t count) noexcept {
    return count * 8 + count / 64 + 2 + 8;
}

} // namespace proxima::detail
