// Walks the stack of interrupted code, in a signal handler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ucontext.h>

namespace proxima::detail {

class StackWalk {
public:
    // Walks from the interrupted instruction up to the proxy of the innermost call, in whose frame
    // `proxys` is; 0: there is no call, and only the instruction is known. Before glibc 2.35
    // unwinding may wait for a lock that the interrupted code holds; there are no callers then.
    StackWalk(const ucontext_t& interrupted, std::uintptr_t proxys) noexcept;

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
    std::uintptr_t proxys_ = 0;
    bool is_above_handler_ = false; // the walk has passed the handler's own frames
};

} // namespace proxima::detail
