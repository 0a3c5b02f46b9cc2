// Why invocations are in no record.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace proxima::detail {

enum class Loss : std::uint8_t { limit, disk, memory, depth, jump, thread };

constexpr std::size_t loss_kinds = 6;

// How many, by reason.
struct Losses {
    std::array<std::uint64_t, loss_kinds> counts{};

    std::uint64_t& operator[](Loss loss) noexcept { return counts[static_cast<std::size_t>(loss)]; }
    std::uint64_t total() const noexcept {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : counts) {
            sum += count;
        }
        return sum;
    }
    void add(const Losses& more) noexcept {
        for (std::size_t i = 0; i < loss_kinds; ++i) {
            counts[i] += more.counts[i];
        }
    }
};

} // namespace proxima::detail
