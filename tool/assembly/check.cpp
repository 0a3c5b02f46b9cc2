// How the runner looks for all errors of an assembly, without those that only follow from others.
#include "action_names.hpp"
#include "runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace proxima::assembly {

using framework::BuilderService;
using framework::ComponentId;

namespace {

std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

} // namespace

void Runner::check(const Assembly& assembly) {
    auto unreadable = assembly.unreadable.begin();
    const auto report_unreadable = [&](std::size_t line) {
        for (; unreadable != assembly.unreadable.end() && unreadable->place.line <= line;
             ++unreadable) {
            report(*unreadable);
        }
    };
    for (const Command& command : assembly.commands) {
        report_unreadable(command.place.line);
        if (std::holds_alternative<Quit>(command.action)) {
            break;
        }
        if (mentions_broken(command.action)) {
            excuse(command.action);
            continue; // has been said
        }
        try {
            execute(command);
        } catch (const AssemblyError& error) {
            options_.report_error(error.what());
            status_ = 1;
            excuse(command.action);
            if (const auto* made = std::get_if<Instantiate>(&command.action)) {
                broken_.insert(made->instance);
            }
        }
    }
    report_unreadable(std::numeric_limits<std::size_t>::max());
    if (!has_started_) {
        try {
            check_started();
        } catch (const std::exception& error) {
            options_.report_error(AssemblyError({assembly.file, 0}, error.what()).what());
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

/// What was meant is not known: nothing is said of instances that it may have made, and of uses
/// ports that it may have connected.
void Runner::report(const Unreadable& unreadable) {
    options_.report_error(unreadable.error);
    status_ = 1;
    for (std::size_t i = 0; i < unreadable.words.size(); ++i) {
        doubtful_.insert(unreadable.words[i]);
        if (i > 0) {
            excused_.insert(unreadable.words[i - 1] + "." + unreadable.words[i] + " ");
        }
    }
}

void Runner::excuse(const Action& action) {
    if (const auto* connect = std::get_if<Connect>(&action)) {
        excused_.insert(connect->user.instance + "." + connect->user.port + " ");
    }
}

/// Those of which nothing has been said yet.
std::vector<std::string> Runner::unconnected(const ComponentId& start) const {
    std::vector<std::string> ports = framework_.unconnected(start);
    std::erase_if(ports, [&](const std::string& port) {
        return excused_.count(port.substr(0, port.find(' ') + 1)) == 1;
    });
    return ports;
}

bool Runner::mentions_broken(const Action& action) const {
    const std::vector<ComponentId> known = framework_.builder().component_ids();
    for (const std::string& instance : instances_in(action)) {
        const bool is_there = std::any_of(known.begin(), known.end(),
                                          [&](const auto& id) { return id.name == instance; });
        if (broken_.count(instance) == 1 || (!is_there && doubtful_.count(instance) == 1)) {
            return true;
        }
    }
    return false;
}

/// An assembly that nothing starts is to be complete all the same.
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
