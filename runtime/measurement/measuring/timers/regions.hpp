// All timers of the process, by what they are called.
#pragma once

#include "../../common/groups.hpp"
#include "region.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace proxima::measuring {

class Regions {
public:
    // Null if it has no name. Throws std::bad_alloc.
    Region* find_or_add(RegionKind kind, const measurement::TimerLabel& label);

    void enable_group(std::string_view name, bool enabled);
    void enable_group(long id, bool enabled);
    void enable_all_groups(bool enabled);

    // Held over fork().
    std::mutex& mutex() noexcept { return mutex_; }

private:
    using Key = std::tuple<RegionKind, std::string, std::string, std::string, long>;

    void apply_switches() noexcept;

    std::mutex mutex_;
    std::deque<Region> regions_;
    std::map<Key, Region*> by_label_;
    measurement::Groups groups_;
};

Regions& regions() noexcept;

} // namespace proxima::measuring
