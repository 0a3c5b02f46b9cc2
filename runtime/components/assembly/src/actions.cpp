#include "actions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <type_traits>

namespace proxima::assembly {

std::vector<std::string> instances_in(const Action& action) {
    const auto named = [](const auto& one) -> std::vector<std::string> {
        using One = std::decay_t<decltype(one)>;
        if constexpr (requires { one.user; }) {
            return {one.user.instance, one.provider.instance};
        } else if constexpr (requires { one.port.instance; }) {
            return {one.port.instance};
        } else if constexpr (requires { one.instance; } && !std::is_same_v<One, Instantiate>) {
            return {one.instance};
        } else {
            return {};
        }
    };
    return std::visit(named, action);
}

std::string subject_of(const Action& action) {
    if (const auto* start = std::get_if<Go>(&action)) {
        return start->port.instance + "." + start->port.port;
    }
    if (const auto* made = std::get_if<Instantiate>(&action)) {
        return fmt::format("the making of {} ({})", made->instance, made->class_name);
    }
    const std::vector<std::string> instances = instances_in(action);
    return instances.empty() || instances.front().empty()
               ? "this command"
               : fmt::format("this command for {}", fmt::join(instances, " and "));
}

} // namespace proxima::assembly
