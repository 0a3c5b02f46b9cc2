#include "ports.hpp"

#include <proxima/detail/regions.hpp>

#include <cmath>
#include <malloc.h>
#include <utility>

namespace proxima::measuring {
namespace {

class MeasuringTimer final : public measurement::Timer {
public:
    MeasuringTimer(measurement::TimerLabel label, Instrument& site)
        : Timer(std::move(label)), site_(site) {}

    void start() noexcept override {
        if (site_.active()) {
            detail::enter_region(site_.site());
        }
    }

    // A disabled timer may still run.
    void stop() noexcept override {
        if (!stop_innermost<0>(site_, nullptr)) {
            stop_region(site_, nullptr);
        }
    }

private:
    Instrument& site_;
};

class MeasuringEvent final : public measurement::Event {
public:
    explicit MeasuringEvent(const Instrument& site) : site_(site) {}

    void trigger(double value) noexcept override {
        if (std::isfinite(value) && site_.active()) {
            detail::record_value(site_.site(), value);
        }
    }

private:
    const Instrument& site_;
};

class HeapTracker final : public measurement::MemoryTracker {
public:
    void track_here() noexcept override {
        const struct mallinfo2 info = mallinfo2();
        event_->trigger(static_cast<double>(info.uordblks + info.hblkhd));
    }

private:
    std::unique_ptr<measurement::Event> event_ = make_event("heap in use (bytes)", "");
};

} // namespace

void stop_region(const Instrument& site, const std::uint64_t* parameters) noexcept {
    const detail::Node* node = detail::innermost_node();
    while (node != nullptr && node->site != site.site()) {
        node = node == node->parent ? nullptr : node->parent;
    }
    if (node != nullptr && detail::leave_region(const_cast<detail::Node*>(node), parameters)) {
        site.say_overlap();
    }
}

std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label) {
    if (label.name.empty()) {
        return std::make_unique<measurement::Timer>(std::move(label));
    }
    Instrument& site = instruments().find_or_add({port, label.name, label.type, label.group, {}});
    return std::make_unique<MeasuringTimer>(std::move(label), site);
}

std::unique_ptr<measurement::Event> make_event(std::string_view name, const char* type) {
    if (name.empty()) {
        return std::make_unique<measurement::Event>();
    }
    return std::make_unique<MeasuringEvent>(
        instruments().find_or_add({event_port, std::string(name), type, "event", {"value"}}));
}

std::unique_ptr<measurement::MemoryTracker> make_heap_tracker() {
    return std::make_unique<HeapTracker>();
}

} // namespace proxima::measuring
