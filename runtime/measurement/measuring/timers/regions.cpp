#include "regions.hpp"

#include "system/immortal.hpp"

namespace proxima::measuring {

Region* Regions::find_or_add(RegionKind kind, const measurement::TimerLabel& label) {
    if (label.name.empty()) {
        return nullptr;
    }
    const std::lock_guard lock(mutex_);
    Region*& region =
        by_label_[Key(kind, label.name, label.type, label.group_name, label.group_id)];
    if (region == nullptr) {
        const auto number = static_cast<std::uint32_t>(regions_.size());
        region = &regions_.emplace_back(number, kind, label);
        region->enable(groups_.enabled(label.group_name, label.group_id));
    }
    return region;
}

void Regions::enable_group(std::string_view name, bool enabled) {
    const std::lock_guard lock(mutex_);
    groups_.set(name, enabled);
    apply_switches();
}

void Regions::enable_group(long id, bool enabled) {
    const std::lock_guard lock(mutex_);
    groups_.set(id, enabled);
    apply_switches();
}

void Regions::enable_all_groups(bool enabled) {
    const std::lock_guard lock(mutex_);
    groups_.set_all(enabled);
    apply_switches();
}

void Regions::apply_switches() noexcept {
    for (Region& region : regions_) {
        region.enable(groups_.enabled(region.group_name(), region.group_id()));
    }
}

Regions& regions() noexcept {
    static detail::Immortal<Regions> instance;
    return *instance;
}

} // namespace proxima::measuring
