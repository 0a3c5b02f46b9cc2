#include "system/disk_budget.hpp"

#include <limits>
#include <sys/statvfs.h>
#include <utility>

namespace proxima::detail {
namespace {

constexpr std::uint64_t check_interval = std::uint64_t{4} << 20U; // bytes

std::uint64_t free_bytes(const std::string& directory) noexcept {
    struct statvfs status{};
    return statvfs(directory.c_str(), &status) == 0
               ? std::uint64_t{status.f_bavail} * status.f_frsize
               : std::numeric_limits<std::uint64_t>::max();
}

} // namespace

DiskBudget::DiskBudget(std::string directory) : directory_(std::move(directory)) {
    const std::uint64_t now = free_bytes(directory_);
    reserve_ = now == std::numeric_limits<std::uint64_t>::max() ? 0 : now / 2;
}

int DiskBudget::take(std::uint64_t bytes) noexcept {
    if (directory_.empty()) {
        std::uint64_t taken = taken_.load(std::memory_order_relaxed);
        while (limit_ - taken >= bytes) {
            if (taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed)) {
                return 0;
            }
        }
        return limit_reached;
    }
    const std::uint64_t taken = taken_.fetch_add(bytes, std::memory_order_relaxed);
    if (taken / check_interval != (taken + bytes) / check_interval &&
        free_bytes(directory_) < reserve_) {
        is_full_ = true;
    }
    return is_full_ ? disk_half_used : 0;
}

} // namespace proxima::detail
