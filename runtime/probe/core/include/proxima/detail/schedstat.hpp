// The system's account of a thread. Not for users.
#pragma once

#include <proxima/detail/guards.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace proxima::detail {

constexpr const char* schedstat_of_thread = "/proc/thread-self/schedstat";

// Nanoseconds.
struct ProcessorAccount {
    std::uint64_t running = 0; // on a processor
    std::uint64_t ready = 0;   // runnable, but without a processor
};

// Reads a schedstat file of a thread; nothing if the system has none.
inline std::optional<ProcessorAccount> processor_account(const char* file) noexcept {
    const NoCancellation no_cancellation;
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return std::nullopt;
    }
    std::array<char, 96> text{};
    const ssize_t size = read(descriptor, text.data(), text.size() - 1);
    close(descriptor);
    char* second = nullptr;
    char* end = nullptr;
    ProcessorAccount account;
    account.running = std::strtoull(text.data(), &second, 10);
    account.ready = std::strtoull(second, &end, 10);
    return size > 0 && end != second ? std::optional(account) : std::nullopt;
}

} // namespace proxima::detail
