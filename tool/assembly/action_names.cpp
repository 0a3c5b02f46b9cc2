#include "action_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace proxima::assembly {

std::vector<std::string> instances_in(const Action& action) {
    struct Visitor {
        std::vector<std::string> operator()(const Connect& made) const {
            return {made.user.instance, made.provider.instance};
        }
        std::vector<std::string> operator()(const Disconnect& broken) const {
            return {broken.user.instance, broken.provider.instance};
        }
        std::vector<std::string> operator()(const SetParameter& set) const {
            return {set.port.instance};
        }
        std::vector<std::string> operator()(const ShowParameters& shown) const {
            return {shown.port.instance};
        }
        std::vector<std::string> operator()(const Go& start) const { return {start.port.instance}; }
        std::vector<std::string> operator()(const Remove& removed) const {
            return {removed.instance};
        }
        std::vector<std::string> operator()(const Display& display) const {
            return {display.instance};
        }
        std::vector<std::string> operator()(const SetPath&) const { return {}; }
        std::vector<std::string> operator()(const Load&) const { return {}; }
        std::vector<std::string> operator()(const ListRepository&) const { return {}; }
        std::vector<std::string> operator()(const Instantiate&) const { return {}; }
        std::vector<std::string> operator()(const Quit&) const { return {}; }
    };
    return std::visit(Visitor(), action);
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
