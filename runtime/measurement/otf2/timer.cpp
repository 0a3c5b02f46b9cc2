#include "timer.hpp"

#include "../common/message.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <vector>

namespace proxima::otf2 {

namespace {

void say_once(const std::string& line) {
    static std::mutex mutex;
    static std::set<std::string> said;
    const std::lock_guard lock(mutex);
    if (said.insert(line).second) {
        measurement::say(line);
    }
}

void report_overlap(OTF2_RegionRef stopped, OTF2_RegionRef running) {
    say_once("proxima: timers overlap: \"" + archive().name_of(stopped) + "\" is stopped while \"" +
             archive().name_of(running) +
             "\", started inside of it, still runs; stop that one first\n");
}

} // namespace

void leave_outer(Location& location, OTF2_RegionRef region) noexcept {
    try {
        const std::vector<OTF2_RegionRef> open = location.open_regions();
        const auto found = std::find(open.rbegin(), open.rend(), region);
        if (found == open.rend()) {
            return;
        }
        const std::vector<OTF2_RegionRef> inside(found.base(), open.end());
        for (const OTF2_RegionRef inner : inside) {
            report_overlap(region, inner);
        }
        std::for_each(inside.rbegin(), inside.rend(),
                      [&](OTF2_RegionRef inner) { location.leave(inner); });
        location.leave(region);
        for (const OTF2_RegionRef inner : inside) {
            location.enter(inner);
        }
    } catch (const std::exception&) { // without memory it stays open
    }
}

} // namespace proxima::otf2
