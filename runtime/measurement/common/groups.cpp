#include "groups.hpp"

#include <algorithm>
#include <utility>

namespace proxima::measurement {

void Groups::set(Group group, bool enabled) {
    const auto same = [&](const Switch& other) { return other.group == group; };
    switches_.erase(std::remove_if(switches_.begin(), switches_.end(), same), switches_.end());
    switches_.push_back({std::move(group), enabled});
}

void Groups::set_all(bool enabled) noexcept {
    all_ = enabled;
    switches_.clear();
}

bool Groups::enabled(std::string_view name, long id) const noexcept {
    bool enabled = all_;
    for (const Switch& setting : switches_) {
        const auto* const by_name = std::get_if<std::string>(&setting.group);
        const bool concerned =
            by_name != nullptr ? *by_name == name : *std::get_if<long>(&setting.group) == id;
        enabled = concerned ? setting.enabled : enabled;
    }
    return enabled;
}

} // namespace proxima::measurement
