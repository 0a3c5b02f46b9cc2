// Checks an assembly: finds all errors, but not those that only follow from others.
#include "actions.hpp"

#include <proxima/assembly/runner.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::assembly {

using framework::BuilderService;
using framework::ComponentId;

namespace {

std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

} // namespace

void Runner::check(const Assembly& assembly) {
    for (const Error& error : assembly.unreadable) {
        options_.report_error(error.what());
        status_ = 1;
    }
    if (status_ != 0) { // further errors would only be consequences
        return;
    }
    for (const Command& command : assembly.commands) {
        if (std::holds_alternative<Quit>(command.action)) {
            break;
        }
        if (mentions_broken(command.action)) {
            excuse(command.action);
            continue; // already reported
        }
        try {
            execute(command);
        } catch (const Error& error) {
            options_.report_error(error.what());
            status_ = 1;
            excuse(command.action);
            if (const auto* made = std::get_if<Instantiate>(&command.action)) {
                broken_.insert(made->instance);
            }
        }
    }
    if (!has_started_) {
        try {
            check_started();
        } catch (const std::exception& error) {
            options_.report_error(Error({assembly.file, 0}, error.what()).what());
            status_ = 1;
        }
    }
    if (status_ == 0) {
        const BuilderService& builder = framework_.builder();
        options_.print(fmt::format("{}: {}, {}, nothing wrong", assembly.file,
                                   counted(builder.component_ids().size(), "instance"),
                                   counted(builder.connection_ids().size(), "connection")));
    }
}

void Runner::excuse(const Action& action) {
    if (const auto* connect = std::get_if<Connect>(&action)) {
        excused_.insert(connect->user.instance + "." + connect->user.port + " ");
    }
}

// Lists unconnected uses ports whose connections have not already been reported as errors.
std::vector<std::string> Runner::unconnected(const ComponentId& start) const {
    std::vector<std::string> ports = framework_.unconnected(start);
    std::erase_if(ports, [&](const std::string& port) {
        return excused_.count(port.substr(0, port.find(' ') + 1)) == 1;
    });
    return ports;
}

bool Runner::mentions_broken(const Action& action) const {
    const auto instances = instances_in(action);
    return std::any_of(instances.begin(), instances.end(), [this](const std::string& instance) {
        return broken_.count(instance) == 1;
    });
}

// Checks that an assembly without `go` is complete, too.
void Runner::check_started() const {
    std::vector<std::string> missing;
    for (const ComponentId& instance : framework_.builder().component_ids()) {
        for (const std::string& port : unconnected(instance)) {
            if (std::find(missing.begin(), missing.end(), port) == missing.end()) {
                missing.push_back(port);
            }
        }
    }
    if (!missing.empty()) {
        throw std::runtime_error(
            fmt::format("uses ports are not connected: {}", fmt::join(missing, ", ")));
    }
}

} // namespace proxima::assembly
