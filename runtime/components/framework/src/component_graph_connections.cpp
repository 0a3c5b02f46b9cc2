// Connects and disconnects instances.
#include "component_graph.hpp"
#include "proxy_component.hpp"

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

bool is_target_of_proxy(const ComponentInstance& instance, const UsesPort& port) {
    return port.name() == proxy_target &&
           dynamic_cast<const ProxyComponent*>(instance.component.get()) != nullptr;
}

} // namespace

Connection ComponentGraph::connect(const ComponentId& user_id, std::string_view uses_port,
                                   const ComponentId& provider_id, std::string_view provides_port) {
    ComponentInstance* const proxy = proxy_between(user_id, uses_port, provider_id, provides_port);
    Connection made;
    try {
        const ComponentId monitor = proxy == nullptr ? ComponentId() : mastermind();
        const std::lock_guard lock(mutex_);
        ComponentInstance& user = at(user_id);
        UsesPort& port = user.used(uses_port);
        ComponentInstance& provider = at(provider_id);
        ProvidesPort& provided = provider.provided(provides_port);
        check_wire(&user, port, provider, provided); // again: it may have changed meanwhile
        if (proxy != nullptr) {
            wire_proxy(*proxy, provider, provided, monitor);
        }
        made = add_wire(&user, port, provider, provided, proxy).connection;
    } catch (...) {
        if (proxy != nullptr) {
            remove_instance(*proxy);
        }
        throw;
    }
    return made;
}

void ComponentGraph::check_wire(const ComponentInstance* user, const UsesPort& port,
                                ComponentInstance& provider, const ProvidesPort& provided) const {
    if (user == nullptr && port.type() != provided.type) {
        throw Error(ErrorKind::bad_port_type, provider.id().name + "." + provided.name + " is a " +
                                                  provided.type + ", not a " + port.type() +
                                                  provider.alternatives(port.type()));
    }
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
    if (user != nullptr && is_target_of_proxy(*user, port) && leads_to(provider, *user)) {
        throw Error(ErrorKind::nonstandard,
                    user_name + "." + port.name() + " would lead back to " + user_name +
                        " itself; a proxy stands in front of another component");
    }
}

// Returns whether fetching a proxy's provided port also fetches the instance.
bool ComponentGraph::leads_to(const ComponentInstance& proxy,
                              const ComponentInstance& instance) const {
    if (&proxy == &instance) {
        return true;
    }
    return std::any_of(wires_.begin(), wires_.end(), [&](const Wire& wire) {
        return wire.user == &proxy && is_target_of_proxy(*wire.user, *wire.port) &&
               leads_to(*wire.provider, instance);
    });
}

ComponentGraph::Wire& ComponentGraph::add_wire(ComponentInstance* user, UsesPort& port,
                                               ComponentInstance& provider, ProvidesPort& provided,
                                               ComponentInstance* proxy) {
    check_wire(user, port, provider, provided);
    Connection connection{++last_number_, user == nullptr ? framework_name : user->id().name,
                          port.name(), provider.id().name, provided.name};
    wires_.push_back({connection, user, &port, &provider, proxy});
    const ProvidesPort& reached = proxy == nullptr ? provided : proxy->provided(proxy_port);
    port.open({reached.port, reached.source, connection});
    return wires_.back();
}

void ComponentGraph::connect_to_framework(const ComponentInstance& user, UsesPort& port) {
    if (port.type() != port_type<BuilderService>()) {
        return;
    }
    const PortReference provided = refer_to<BuilderService>(*this);
    port.open({provided,
               nullptr,
               {0, user.id().name, port.name(), framework_name, std::string(provided.type)}});
}

void ComponentGraph::break_wires(const Select& select, double timeout,
                                 const std::function<void()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(timeout);
    std::vector<ComponentInstance*> proxies;
    while (true) {
        {
            const std::lock_guard lock(mutex_);
            const Breaking breaking = with_proxies(select());
            const UsesPort* const fetched = close_all(breaking.ports);
            if (fetched == nullptr) {
                done();
                proxies = remove_wires(breaking.wires);
                break;
            }
            if (std::chrono::steady_clock::now() >= deadline) {
                throw Error(ErrorKind::uses_port_not_released,
                            to_string(fetched->link().connection) +
                                " is in use: the port is fetched and not yet released");
            }
        }
        std::this_thread::sleep_for(retry_interval);
    }
    for (ComponentInstance* const proxy : proxies) {
        remove_instance(*proxy);
    }
}

