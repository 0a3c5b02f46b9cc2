// How much memory there is to use. Bytes.
#pragma once

#include <cstdint>

namespace proxima::measurement {

// What malloc has given out and not got back.
std::uint64_t heap_in_use() noexcept;

// What can still be obtained: the least of what the limits of the process (address space, data),
// its control groups (version 2 or 1) and the system leave.
std::uint64_t memory_headroom() noexcept;

} // namespace proxima::measurement
