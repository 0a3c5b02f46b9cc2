#include "system/processor_use.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace proxima::detail {
namespace {

std::atomic<std::uint64_t> waited_of_ended{0}; // nanoseconds

// Nanoseconds: the second number of a schedstat file.
std::optional<std::uint64_t> waited_of(const char* file) noexcept {
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return std::nullopt;
    }
    char text[96] = {};
    const auto size = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    char* second = nullptr;
    char* end = nullptr;
    std::strtoull(text, &second, 10);
    const std::uint64_t waited = std::strtoull(second, &end, 10);
    return size > 0 && end != second ? std::optional(waited) : std::nullopt;
}

double waited_of_living() noexcept {
    DIR* const threads = opendir("/proc/self/task");
    if (threads == nullptr) {
        return -1;
    }
    double sum = -1;
    while (const dirent* const thread = readdir(threads)) {
        char file[64];
        std::snprintf(file, sizeof file, "/proc/self/task/%.20s/schedstat", thread->d_name);
        const auto waited = thread->d_name[0] == '.' ? std::nullopt : waited_of(file);
        if (waited) {
            sum = (sum < 0 ? 0 : sum) + static_cast<double>(*waited);
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
    waited_of_ended += waited_of("/proc/thread-self/schedstat").value_or(0);
}

} // namespace proxima::detail