// Adds the wires of proxies, each after the connection that leads to the proxy.
ComponentGraph::Breaking ComponentGraph::with_proxies(const Breaking& chosen) {
    Breaking all;
    const auto add = [&](Wire& wire) {
        if (std::find(all.wires.begin(), all.wires.end(), &wire) == all.wires.end()) {
            all.wires.push_back(&wire);
            all.ports.push_back(wire.port);
        }
    };
    for (Wire* const wire : chosen.wires) {
        if (wire->user != nullptr && wire->user->is_hidden) {
            continue; // removed with the connection that leads to it
        }
        add(*wire);
        for (Wire& behind : wires_) {
            if (wire->proxy != nullptr && behind.user == wire->proxy) {
                add(behind);
            }
        }
    }
    for (UsesPort* const port : chosen.ports) { // ports connected to the framework
        const auto leads = [&](const Wire* wire) { return wire->port == port; };
        if (std::none_of(chosen.wires.begin(), chosen.wires.end(), leads)) {
            all.ports.push_back(port);
        }
    }
    return all;
}

// Closes all ports or none. Returns the first port in use, or null.
const UsesPort* ComponentGraph::close_all(const std::vector<UsesPort*>& ports) noexcept {
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

std::vector<ComponentInstance*> ComponentGraph::remove_wires(const std::vector<Wire*>& wires) {
    std::vector<ComponentInstance*> proxies;
    for (const Wire* const wire : wires) {
        if (wire->proxy != nullptr) {
            proxies.push_back(wire->proxy);
        }
        wires_.remove_if([&](const Wire& known) { return &known == wire; });
    }
    return proxies;
}

void ComponentGraph::disconnect(const Connection& connection, double timeout) {
    break_wires(
        [&] {
            Wire& wire = wire_at(connection);
            return Breaking{{&wire}, {wire.port}};
        },
        timeout);
}

void ComponentGraph::disconnect_port(ComponentInstance& instance, std::string_view port,
                                     bool provided) {
    if (is_ending_) {
        return;
    }
    break_wires(
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
                breaking.ports.push_back(&used); // connected to the framework
            }
            return breaking;
        },
        0);
}

ComponentGraph::Breaking
ComponentGraph::wires_where(const std::function<bool(const Wire&)>& chosen) {
    Breaking breaking;
    for (Wire& wire : wires_) {
        if (chosen(wire)) {
            breaking.wires.push_back(&wire);
            breaking.ports.push_back(wire.port);
        }
    }
    return breaking;
}

// Selects all wires of an instance and its ports to the framework.
ComponentGraph::Breaking ComponentGraph::wires_of(const ComponentInstance& instance) {
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

ComponentGraph::Wire& ComponentGraph::wire_at(const Connection& connection) {
    for (Wire& wire : wires_) {
        if (wire.connection.number == connection.number) {
            return wire;
        }
    }
    throw Error(ErrorKind::nonstandard,
                "the connection " + to_string(connection) + " no longer exists");
}

std::vector<Connection>
ComponentGraph::connection_ids(const std::vector<ComponentId>& instances) const {
    const std::lock_guard lock(mutex_);
    std::set<const ComponentInstance*> asked;
    for (const ComponentId& id : instances) {
        asked.insert(&at(id));
    }
    std::vector<Connection> connections;
    for (const Wire& wire : wires_) {
        if (wire.user != nullptr && !wire.user->is_hidden &&
            (asked.empty() || asked.count(wire.user) == 1 || asked.count(wire.provider) == 1)) {
            connections.push_back(wire.connection);
        }
    }
    return connections;
}

void ComponentGraph::with_port(const ComponentId& instance, std::string_view port, PortType type,
                               const std::function<void(void*)>& action) {
    UsesPort own(port, type);
    const Connection connection = [&] {
        const std::lock_guard lock(mutex_);
        ComponentInstance& provider = at(instance);
        return add_wire(nullptr, own, provider, provider.provided(port)).connection;
    }();
    struct Use { // cleans up even if the action throws
        ComponentGraph& graph;
        UsesPort& port;
        const Connection& connection;
        bool fetched = false;
        ~Use() {
            if (fetched) {
                port.give_back();
            }
            const std::lock_guard lock(graph.mutex_);
            graph.wires_.remove_if(
                [&](const Wire& wire) { return wire.connection.number == connection.number; });
        }
    } use{*this, own, connection};
    PortReference reference;
    own.fetch(reference);
    use.fetched = true;
    action(reference.typed);
}

std::vector<std::string> ComponentGraph::unconnected(const ComponentId& start) const {
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
