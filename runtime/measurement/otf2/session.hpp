// The archive of this process and the groups that are switched off.
#pragma once

#include "../common/groups.hpp"
#include "archive.hpp"

#include <atomic>
#include <mutex>

namespace proxima::otf2 {

struct Switches {
    std::mutex mutex;
    measurement::Groups groups;
    // Counts changes, so that timers know when to ask again.
    std::atomic<unsigned> version{1};
};

// Only after it was opened. Both live as long as the process.
Archive& archive() noexcept;
Switches& switches() noexcept;

} // namespace proxima::otf2
