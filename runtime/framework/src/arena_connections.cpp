// How instances are connected and disconnected.
#include "arena.hpp"
#include "names.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

namespace proxima::framework {

namespace {

constexpr auto retry_interval = std::chrono::milliseconds(1);

bool can_do_without(const UsesPort& port) {
    const auto least = port.properties.find(min_connections);
    return least != port.properties.end() && least->second == "0";
}

} // namespace

Connection Arena::connect(const ComponentId& user_id, std::string_view uses_port,
                          const ComponentId& provider_id, std::string_view provides_port) {
    Connection made;
    {
        const std::lock_guard lock(mutex_);
        ComponentInstance& user = at(user_id);
        UsesPort& port = user.used(uses_port);
        ComponentInstance& provider = at(provider_id);
        made = add_wire(&user, port, provider, provider.provided(provides_port)).connection;
    }
    events_.tell({ConnectionEvent::Kind::connected, made});
    return made;
}

Arena::Wire& Arena::add_wire(ComponentInstance* user, UsesPort& port, ComponentInstance& provider,
                             ProvidesPort& provided) {
    const std::string user_name = user == nullptr ? framework_name : user->id().name;
    if (port.type() != provided.type) {
        throw Error(ErrorKind::bad_port_type,
                    user_name + "." + port.name() + " uses a port of type " + port.type() +
                        ", but " + provider.id().name + "." + provided.name + " is a " +
                        provided.type + provider.alternatives(port.type()));
    }
    if (port.is_connected()) {
        const Connection& other = port.link().connection;
        throw Error(ErrorKind::nonstandard, user_name + "." + port.name() + " is connected to " +
                                                other.provider + "." + other.provides_port +
                                                " already; disconnect it first");
    }
    Connection connection{++last_number_, user_name, port.name(), provider.id().name,
                          provided.name};
    wires_.push_back({connection, user, &port, &provider, {}});
    port.open({provided.port, provided.source, connection});
    return wires_.back();
}

void Arena::connect_to_framework(const ComponentInstance& user, UsesPort& port) {
    PortReference provided;
    if (port.type() == port_type<BuilderService>()) {
        provided = refer_to<BuilderService>(*this);
    } else if (port.type() == port_type<ConnectionEventService>()) {
        provided = refer_to<ConnectionEventService>(events_);
    } else {
        return;
    }
    port.open({provided,
               nullptr,
               {0, user.id().name, port.name(), framework_name, std::string(provided.type)}});
}

std::vector<Connection> Arena::break_wires(const Select& select, double timeout,
                                           const std::function<void()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout);
    while (true) {
        {
            const std::lock_guard lock(mutex_);
            const Breaking breaking = select();
            const UsesPort* const fetched = close_all(breaking.ports);
            if (fetched == nullptr) {
                done();
                return remove_wires(breaking.wires);
            }
            if (std::chrono::steady_clock::now() >= deadline) {
                throw Error(ErrorKind::uses_port_not_released,
                            to_string(fetched->link().connection) +
                                " is in use: the port is fetched and not yet released");
            }
        }
        std::this_thread::sleep_for(retry_interval);
    }
}

// All or none; of those that are in use the first.
const UsesPort* Arena::close_all(const std::vector<UsesPort*>& ports) noexcept {
    for (std::size_t i = 0; i < ports.size(); ++i) {
        if (!ports[i]->try_close()) {
            for (std::size_t closed = 0; closed < i; ++closed) {
                ports[closed]->reopen();
            }
            return ports[i];
        }
    }
    return nullptr;
}

std::vector<Connection> Arena::remove_wires(const std::vector<Wire*>& wires) {
    std::vector<Connection> connections;
    for (const Wire* const wire : wires) {
        connections.push_back(wire->connection);
        wires_.remove_if([&](const Wire& known) { return &known == wire; });
    }
    return connections;
}

void Arena::disconnect(const Connection& connection, double timeout) {
    tell_disconnected(break_wires(
        [&] {
            Wire& wire = wire_at(connection);
            return Breaking{{&wire}, {wire.port}};
        },
        timeout));
}

void Arena::disconnect_all(const ComponentId& one, const ComponentId& other, double timeout) {
    tell_disconnected(break_wires(
        [&] {
            const ComponentInstance* const first = &at(one);
            const ComponentInstance* const second = &at(other);
            return wires_where([&](const Wire& wire) {
                return (wire.user == first && wire.provider == second) ||
                       (wire.user == second && wire.provider == first);
            });
        },
        timeout));
}

