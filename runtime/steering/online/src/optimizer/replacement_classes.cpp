#include "optimizer/replacement_classes.hpp"

#include <proxima/framework/error.hpp>
#include <proxima/framework/migration_port.hpp>
#include <proxima/framework/parameter_port.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace proxima::online {
namespace {

using framework::BuilderService;
using framework::ComponentId;
using framework::Connection;
using framework::MigrationPort;
using framework::ParameterPort;

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

ReplacementClasses::ReplacementClasses(FrameworkAccess access, const ComponentId& instance)
    : access_(std::move(access)), classes_({{access_.builder.class_name(instance), instance}}) {
}

std::string ReplacementClasses::add(const std::string& class_name) {
    BuilderService& builder = access_.builder;
    std::optional<ComponentId> candidate;
    std::string why;
    try {
        candidate = builder.create_instance(instance() + "@" + class_name, class_name);
        why = objection(*candidate);
        if (why.empty()) {
            copy_parameters(*candidate);
            connect_used_ports(*candidate);
            classes_.push_back({class_name, *candidate});
            return "";
        }
    } catch (...) {
        why = framework::message_of_current_exception();
    }
    if (candidate) {
        builder.destroy_instance(*candidate);
    }
    return why;
}

void ReplacementClasses::remove_last() {
    access_.builder.destroy_instance(classes_.back().instance);
    classes_.pop_back();
}

std::string ReplacementClasses::objection(const ComponentId& candidate) const {
    const BuilderService& builder = access_.builder;
    const ComponentId& first = classes_.front().instance;
    const auto provided = builder.provided_port_names(candidate);
    for (const Connection& connection : connections_of_users()) {
        const std::string& port = connection.provides_port;
        if (!has(provided, port) ||
            builder.port_type_name(candidate, port) != builder.port_type_name(first, port)) {
            return other_ports;
        }
    }
    const bool moves = can_migrate(first) && can_migrate(candidate);
    if (!moves && !(is_stateless(first) && is_stateless(candidate))) {
        return "one of the two may have state and cannot hand it on; set the property STATELESS of "
               "the provided port, or provide a MigrationPort";
    }
    return "";
}

std::vector<Connection> ReplacementClasses::connections_of_users() const {
    const ComponentId& active = classes_[active_].instance;
    auto connections = access_.builder.connection_ids({active});
    connections.erase(std::remove_if(connections.begin(), connections.end(),
                                     [&](const Connection& connection) {
                                         return connection.provider != active.name;
                                     }),
                      connections.end());
    return connections;
}

// Returns whether all ports in use are stateless.
bool ReplacementClasses::is_stateless(const ComponentId& instance) const {
    const auto connections = connections_of_users();
    return std::all_of(connections.begin(), connections.end(), [&](const Connection& connection) {
        const auto properties = access_.builder.port_properties(instance, connection.provides_port);
        const auto said = properties.find(framework::stateless);
        return said != properties.end() && said->second == "1";
    });
}

bool ReplacementClasses::can_migrate(const ComponentId& instance) const {
    return port_of_type<MigrationPort>(access_.builder, instance).has_value();
}

void ReplacementClasses::copy_parameters(const ComponentId& to) const {
    const ComponentId& first = classes_.front().instance;
    const auto from_port = port_of_type<ParameterPort>(access_.builder, first);
    const auto to_port = port_of_type<ParameterPort>(access_.builder, to);
    if (!from_port || !to_port) {
        return;
    }
    std::vector<framework::ParameterField> fields;
    {
        const BorrowedPort<ParameterPort> parameters(access_, first, *from_port);
        fields = parameters->fields();
    }
    const BorrowedPort<ParameterPort> parameters(access_, to, *to_port);
    const auto known = parameters->fields();
    for (const auto& field : fields) {
        const bool is_known = std::any_of(known.begin(), known.end(), [&](const auto& other) {
            return other.name == field.name;
        });
        if (is_known && field.value != field.default_value) {
            parameters->set(field.name, field.value);
        }
    }
}

void ReplacementClasses::connect_used_ports(const ComponentId& to) const {
    BuilderService& builder = access_.builder;
    const ComponentId& first = classes_.front().instance;
    const auto used = builder.used_port_names(to);
    for (const Connection& connection : builder.connection_ids({first})) {
        if (connection.user == first.name && has(used, connection.uses_port)) {
            builder.connect(to, connection.uses_port, builder.component_id(connection.provider),
                            connection.provides_port);
        }
    }
}

void ReplacementClasses::swap_to(std::size_t candidate) {
    BuilderService& builder = access_.builder;
    const ComponentId& from = classes_[active_].instance;
    const ComponentId& to = classes_[candidate].instance;
    const auto connections = connections_of_users();
    std::vector<Connection> moved;
    try {
        for (const Connection& connection : connections) {
            builder.disconnect(connection);
            moved.push_back(connection);
        }
        migrate(from, to);
        for (const Connection& connection : connections) {
            builder.connect(builder.component_id(connection.user), connection.uses_port, to,
                            connection.provides_port);
        }
    } catch (...) {
        for (const Connection& connection : moved) {
            const ComponentId user = builder.component_id(connection.user);
            for (const Connection& made : builder.connection_ids({user})) {
                if (made.user == user.name && made.uses_port == connection.uses_port) {
                    builder.disconnect(made);
                }
            }
            builder.connect(user, connection.uses_port, from, connection.provides_port);
        }
        throw;
    }
    active_ = candidate;
}

void ReplacementClasses::migrate(const ComponentId& from, const ComponentId& to) const {
    const auto saved = port_of_type<MigrationPort>(access_.builder, from);
    const auto restored = port_of_type<MigrationPort>(access_.builder, to);
    if (!saved || !restored) {
        return;
    }
    const std::string state = BorrowedPort<MigrationPort>(access_, from, *saved)->save_state();
    BorrowedPort<MigrationPort>(access_, to, *restored)->restore_state(state);
}

} // namespace proxima::online
