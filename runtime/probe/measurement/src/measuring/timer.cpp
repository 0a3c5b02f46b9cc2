#include "ports.hpp"

#include <proxima/detail/regions.hpp>

#include <cmath>
#include <malloc.h>
#include <utility>

namespace proxima::measuring {
namespace {

class MeasuringTimer final : public measurement::Timer {
public:
    MeasuringTimer(measurement::TimerLabel label, Instrument& instrument)
        : Timer(std::move(label)), instrument_(instrument) {}

    void start() noexcept override {
        if (instrument_.active()) {
            detail::enter_region(instrument_.site());
        }
    }

    // Also stops a disabled timer, which may still run.
    void stop() noexcept override {
        if (!stop_innermost<0>(instrument_, nullptr)) {
            stop_region(instrument_, nullptr);
        }
    }

private:
    Instrument& instrument_;
};

class MeasuringEvent final : public measurement::Event {
public:
    explicit MeasuringEvent(const Instrument& instrument) : instrument_(instrument) {}

    void trigger(double value) noexcept override {
        if (std::isfinite(value) && instrument_.active()) {
            detail::record_value(instrument_.site(), value);
        }
    }

private:
    const Instrument& instrument_;
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

void stop_region(const Instrument& instrument, const std::uint64_t* parameters) noexcept {
    const detail::Node* node = detail::innermost_node();
    while (node != nullptr && node->site != instrument.site()) {
        node = node == node->parent ? nullptr : node->parent;
    }
    if (node != nullptr && detail::leave_region(const_cast<detail::Node*>(node), parameters)) {
        instrument.say_overlap();
    }
}

std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label) {
    if (label.name.empty()) {
        return std::make_unique<measurement::Timer>(std::move(label));
    }
    Instrument& instrument =
        instruments().find_or_add({port, label.name, label.type, label.group, {}});
    return std::make_unique<MeasuringTimer>(std::move(label), instrument);
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
