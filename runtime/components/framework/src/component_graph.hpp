// The instances of a framework and their connections.
#pragma once

#include "component_instance.hpp"
#include "component_libraries.hpp"
#include "events.hpp"

#include <proxima/framework/framework.hpp>

#include <list>
#include <map>
#include <mutex>
#include <optional>

namespace proxima::framework {

// Who provides BuilderService, and uses Go ports.
inline constexpr const char* framework_name = "framework";

// One lock for the structure; it is never held while code of a component runs.
class ComponentGraph final : public BuilderService {
public:
    ComponentGraph();
    ~ComponentGraph() override;

    void load_class(std::string_view class_name) override;
    std::vector<std::string> component_classes() const override;
    std::vector<std::string> available_classes() const override;
    ComponentId create_instance(std::string_view name, std::string_view class_name) override;
    void destroy_instance(const ComponentId& instance, double timeout) override;

    Connection connect(const ComponentId& user, std::string_view uses_port,
                       const ComponentId& provider, std::string_view provides_port) override;
    void disconnect(const Connection& connection, double timeout) override;
    void disconnect_all(const ComponentId& one, const ComponentId& other, double timeout) override;

    std::vector<ComponentId> component_ids() const override;
    ComponentId component_id(std::string_view name) const override;
    std::string class_name(const ComponentId& instance) const override;
    std::vector<std::string> provided_port_names(const ComponentId& instance) const override;
    std::vector<std::string> used_port_names(const ComponentId& instance) const override;
    std::string port_type_name(const ComponentId& instance, std::string_view port) const override;
    std::vector<Connection>
    connection_ids(const std::vector<ComponentId>& instances) const override;
    Properties port_properties(const ComponentId& instance, std::string_view port) const override;

    // For the framework and its instances:
    std::mutex& mutex() const noexcept { return mutex_; }
    ConnectionEvents& events() noexcept { return events_; }
    ComponentLibraries& libraries() noexcept { return libraries_; }

    // Under the lock: connects a uses port of a type that the framework itself provides.
    void connect_to_framework(const ComponentInstance& user, UsesPort& port);

    // Breaks all connections of a port that its component withdraws.
    void disconnect_port(ComponentInstance& instance, std::string_view port, bool provided);

    void with_port(const ComponentId& instance, std::string_view port, PortType type,
                   const std::function<void(void*)>& action);
    std::vector<std::string> unconnected(const ComponentId& start) const;

    using MissingProxy = std::function<void(const Connection&, PortType)>;
    void measure(MeasuredConnections measured, MissingProxy missing);
    bool is_measured(const Connection& connection) const;
    int go(const ComponentId& instance, std::string_view port);

private:
    struct Wire {
        Connection connection;
        ComponentInstance* user; // null: the framework itself
        UsesPort* port;
        ComponentInstance* provider;
        ComponentInstance* proxy; // that measure() has put between; null: none
    };
    using Wires = std::list<Wire>;

    // What goes, and the uses ports that must be closed for that.
    struct Breaking {
        std::vector<Wire*> wires;
        std::vector<UsesPort*> ports;
    };

    // Under the lock:
    ComponentInstance& at(const ComponentId& id) const;
    Wire& wire_at(const Connection& connection);
    Breaking wires_where(const std::function<bool(const Wire&)>& chosen);
    Breaking wires_of(const ComponentInstance& instance);
    void check_wire(const ComponentInstance* user, const UsesPort& port,
                    ComponentInstance& provider, const ProvidesPort& provided) const;
    bool leads_to(const ComponentInstance& proxy, const ComponentInstance& instance) const;
    Wire& add_wire(ComponentInstance* user, UsesPort& port, ComponentInstance& provider,
                   ProvidesPort& provided, ComponentInstance* proxy = nullptr);
    void wire_proxy(ComponentInstance& proxy, ComponentInstance& provider, ProvidesPort& provided,
                    const ComponentId& mastermind);
    Breaking with_proxies(const Breaking& chosen);
    static const UsesPort* close_all(const std::vector<UsesPort*>& ports) noexcept;
    struct Removed {
        std::vector<Connection> connections; // that others know of
        std::vector<ComponentInstance*> proxies;
    };
    Removed remove_wires(const std::vector<Wire*>& wires);
    std::vector<ComponentId> visible_instances() const;
    std::vector<std::string> instance_names() const;

    // Without:
    ComponentId create_ready(std::string_view name, std::string_view class_name);
    ComponentInstance* proxy_between(const ComponentId& user, std::string_view uses_port,
                                     const ComponentId& provider, std::string_view provides_port);
    ComponentId mastermind();
    ComponentInstance& add_instance(std::string_view name, std::string_view class_name);
    void abandon(ComponentInstance& instance) noexcept;
    void forget(const ComponentInstance& instance) noexcept;
    // `select` and `done` are called under the lock; `done` when all ports have been closed.
    using Select = std::function<Breaking()>;
    std::vector<Connection>
    break_wires(const Select& select, double timeout, const std::function<void()>& done = [] {});
    void tell_disconnected(const std::vector<Connection>& connections) noexcept;

    mutable std::mutex mutex_;
    std::list<std::unique_ptr<ComponentInstance>> instances_;
    Wires wires_;
    std::uint64_t last_number_ = 0;
    std::atomic<bool> is_ending_{false};
    ConnectionEvents events_;
    ComponentLibraries libraries_;
    MeasuredConnections measured_; // set before anything is connected
    MissingProxy missing_;
};

} // namespace proxima::framework
