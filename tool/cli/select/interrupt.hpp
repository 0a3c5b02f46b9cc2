// ^C while something is looked for that has a best answer so far.
#pragma once

#include <atomic>
#include <csignal>

namespace proxima::cli {

/// While it lives, the first SIGINT is only noted; the next one ends the process as ever. One at a
/// time.
class NotedInterrupt {
public:
    NotedInterrupt();
    NotedInterrupt(const NotedInterrupt&) = delete;
    NotedInterrupt& operator=(const NotedInterrupt&) = delete;
    ~NotedInterrupt();

    const std::atomic<bool>& flag() const;
    bool was_noted() const { return flag(); }

private:
    struct sigaction before_{};
};

} // namespace proxima::cli
