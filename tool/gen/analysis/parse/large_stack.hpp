// Provides stack for Clang's recursion.
#pragma once

#include <functional>

namespace proxima::gen {

// Runs `work` on a stack of 256 MiB, on which templates and constant expressions may nest as deep
// as compilers allow. `work` must not throw.
void run_on_large_stack(const std::function<void()>& work);

} // namespace proxima::gen
