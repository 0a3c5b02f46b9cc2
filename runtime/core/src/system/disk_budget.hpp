// What the record files of a process may take together.
#pragma once

#include <atomic>
#include <cstdint>

namespace proxima::detail {

class DiskBudget {
public:
    explicit DiskBudget(std::uint64_t bytes) noexcept : left_(bytes) {}

    // Takes `bytes` from what is left; false if that is less.
    bool take(std::uint64_t bytes) noexcept {
        std::uint64_t left = left_.load(std::memory_order_relaxed);
        while (left >= bytes) {
            if (left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }

private:
    std::atomic<std::uint64_t> left_;
};

} // namespace proxima::detail
