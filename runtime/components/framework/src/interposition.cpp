// Inserts proxies into connections, invisibly to users and providers.
#include "component_graph.hpp"
#include "mastermind.hpp"
#include "proxy_component.hpp"

#include <proxima/framework/performance_ports.hpp>

namespace proxima::framework {
namespace {

// Returns whether a port sets up or watches assemblies; such ports are never measured.
bool is_of_framework(PortType type) {
    return type == port_type<BuilderService>() || type == port_type<MonitorPort>() ||
           type == port_type<MeasurementPort>() || type == port_type<PerformanceParametersPort>() ||
           type == port_type<ParameterPort>();
}

} // namespace

void ComponentGraph::measure(MeasuredConnections measured, MissingProxy missing) {
    const std::lock_guard lock(mutex_);
    measured_ = std::move(measured);
    missing_ = std::move(missing);
}

// Creates the proxy for a measured connection. Returns null if none is needed, as in front of a
// proxy that the assembly placed itself.
ComponentInstance* ComponentGraph::proxy_between(const ComponentId& user_id,
                                                 std::string_view uses_port,
                                                 const ComponentId& provider_id,
                                                 std::string_view provides_port) {
    Connection connection;
    std::string type;
    {
        const std::lock_guard lock(mutex_);
        ComponentInstance& user = at(user_id);
        ComponentInstance& provider = at(provider_id);
        const UsesPort& used = user.used(uses_port);
        const ProvidesPort& provided = provider.provided(provides_port);
        check_wire(&user, used, provider, provided);
        if (measured_ == nullptr || user.is_proxy() || provider.is_proxy() ||
            is_of_framework(used.type())) {
            return nullptr;
        }
        connection = {0, user_id.name, used.name(), provider_id.name, provided.name};
        type = provided.type;
    }
    if (!measured_(connection, type)) {
        return nullptr;
    }
    const std::optional<ProxyFactory> factory = libraries_.proxy_of(type);
    if (!factory) {
        missing_(connection, type);
        return nullptr;
    }
    ComponentInstance& proxy =
        add_instance(connection.provider + "." + connection.provides_port + " for " +
                         connection.user + "." + connection.uses_port,
                     "Proxy");
    proxy.is_hidden = true;
    try {
        proxy.component = std::make_unique<ProxyComponent>(*factory);
        proxy.component->set_services(proxy);
    } catch (...) {
        remove_instance(proxy);
        throw;
    }
    return &proxy;
}

// Returns the assembly's Mastermind, or creates a hidden one.
ComponentId ComponentGraph::mastermind() {
    {
        const std::lock_guard lock(mutex_);
        for (const auto& instance : instances_) {
            if (instance->class_name() == mastermind_class && instance->is_ready) {
                return instance->id();
            }
        }
    }
    const ComponentId made = create_ready("the mastermind", mastermind_class);
    const std::lock_guard lock(mutex_);
    at(made).is_hidden = true;
    return made;
}

// Connects the ports that the proxy uses. Needs the lock.
void ComponentGraph::wire_proxy(ComponentInstance& proxy, ComponentInstance& provider,
                                ProvidesPort& provided, const ComponentId& mastermind) {
    add_wire(&proxy, proxy.used(proxy_target), provider, provided);
    ComponentInstance& monitor = at(mastermind);
    add_wire(&proxy, proxy.used(proxy_monitor), monitor, monitor.provided(mastermind_port));
    proxy.is_ready = true;
}

bool ComponentGraph::is_measured(const Connection& connection) const {
    const std::lock_guard lock(mutex_);
    return const_cast<ComponentGraph*>(this)->wire_at(connection).proxy != nullptr;
}

int ComponentGraph::go(const ComponentId& instance, std::string_view port) {
    int status = 0;
    with_port(instance, port, port_type<GoPort>(), [&](void* typed) {
        auto* go_port = static_cast<GoPort*>(typed);
        const Connection binding{0, framework_name, std::string(port), instance.name,
                                 std::string(port)};
        ProxyObject proxy;
        if (measured_ != nullptr && measured_(binding, port_type<GoPort>())) {
            const proxima::Binding names{binding.user, binding.uses_port, binding.provides_port};
            proxy = go_proxy_factory().make(go_port, InstanceName(instance.name, names));
            go_port = static_cast<GoPort*>(proxy.port.typed);
        }
        status = go_port->go();
    });
    return status;
}

} // namespace proxima::framework
