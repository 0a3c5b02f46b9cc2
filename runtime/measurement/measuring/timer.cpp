#include "timer.hpp"

#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <array>
#include <string>
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

// Of one thread. Those of calls that were never stopped make room for others.
struct Parameters {
    std::array<Parameter, 4 * most_parameters> all;
    std::size_t count;
};

__thread Parameters parameters;

bool is_of(const Parameter& parameter, const detail::Node& node) noexcept {
    return parameter.node == &node && parameter.start == node.start;
}

void drop_forgotten() noexcept {
    auto* const begin = parameters.all.data();
    auto* const end = std::remove_if(begin, begin + parameters.count, [](const Parameter& old) {
        return old.start != old.node->start;
    });
    parameters.count = static_cast<std::size_t>(end - begin);
}

// Takes those of the node's open call away.
std::vector<Parameter> take_parameters(const detail::Node& node) {
    std::vector<Parameter> taken;
    auto* const begin = parameters.all.data();
    auto* const end =
        std::stable_partition(begin, begin + parameters.count,
                              [&](const Parameter& other) { return !is_of(other, node); });
    taken.assign(end, begin + parameters.count);
    parameters.count = static_cast<std::size_t>(end - begin);
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
    if (detail::leave_region(node, parameters, words) == detail::RegionEnd::left_others) {
        report_overlap(*innermost, site);
    }
}

// The call goes on as one of a method that has the parameter: what is called from now on is inside
// of that.
void set_parameter_of(CallSite& site, long value, std::string_view name) noexcept {
    detail::Node* const node = open_region(site);
    if (node == nullptr || node != detail::innermost_node()) {
        return;
    }
    try {
        const std::string* const kept = &call_sites().keep(name);
        std::vector<Parameter> set = take_parameters(*node);
        const auto known = std::find_if(set.begin(), set.end(), [&](const Parameter& parameter) {
            return parameter.name == kept;
        });
        if (known != set.end()) {
            known->value = value;
        } else if (set.size() < most_parameters) {
            set.push_back({node, node->start, kept, value});
        }
        if (parameters.count + set.size() > parameters.all.size()) {
            drop_forgotten();
        }
        if (parameters.count + set.size() > parameters.all.size()) {
            return;
        }
        std::vector<std::string> names;
        for (const Parameter& parameter : set) {
            names.push_back(*parameter.name);
        }
        const detail::Node* const now =
            detail::replace_region(node, call_sites().variant(site, names).site());
        for (Parameter& parameter : set) {
            parameter.node = now;
            parameters.all[parameters.count++] = parameter;
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
    const std::size_t expected = site.at(node->site)->label().parameters.size();
    try {
        std::size_t count = 0;
        if (parameters.count != 0) {
            for (const Parameter& parameter : take_parameters(*node)) {
                words[count++] = static_cast<std::uint64_t>(parameter.value);
            }
        }
    } catch (const std::exception&) { // without memory they are zero
    }
    stop_region(node, site, words.data(), expected);
}

} // namespace proxima::measuring
