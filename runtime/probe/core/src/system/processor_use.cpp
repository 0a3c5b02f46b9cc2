#include "system/processor_use.hpp"

#include <proxima/detail/schedstat.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <dirent.h>
#include <optional>

namespace proxima::detail {
namespace {

std::atomic<std::uint64_t> waited_of_ended{0}; // nanoseconds

double waited_of_living() noexcept {
    DIR* const threads = opendir("/proc/self/task");
    if (threads == nullptr) {
        return -1;
    }
    double sum = -1;
    while (const dirent* const thread = readdir(threads)) {
        char file[64];
        std::snprintf(file, sizeof file, "/proc/self/task/%.20s/schedstat", thread->d_name);
        const auto waited = thread->d_name[0] == '.' ? std::nullopt : processor_account(file);
        if (waited) {
            sum = (sum < 0 ? 0 : sum) + static_cast<double>(waited->ready);
        }
    }
    closedir(threads);
    return sum;
}

} // namespace

ProcessorUse processor_use() noexcept {
    ProcessorUse use;
    use.cpu = processor_ns() * 1e-3;
    if (const double living = waited_of_living(); living >= 0) {
        use.run_wait = (living + static_cast<double>(waited_of_ended.load())) * 1e-3;
    }
    return use;
}

double read_processor_clock(clockid_t clock) noexcept {
    timespec time{};
    const bool is_known = clock_gettime(clock, &time) == 0;
    return is_known ? static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec)
                    : -1;
}

void count_ending_thread() noexcept {
    waited_of_ended += processor_account(schedstat_of_thread).value_or(ProcessorAccount{}).ready;
}

} // namespace proxima::detail
