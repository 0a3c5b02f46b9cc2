// Interrupts (^C): a write in progress is finished and nothing else begins; a search that has
// a best answer so far returns it.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <stdexcept>

namespace proxima::cli {

constexpr int status_interrupted = 130; // exit status of shells after SIGINT

class Interrupted : public std::runtime_error {
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

// Remembers SIGINT, SIGTERM and SIGHUP during its life; a second signal ends the process at once.
// Only one may exist at a time.
class Interruption {
public:
    Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    ~Interruption();

    // True once an interrupt has arrived.
    static const std::atomic<bool>& is_wanted();

    // Throws Interrupted if an interrupt has arrived.
    static void check();

private:
    static constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before_{};
};

} // namespace proxima::cli
