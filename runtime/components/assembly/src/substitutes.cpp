#include <proxima/assembly/runner.hpp>
#include <proxima/assembly/substitutes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace proxima::assembly {

using framework::ComponentId;
using framework::ParameterPort;

namespace {

constexpr const char* candidate = "candidate"; // name of an instance while its ports are inspected

// Creates an instance for the duration of a scope.
class TemporaryInstance {
public:
    TemporaryInstance(framework::Framework& framework, const std::string& class_name)
        : framework_(framework), id_(framework.builder().create_instance(candidate, class_name)) {}
    TemporaryInstance(const TemporaryInstance&) = delete;
    TemporaryInstance& operator=(const TemporaryInstance&) = delete;
    ~TemporaryInstance() {
        try {
            framework_.builder().destroy_instance(id_);
        } catch (const std::exception&) { // the name stays taken, so creating the next one fails
        }
    }

    const ComponentId& id() const { return id_; }

private:
    framework::Framework& framework_;
    ComponentId id_;
};

// Keeps the commands that locate components and load libraries.
Assembly only_libraries(const Assembly& assembly) {
    Assembly libraries{assembly.file, {}};
    for (const Command& command : assembly.commands) {
        if (std::holds_alternative<SetPath>(command.action) ||
            std::holds_alternative<Load>(command.action)) {
            libraries.commands.push_back(command);
        }
    }
    return libraries;
}

} // namespace

Substitutes::Substitutes(Assembly assembly, std::vector<std::string> path)
    : assembly_(std::move(assembly)), path_(std::move(path)), wiring_(wiring_of(assembly_)) {
    Runner(framework_, {false, path_, [](const std::string&) {}, {}})
        .run(only_libraries(assembly_));
    for (const auto& instance : wiring_.instances) {
        try {
            ports_of(instance.class_name);
        } catch (const std::exception& error) {
            throw Error(place_of(instance.instance), error.what());
        }
    }
    find_classes();
}

void Substitutes::find_classes() {
    for (const auto& name : framework_.builder().available_classes()) {
        try {
            ports_of(name);
        } catch (const std::exception& error) {
            unusable_[name] = error.what();
        }
    }
}

const Substitutes::Ports& Substitutes::ports_of(const std::string& class_name) {
    if (const auto known = classes_.find(class_name); known != classes_.end()) {
        return known->second;
    }
    const TemporaryInstance made(framework_, class_name);
    const auto& builder = framework_.builder();
    Ports ports;
    for (const auto& port : builder.provided_port_names(made.id())) {
        ports.provided[port] = builder.port_type_name(made.id(), port);
    }
    const auto needed = framework_.unconnected(made.id());
    for (const auto& port : builder.used_port_names(made.id())) {
        const auto type = builder.port_type_name(made.id(), port);
        const auto line = fmt::format("{}.{} ({})", candidate, port, type);
        ports.used[port] = {type, std::find(needed.begin(), needed.end(), line) != needed.end()};
    }
    return classes_.emplace(class_name, std::move(ports)).first->second;
}

std::string Substitutes::class_of(const std::string& instance) const {
    const auto found = std::find_if(wiring_.instances.begin(), wiring_.instances.end(),
                                    [&](const auto& one) { return one.instance == instance; });
    return found == wiring_.instances.end() ? std::string() : found->class_name;
}

bool Substitutes::uses(const std::string& class_name, const std::string& port) {
    return ports_of(class_name).used.count(port) == 1;
}

Place Substitutes::place_of(const std::string& instance) const {
    for (const Command& command : assembly_.commands) {
        const auto* made = std::get_if<Instantiate>(&command.action);
        if (made != nullptr && made->instance == instance) {
            return command.place;
        }
    }
    return {assembly_.file, 0};
}

std::string Substitutes::objection(const std::string& instance, const std::string& class_name) {
    const auto original = class_of(instance);
    if (original.empty()) {
        return fmt::format("{} has no instance {}", assembly_.file, instance);
    }
    const Ports* ports = nullptr;
    try {
        ports = &ports_of(class_name);
    } catch (const std::exception& error) {
        return error.what();
    }
    const Ports& old = classes_.at(original);
    const auto lacks = [&](const std::string& port) {
        const auto has = ports->provided.find(port);
        const auto type = old.provided.find(port);
        return type != old.provided.end() &&
               (has == ports->provided.end() || has->second != type->second);
    };
    const auto refuse = [&](const std::string& port, const std::string& user) {
        return fmt::format("{} provides no port {} of type {}, which {} uses", class_name, port,
                           old.provided.at(port), user);
    };
    for (const auto& wire : wiring_.wires) {
        if (wire.provider.instance == instance && lacks(wire.provider.port)) {
            return refuse(wire.provider.port, wire.user.instance);
        }
    }
    for (const auto& start : wiring_.starts) {
        if (start.instance == instance && lacks(start.port)) {
            return refuse(start.port, "`go`");
        }
    }
    for (const auto& [port, used] : ports->used) {
        const auto wire = std::find_if(
            wiring_.wires.begin(), wiring_.wires.end(), [&, &name = port](const auto& one) {
                return one.user.instance == instance && one.user.port == name;
            });
        const auto had = old.used.find(port);
        const bool is_wired = wire != wiring_.wires.end() && had != old.used.end();
        if (is_wired ? had->second.type != used.type : used.is_needed) {
            return fmt::format("{} needs a port {} of type {}, which {} does not connect",
                               class_name, port, used.type, assembly_.file);
        }
    }
    return {};
}

std::vector<Substitutable> Substitutes::replaceable() {
    std::vector<Substitutable> result;
    for (const auto& instance : wiring_.instances) {
        std::set<std::string> types;
        for (const auto& wire : wiring_.wires) {
            if (wire.provider.instance == instance.instance) {
                const auto& provided = classes_.at(instance.class_name).provided;
                const auto type = provided.find(wire.provider.port);
                types.insert(type == provided.end() ? wire.provider.port : type->second);
            }
        }
        Substitutable one{instance.instance, instance.class_name, {types.begin(), types.end()}, {}};
        for (const auto& [name, ports] : classes_) {
            if (!types.empty() && objection(instance.instance, name).empty()) {
                one.class_names.push_back(name);
            }
        }
        if (!types.empty()) {
            result.push_back(std::move(one));
        }
    }
    return result;
}

std::string Substitutes::refusal(const std::string& class_name,
                                 const std::vector<SetParameter>& before,
                                 const SetParameter& parameter) {
    const TemporaryInstance made(framework_, class_name);
    std::string reason;
    const auto set = [&](const SetParameter& one) {
        framework_.with_port<ParameterPort>(
            made.id(), one.port.port, [&](ParameterPort& port) { port.set(one.field, one.value); });
    };
    for (const auto& one : before) {
        set(one);
    }
    try {
        set(parameter);
    } catch (const std::exception& error) {
        reason = error.what();
    }
    return reason;
}

std::vector<std::string> Substitutes::check(const Assembly& assembly) const {
    std::vector<std::string> errors;
    framework::Framework fresh;
    Runner runner(fresh, {true, path_, [](const std::string&) {},
                          [&](const std::string& line) { errors.push_back(line); }});
    runner.run(assembly);
    return errors;
}

} // namespace proxima::assembly
