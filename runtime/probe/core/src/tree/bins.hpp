// The statistics of a call-tree node by bin of its first parameter. They cover all invocations.
#pragma once

#include "configuration/configuration.hpp"

#include <proxima/format/column.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/format/thread_buffer.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>

namespace proxima::detail {

using format::BinKey;

// The invocations of a bin that are counted without reading the clock: short ones, whose mean is
// known from others. Between them some are timed, chosen at random, so that no pattern of calls
// biases the estimate.
struct UntimedCalls {
    format::UntimedEntry* entry = nullptr; // their number, in the buffer file; null: there are none
    bool on = false;                       // invocations may go untimed now
    std::uint32_t before_next = 0;         // so many before the next one that is timed
    std::uint64_t included = 0;            // those that the statistics of the bin have
    format::TickStatistics known;          // timed invocations, of batches without preemption
    format::TickStatistics sample;         // invocations of the batch that were timed at random

    std::uint64_t not_included() const noexcept {
        return entry == nullptr ? 0 : __atomic_load_n(&entry->calls, __ATOMIC_RELAXED) - included;
    }
    void count() noexcept { __atomic_store_n(&entry->calls, entry->calls + 1, __ATOMIC_RELAXED); }
};

struct Bin {
    BinKey key = 0;
    format::TickStatistics statistics;
    std::uint64_t batch = 0;                  // last batch that changed it
    format::StatisticsEntry* entry = nullptr; // its entry in the buffer file; null: unpublished
    UntimedCalls untimed;

    // Adds the untimed invocations since the last time, as if they had taken what the sample did.
    // Returns their number.
    std::uint64_t include_untimed(const format::TickStatistics& sample) noexcept;
    // The statistics of all invocations until now.
    format::TickStatistics all() const noexcept;
    // Variance of the sum of durations, in squared ticks, that comes from those estimated.
    double variance_of_sum() const noexcept;
    // True if the invocations are short, and the standard error of their mean is below 1 %.
    bool is_known(double short_ticks) const noexcept;
};

class Bins {
public:
    static constexpr std::size_t most = 64; // further values share the bin other_values

    Bins(const Sampling& sampling, std::uint64_t seed, std::pmr::memory_resource& memory)
        : random_(seed), bins_(&memory) {
        sample(sampling);
    }

    const Sampling& sampling() const noexcept { return sampling_; }
    void sample(const Sampling& sampling) noexcept {
        sampling_ = sampling;
        const bool is_every = sampling.kind == SamplingKind::every;
        __atomic_store_n(&every_, is_every ? sampling.number : 0, __ATOMIC_RELAXED);
        __atomic_store_n(&pass_over, 0, __ATOMIC_RELAXED);
    }
    // Returns null if there is no such bin. The owner calls it without a lock, while another thread
    // may drain its buffer at the end of the run, and add(): bins never move.
    Bin* find(BinKey key) noexcept {
        const std::uint8_t position =
            __atomic_load_n(&positions_[static_cast<std::uint8_t>(key)], __ATOMIC_ACQUIRE);
        return position == 0 ? nullptr : __atomic_load_n(&at_, __ATOMIC_RELAXED)[position - 1U];
    }
    // Adds a bin that find() does not find. Returns the bin of other_values if there are too many.
    // Throws std::bad_alloc.
    Bin& add(BinKey key);

    std::pmr::list<Bin>& all() noexcept { return bins_; }
    const std::pmr::list<Bin>& all() const noexcept { return bins_; }

    // Counts an invocation that begins, and returns whether every:N records it. Only for nodes with
    // untimed invocations, where the columns do not have all.
    bool is_due() noexcept {
        const std::uint64_t every = __atomic_load_n(&every_, __ATOMIC_RELAXED);
        if (every == 0) {
            return false;
        }
        const std::uint64_t left = __atomic_load_n(&pass_over, __ATOMIC_RELAXED);
        __atomic_store_n(&pass_over, (left == 0 ? every : left) - 1, __ATOMIC_RELAXED);
        return left == 0;
    }
    // Returns whether an invocation that begins in the bin goes untimed.
    bool passes(UntimedCalls& untimed) noexcept {
        if (!untimed.on) {
            return false;
        }
        const bool goes_untimed = untimed.before_next != 0;
        untimed.before_next = goes_untimed ? untimed.before_next - 1 : next_gap();
        return goes_untimed;
    }

    std::uint64_t pass_over = 0; // invocations before the next recorded one, with every:N

private:
    void set_position(BinKey key, std::uint8_t position) noexcept {
        __atomic_store_n(&positions_[static_cast<std::uint8_t>(key)], position, __ATOMIC_RELEASE);
    }
    // Makes room for one more in at_.
    void make_room();
    // Returns 0 to 63, evenly distributed (Knuth's linear congruential generator).
    std::uint32_t next_gap() noexcept {
        random_ = random_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(random_ >> 58U);
    }

    Sampling sampling_;
    std::uint64_t every_ = 0; // N of every:N; else 0. Another thread may change it
    std::uint64_t random_;
    std::array<std::uint8_t, 256> positions_{}; // index in at_, from 1; 0: no bin
    Bin** at_ = nullptr; // has room for `room_`; older ones stay: the owner may be reading them
    std::size_t room_ = 0;
    std::pmr::list<Bin> bins_;
};

} // namespace proxima::detail
