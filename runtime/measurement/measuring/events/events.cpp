#include "events.hpp"

#include "../timers/region.hpp"
#include "counting.hpp"
#include "system/immortal.hpp"

#include <proxima/call_path.hpp>
#include <proxima/instance.hpp>
#include <proxima/record.hpp>

#include <cmath>

namespace proxima::measuring {

namespace {

std::string text_of(const detail::PathStep& step) {
    const bool is_timer =
        step.port == port_name(RegionKind::timer) || step.port == port_name(RegionKind::phase);
    if (!is_timer) {
        return step.instance + "." + step.method;
    }
    return step.signature.empty() ? step.method : step.method + " " + step.signature;
}

// A method of the run that is never entered: it tells what the rules and the run say of events.
class EventPort {
public:
    bool active() const noexcept { return record_.active(); }

private:
    Record<> record_{"trigger", "", ""};
    Method* const methods_[1]{&record_};
    PortRecord port_{"proxima::measurement::Event", methods_, 1};
    Instance instance_{port_, "events"};
};

} // namespace

bool events_are_measured() noexcept {
    static detail::Immortal<EventPort> port;
    return port->active();
}

std::string path_text(const detail::Node* node) {
    std::string text;
    for (const detail::PathStep& step : detail::path_steps(nullptr, node)) {
        if (step.port == port_name(RegionKind::phase)) {
            text.clear();
        }
        text += (text.empty() ? "" : " => ") + text_of(step);
    }
    return text;
}

void EventRegister::add(double value) {
    if (!std::isfinite(value)) {
        return;
    }
    const std::lock_guard lock(mutex_);
    QuantileSketch::Bucket& changed = values_.add(value);
    keep(changed, QuantileSketch::key_of(value));
}

void EventRegister::keep(QuantileSketch::Bucket& changed, std::int32_t key) {
    if (live_ == nullptr) {
        LiveEvent* const added = live_values().add_event(name_);
        live_ = added != nullptr ? added : &unkept_;
    }
    if (changed.live == nullptr) {
        changed.live = live_bucket(key);
    }
    *changed.live = changed.count;
    live_->update(values_.statistics);
}

std::uint64_t* EventRegister::live_bucket(std::int32_t key) {
    constexpr std::int32_t size = QuantileSketch::keys_of_power;
    const std::int32_t first = (key >= 0 ? key : key - size + 1) / size * size;
    const auto [place, is_new] = live_buckets_.try_emplace(first, nullptr);
    if (is_new && live_ != &unkept_) {
        place->second = live_values().add_buckets(*live_, first);
    }
    return place->second == nullptr ? &unkept_bucket_ : place->second + (key - first);
}

// In the child of a fork: what is kept is the parent's.
void EventRegister::clear() noexcept {
    values_ = {};
    live_buckets_.clear();
    live_ = nullptr;
}

EventValues EventRegister::values() const {
    const Counting counting;
    const std::lock_guard lock(mutex_);
    return values_;
}

EventRegister& EventRegister::at(const detail::Node* node) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = by_node_.find(node); known != by_node_.end()) {
            return *known->second;
        }
    }
    EventRegister& found = events().find_or_add(name_ + " : " + path_text(node));
    const std::lock_guard lock(mutex_);
    by_node_.emplace(node, &found);
    return found;
}

EventRegister& Events::find_or_add(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = events_.find(name);
    return known != events_.end()
               ? known->second
               : events_.try_emplace(std::string(name), std::string(name)).first->second;
}

const EventRegister* Events::find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = events_.find(name);
    return known == events_.end() ? nullptr : &known->second;
}

std::vector<const EventRegister*> Events::triggered() {
    const Counting counting;
    const std::lock_guard lock(mutex_);
    std::vector<const EventRegister*> found;
    for (const auto& [name, event] : events_) {
        if (event.values().statistics.samples > 0) {
            found.push_back(&event);
        }
    }
    return found;
}

void Events::before_fork() {
    mutex_.lock();
    for (auto& [name, event] : events_) {
        event.mutex().lock();
    }
}

void Events::after_fork(bool in_child) {
    for (auto& [name, event] : events_) {
        if (in_child) {
            event.clear();
        }
        event.mutex().unlock();
    }
    mutex_.unlock();
}

Events& events() noexcept {
    static detail::Immortal<Events> instance;
    return *instance;
}

} // namespace proxima::measuring
