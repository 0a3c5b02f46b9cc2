// The disk space that the record files of a process may take together.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace proxima::detail {

// Errors beside the errno values.
constexpr int limit_reached = -1;
constexpr int disk_half_used = -2;

// Thread-safe.
class DiskBudget {
public:
    // Allows `limit` bytes.
    explicit DiskBudget(std::uint64_t limit) noexcept : limit_(limit) {}
    // Allows half of the space that is free now on the file system of `directory`, whichever
    // process takes it; everything if the free space is unknown.
    explicit DiskBudget(std::string directory);

    // Takes `bytes`. Returns 0, limit_reached or disk_half_used.
    int take(std::uint64_t bytes) noexcept;

private:
    std::uint64_t limit_ = 0;
    std::string directory_; // empty: `limit_` counts
    std::uint64_t reserve_ = 0;
    std::atomic<std::uint64_t> taken_{0};
    std::atomic<bool> is_full_{false};
};

} // namespace proxima::detail
