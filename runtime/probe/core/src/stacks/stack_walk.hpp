// Walks the stack of interrupted code, in a signal handler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ucontext.h>

namespace proxima::detail {

class StackWalk {
public:
    // The frame where a walk ends, by an address in it.
    struct End {
        std::uintptr_t address = 0;   // 0: there is no call, and only the instruction is known
        bool belongs_to_call = false; // false: it is a proxy's
    };

    // Walks from the interrupted instruction up to the end. Before glibc 2.35 unwinding may wait
    // for a lock that the interrupted code holds; there are no callers then.
    StackWalk(const ucontext_t& interrupted, End end) noexcept;

    // The interrupted instruction first; an address in the call instruction of each caller. Empty:
    // the proxy was interrupted itself.
    const std::uint64_t* frames() const noexcept { return frames_.data(); }
    std::size_t count() const noexcept { return count_; }

    // Loads what a walk needs, which must not happen in a handler.
    static void prepare() noexcept;

private:
    friend struct StackVisit;

    std::array<std::uint64_t, 64> frames_;
    std::size_t count_ = 0;
    std::uint64_t leaf_ = 0;
    End end_;
    bool is_above_handler_ = false; // the walk has passed the handler's own frames
};

} // namespace proxima::detail
