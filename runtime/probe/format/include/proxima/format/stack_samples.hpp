// The file of a thread's stack samples, records/RANK-NUMBER.samples: a header and three tables of
// fixed size, all little-endian, mapped and written in place while the thread runs.
//
//     bool is_sampled(const StackSamplesHeader& header) {
//         return header.has_magic() && header.samples > 0;
//     }
//
// Units: periods of the thread's processor time (of elapsed time with SampleSource::wall), or ticks
// of the run's clock. Ownership: plain values. Thread safety: written by one thread; readers see a
// prefix that is complete.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace proxima::format {

/// The way in which a thread is interrupted.
enum class SampleSource : std::uint32_t {
    perf = 1,  ///< perf_event_open: to the microsecond
    timer = 2, ///< a POSIX timer: at most once in each tick of the kernel
    wall = 3   ///< a POSIX timer of elapsed time
};

struct StackSamplesHeader {
    static constexpr std::array<char, 8> expected = {'P', 'R', 'X', 'S', 'T', 'A', 'C', 'K'};
    static constexpr std::uint32_t supported = 1;

    std::array<char, 8> magic;
    std::uint32_t version;
    SampleSource source;
    std::uint32_t rank;
    std::uint32_t number; ///< as in the name of the record file
    std::uint64_t period_ns;
    std::uint64_t stacks;     ///< used entries of the tables
    std::uint64_t addresses;  ///< the same
    std::uint64_t moments;    ///< the same
    std::uint64_t halvings;   ///< of the moments: one in 2^halvings is kept
    std::uint64_t samples;    ///< all that were taken
    std::uint64_t periods;    ///< that they stand for
    std::uint64_t of_runtime; ///< periods of the runtime's own work
    std::uint64_t unstored;   ///< periods for which the tables had no room
    std::uint64_t cost_ticks; ///< time that taking them took, but for that in the kernel

    bool has_magic() const noexcept { return magic == expected; }
};

/// A stack and the call path in which it was seen.
struct SampledStack {
    std::uint32_t node;   ///< as the record file numbers call paths; 0: outside of measured calls
    std::uint32_t first;  ///< index of its innermost address
    std::uint32_t frames; ///< addresses, up to the proxy
    std::uint32_t samples;
    std::uint64_t periods;
};

/// A moment at which a stack was seen.
struct SampledMoment {
    std::uint64_t ticks;
    std::uint32_t stack;
    std::uint32_t periods;
};

constexpr std::size_t stack_samples_page = 4096;
constexpr std::size_t most_stacks = 16384;
constexpr std::size_t most_addresses = 131072;
constexpr std::size_t most_moments = 32768;

constexpr std::size_t addresses_offset = stack_samples_page + most_stacks * sizeof(SampledStack);
constexpr std::size_t moments_offset = addresses_offset + most_addresses * sizeof(std::uint64_t);
constexpr std::size_t stack_samples_bytes = moments_offset + most_moments * sizeof(SampledMoment);

} // namespace proxima::format
