// Whether the calling thread may take the locks of events and of what outlives a kill.
#pragma once

#include "../timers/forking.hpp"

#include <proxima/call_path.hpp>

namespace proxima::measuring {

// While it lives the thread may hold them. An allocator that measures itself must not do so then,
// nor within the runtime, which may hold its own, nor what runs within fork().
class Counting {
public:
    Counting() noexcept : first_(!busy) { busy = true; }
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;
    ~Counting() { busy = busy && !first_; }

    bool permitted() const noexcept { return first_ && !forking && !detail::is_within_runtime(); }

private:
    static inline __thread bool busy __attribute__((tls_model("initial-exec"))) = false;
    bool first_;
};

} // namespace proxima::measuring
