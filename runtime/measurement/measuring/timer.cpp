#include "timer.hpp"

#include <proxima/detail/regions.hpp>

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

} // namespace proxima::measuring
