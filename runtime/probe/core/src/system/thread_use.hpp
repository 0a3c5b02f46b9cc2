// The system's account of a thread: its name, age, processor time and waiting.
#pragma once

#include <proxima/detail/schedstat.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace proxima::detail {

// Nanoseconds; empty: the system does not tell.
struct ThreadUse {
    std::string name;
    std::optional<std::uint64_t> age; // exact to one tick of the system, 10 ms
    std::optional<ProcessorAccount> account;
};

// Returns nothing if the thread is not one of this process, such as one that has ended. Throws
// std::bad_alloc.
std::optional<ThreadUse> thread_use(std::uint64_t system_id);

} // namespace proxima::detail
