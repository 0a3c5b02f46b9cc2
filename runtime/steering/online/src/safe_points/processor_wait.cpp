#include "safe_points/processor_wait.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace proxima::online {

ProcessorWait::~ProcessorWait() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

// The file has nanoseconds on a processor, nanoseconds of waiting for one, and a number of turns.
double ProcessorWait::seconds() noexcept {
    if (const pid_t now = ::gettid(); now != thread_) {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
        descriptor_ = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
        thread_ = now;
    }
    std::array<char, 96> text{};
    const ssize_t size =
        descriptor_ < 0 ? -1 : ::pread(descriptor_, text.data(), text.size() - 1, 0);
    const char* const waiting = size <= 0 ? nullptr : std::strchr(text.data(), ' ');
    std::uint64_t nanoseconds = 0;
    if (waiting != nullptr) {
        std::from_chars(waiting + 1, text.data() + size, nanoseconds);
    }
    return static_cast<double>(nanoseconds) / 1e9;
}

} // namespace proxima::online