void Arena::disconnect_port(ComponentInstance& instance, std::string_view port, bool provided) {
    if (is_ending_) {
        return;
    }
    tell_disconnected(break_wires(
        [&] {
            if (provided) {
                const std::string& name = instance.provided(port).name;
                return wires_where([&](const Wire& wire) {
                    return wire.provider == &instance && wire.connection.provides_port == name;
                });
            }
            UsesPort& used = instance.used(port);
            Breaking breaking = wires_where([&](const Wire& wire) { return wire.port == &used; });
            if (breaking.ports.empty() && used.is_connected()) {
                breaking.ports.push_back(&used); // to the framework
            }
            return breaking;
        },
        0));
}

void Arena::tell_disconnected(const std::vector<Connection>& connections) noexcept {
    for (const Connection& connection : connections) {
        events_.tell({ConnectionEvent::Kind::disconnected, connection});
    }
}

Arena::Breaking Arena::wires_where(const std::function<bool(const Wire&)>& chosen) {
    Breaking breaking;
    for (Wire& wire : wires_) {
        if (chosen(wire)) {
            breaking.wires.push_back(&wire);
            breaking.ports.push_back(wire.port);
        }
    }
    return breaking;
}

// All connections of an instance, and what it has fetched from the framework.
Arena::Breaking Arena::wires_of(const ComponentInstance& instance) {
    Breaking breaking = wires_where(
        [&](const Wire& wire) { return wire.user == &instance || wire.provider == &instance; });
    for (UsesPort* const port : instance.used_ports()) {
        const bool is_wired =
            std::find(breaking.ports.begin(), breaking.ports.end(), port) != breaking.ports.end();
        if (port->is_connected() && !is_wired) {
            breaking.ports.push_back(port);
        }
    }
    return breaking;
}

Arena::Wire& Arena::wire_at(const Connection& connection) {
    for (Wire& wire : wires_) {
        if (wire.connection.number == connection.number) {
            return wire;
        }
    }
    throw Error(ErrorKind::nonstandard,
                "there is no connection " + to_string(connection) + " any more");
}

std::vector<Connection> Arena::connection_ids(const std::vector<ComponentId>& instances) const {
    const std::lock_guard lock(mutex_);
    std::set<const ComponentInstance*> asked;
    for (const ComponentId& id : instances) {
        asked.insert(&at(id));
    }
    std::vector<Connection> connections;
    for (const Wire& wire : wires_) {
        if (wire.user != nullptr &&
            (asked.empty() || asked.count(wire.user) == 1 || asked.count(wire.provider) == 1)) {
            connections.push_back(wire.connection);
        }
    }
    return connections;
}

void Arena::with_port(const ComponentId& instance, std::string_view port, PortType type,
                      const std::function<void(void*)>& action) {
    UsesPort own(port, type);
    const Connection connection = [&] {
        const std::lock_guard lock(mutex_);
        ComponentInstance& provider = at(instance);
        return add_wire(nullptr, own, provider, provider.provided(port)).connection;
    }();
    struct Use { // also when the action throws
        Arena& arena;
        UsesPort& port;
        const Connection& connection;
        bool fetched = false;
        ~Use() {
            if (fetched) {
                port.give_back();
            }
            const std::lock_guard lock(arena.mutex_);
            arena.wires_.remove_if(
                [&](const Wire& wire) { return wire.connection.number == connection.number; });
        }
    } use{*this, own, connection};
    PortReference reference;
    own.fetch(reference);
    use.fetched = true;
    action(reference.typed);
}

std::vector<std::string> Arena::unconnected(const ComponentId& start) const {
    const std::lock_guard lock(mutex_);
    std::vector<const ComponentInstance*> reached{&at(start)};
    std::vector<std::string> ports;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const UsesPort* const port : reached[i]->used_ports()) {
            if (!port->is_connected() && !can_do_without(*port)) {
                ports.push_back(reached[i]->id().name + "." + port->name() + " (" + port->type() +
                                ")");
            }
        }
        for (const Wire& wire : wires_) {
            const bool is_new =
                std::find(reached.begin(), reached.end(), wire.provider) == reached.end();
            if (wire.user == reached[i] && is_new) {
                reached.push_back(wire.provider);
            }
        }
    }
    return ports;
}

} // namespace proxima::framework
