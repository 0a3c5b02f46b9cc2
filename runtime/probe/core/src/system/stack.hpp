// The stack that a thread began with.
#pragma once

#include <cstdint>

namespace proxima::detail {

struct Stack {
    std::uintptr_t low = 0;
    std::uintptr_t bytes = UINTPTR_MAX; // all memory, where the system does not tell
};

// The stack of the calling thread; allocates. Fibers run on others.
Stack own_stack() noexcept;

} // namespace proxima::detail
