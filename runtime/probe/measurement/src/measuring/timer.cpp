#include "ports.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <malloc.h>
#include <utility>

namespace proxima::measuring {
namespace {

class MeasuringTimer final : public measurement::Timer {
public:
    MeasuringTimer(measurement::TimerLabel label, Instrument& instrument)
        : Timer(std::move(label)), instrument_(instrument) {}

    void start() noexcept override { measuring::start(instrument_); }
    void stop() noexcept override { measuring::stop(instrument_, nullptr, 0); }

private:
    Instrument& instrument_;
};

class MeasuringEvent final : public measurement::Event {
public:
    explicit MeasuringEvent(const Instrument& instrument) : instrument_(instrument) {}

    void trigger(double value) noexcept override { measuring::trigger(instrument_, value); }

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

// Leaves the instrument by the short path, if it is the innermost one and has that.
bool stop_shortly(const Instrument& instrument, const std::uint64_t* words,
                  std::size_t count) noexcept {
    detail::Node* const node = detail::current_buffer->current;
    if (node->site != instrument.site()) {
        return false;
    }
    switch (count) {
    case 0:
        return detail::leave_node<0>(node, words);
    case 1:
        return detail::leave_node<1>(node, words);
    case 2:
        return detail::leave_node<2>(node, words);
    default:
        return false;
    }
}

// Leaves the innermost open region of the instrument.
void stop_region(const Instrument& instrument, const std::uint64_t* words) noexcept {
    const detail::Node* node = detail::innermost_node();
    while (node != nullptr && node->site != instrument.site()) {
        node = node == node->parent ? nullptr : node->parent;
    }
    if (node == nullptr) {
        if (instrument.active() && !detail::is_within_runtime()) {
            instrument.say(Mistake::not_running);
        }
    } else if (detail::leave_region(const_cast<detail::Node*>(node), words)) {
        instrument.say(Mistake::overlap);
    }
}

// Truncates to an integer without floating-point operations, whose exceptions may be trapped. Zero
// if there is no such integer.
std::uint64_t integer_word(double value) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    const int exponent = static_cast<int>((bits >> 52U) & 0x7FFU) - 1075;
    const std::uint64_t digits =
        (bits & ((std::uint64_t{1} << 52U) - 1)) | (std::uint64_t{1} << 52U);
    if (exponent < -52 || exponent > 10) {
        return 0;
    }
    const std::uint64_t magnitude = exponent < 0 ? digits >> -exponent : digits << exponent;
    return (bits >> 63U) != 0 ? -magnitude : magnitude;
}

} // namespace

void stop(const Instrument& instrument, const double* values, std::size_t count) noexcept {
    const std::vector<Parameter>& parameters = instrument.parameters();
    std::array<std::uint64_t, most_parameters> words; // NOLINT: only what is used is set
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const double value = i < count ? values[i] : 0;
        if (parameters[i].type == ParameterType::integer) {
            words[i] = integer_word(value);
        } else {
            std::memcpy(&words[i], &value, sizeof value);
        }
    }
    if (!stop_shortly(instrument, words.data(), parameters.size())) {
        stop_region(instrument, words.data());
    }
}

void trigger(const Instrument& instrument, double value) noexcept {
    if (std::isfinite(value) && instrument.active()) {
        detail::record_value(instrument.site(), value);
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

Instrument& find_or_add_event(std::string_view name, const char* type) {
    return instruments().find_or_add(
        {event_port, std::string(name), type, "event", {{"value", ParameterType::real}}});
}

std::unique_ptr<measurement::Event> make_event(std::string_view name, const char* type) {
    if (name.empty()) {
        return std::make_unique<measurement::Event>();
    }
    return std::make_unique<MeasuringEvent>(find_or_add_event(name, type));
}

std::unique_ptr<measurement::MemoryTracker> make_heap_tracker() {
    return std::make_unique<HeapTracker>();
}

} // namespace proxima::measuring
