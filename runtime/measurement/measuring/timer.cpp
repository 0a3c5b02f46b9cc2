#include "timer.hpp"

#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::measuring {

namespace {

constexpr std::size_t most_parameters = 16; // of one call

// A parameter that was set of a call that is still open.
struct Parameter {
    const detail::Node* node;
    std::uint64_t start; // of the call
    const std::string* name;
    long value;
};

// Those of one call.
struct Taken {
    std::array<Parameter, most_parameters> all;
    std::size_t count = 0;
};

// Of one thread. Those of calls that were never stopped make room for others.
struct Parameters {
    std::array<Parameter, 4 * most_parameters> all;
    std::size_t count;
};

__thread Parameters parameters;

// Takes those of the node's open call away, and those that no call is open for any longer.
Taken take_parameters(const detail::Node& node) noexcept {
    Taken taken;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parameters.count; ++i) {
        const Parameter& parameter = parameters.all[i];
        if (parameter.start != parameter.node->start) {
            continue;
        }
        if (parameter.node == &node && taken.count < most_parameters) {
            taken.all[taken.count++] = parameter;
        } else {
            parameters.all[kept++] = parameter;
        }
    }
    parameters.count = kept;
    return taken;
}

void report_overlap(const detail::Node& running, const CallSite& stopped) noexcept {
    const CallSite* const other = call_sites().find(running.site);
    if (other == nullptr) {
        return;
    }
    try {
        say_once("timers overlap: \"" + stopped.full_name() + "\" is stopped while \"" +
                 other->full_name() + "\", started inside of it, still runs: both end here");
    } catch (const std::exception&) { // no memory to say it
    }
}

// The call goes on as one of a method that has the parameter: what is called from now on is inside
// of that.
void set_parameter_of(CallSite& site, long value, std::string_view name) noexcept {
    detail::Node* const node = open_region(site);
    if (node == nullptr || node != detail::innermost_node() || Lock::is_interrupted()) {
        return;
    }
    const Lock lock;
    try {
        const std::string* const kept = &call_sites().keep(name);
        Taken set = take_parameters(*node);
        Parameter* const end = set.all.data() + set.count;
        Parameter* const known = std::find_if(
            set.all.data(), end, [&](const Parameter& other) { return other.name == kept; });
        if (known != end) {
            known->value = value;
        } else if (set.count < most_parameters) {
            set.all[set.count++] = {node, node->start, kept, value};
        }
        if (parameters.count + set.count > parameters.all.size()) {
            return;
        }
        std::vector<std::string> names;
        for (std::size_t i = 0; i < set.count; ++i) {
            names.push_back(*set.all[i].name);
        }
        const detail::Node* const now =
            detail::replace_region(node, call_sites().variant(site, names).site());
        for (std::size_t i = 0; i < set.count; ++i) {
            set.all[i].node = now;
            parameters.all[parameters.count++] = set.all[i];
        }
    } catch (const std::exception&) { // without memory they are not recorded
    }
}

void stop_with_parameters(const CallSite& site) noexcept {
    detail::Node* const node = open_region(site);
    if (node == nullptr) {
        return;
    }
    std::array<std::uint64_t, most_parameters> words{};
    const Taken taken = parameters.count == 0 ? Taken() : take_parameters(*node);
    for (std::size_t i = 0; i < taken.count; ++i) {
        words[i] = static_cast<std::uint64_t>(taken.all[i].value);
    }
    stop_region(node, site, words.data(), site.at(node->site)->label().parameters.size());
}

class MeasuringTimer final : public measurement::Timer {
public:
    MeasuringTimer(measurement::TimerLabel label, CallSite& site)
        : Timer(std::move(label)), site_(site) {}

    void start() noexcept override {
        if (site_.active()) {
            detail::enter_region(site_.site());
        }
    }

    // One that has been disabled may still run.
    void stop() noexcept override {
        if (!stop_innermost<0>(site_, nullptr)) {
            stop_with_parameters(site_);
        }
    }

    void set_parameter(long value, std::string_view name) noexcept override {
        set_parameter_of(site_, value, name);
    }

private:
    CallSite& site_;
};

} // namespace

detail::Node* open_region(const CallSite& site) noexcept {
    for (const detail::Node* node = detail::innermost_node();
         node != nullptr && node != node->parent; node = node->parent) {
        if (site.at(node->site) != nullptr) {
            return const_cast<detail::Node*>(node);
        }
    }
    return nullptr;
}

void stop_region(detail::Node* node, const CallSite& site, const std::uint64_t* parameters,
                 std::size_t words) noexcept {
    const detail::Node* const innermost = detail::innermost_node();
    if (detail::leave_region(node, parameters, words)) {
        report_overlap(*innermost, site);
    }
}

std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label) {
    if (label.name.empty()) {
        return std::make_unique<measurement::Timer>(std::move(label));
    }
    CallSite& site = call_sites().find_or_add(
        {port, label.name, label.type, label.group, ColumnType::integer, {}});
    return std::make_unique<MeasuringTimer>(std::move(label), site);
}

} // namespace proxima::measuring
