#include "timer.hpp"

#include <proxima/detail/regions.hpp>

#include <cmath>
#include <malloc.h>

namespace proxima::measuring {

namespace {

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
