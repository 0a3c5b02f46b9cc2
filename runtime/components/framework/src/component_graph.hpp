// The instances of a framework and their connections.
#pragma once

#include "component_instance.hpp"
#include "component_libraries.hpp"

#include <proxima/framework/framework.hpp>

#include <atomic>
#include <functional>
#include <list>
#include <mutex>

namespace proxima::framework {

// The framework's name as the provider of BuilderService and the user of Go ports.
inline constexpr const char* framework_name = "framework";

// Guards the structure by one lock, which is never held while code of a component runs.
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

    std::vector<ComponentId> component_ids() const override;
    ComponentId component_id(std::string_view name) const override;
    std::string class_name(const ComponentId& instance) const override;
    std::vector<std::string> provided_port_names(const ComponentId& instance) const override;
    std::vector<std::string> used_port_names(const ComponentId& instance) const override;
    std::string port_type_name(const ComponentId& instance, std::string_view port) const override;
    std::vector<Connection>
    connection_ids(const std::vector<ComponentId>& instances) const override;
    Properties port_properties(const ComponentId& instance, std::string_view port) const override;

    // Functions for the framework and its instances:
    std::mutex& mutex() const noexcept { return mutex_; }
    ComponentLibraries& libraries() noexcept { return libraries_; }

    // Connects a uses port of a type that the framework itself provides. Needs the lock.
    void connect_to_framework(const ComponentInstance& user, UsesPort& port);

    // Breaks all connections of a port that its component removes.
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
        ComponentInstance* user; // null for the framework itself
        UsesPort* port;
        ComponentInstance* provider;
        ComponentInstance* proxy; // inserted by measure(); null if none
    };
    using Wires = std::list<Wire>;

    // Wires to remove, and the uses ports that must be closed first.
    struct Breaking {
        std::vector<Wire*> wires;
        std::vector<UsesPort*> ports;
    };

    // These functions need the lock:
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
    // Returns the proxies that have lost their wires.
    std::vector<ComponentInstance*> remove_wires(const std::vector<Wire*>& wires);
    std::vector<ComponentId> visible_instances() const;
    std::vector<std::string> instance_names() const;

    // These take the lock themselves:
    ComponentId create_ready(std::string_view name, std::string_view class_name);
    ComponentInstance* proxy_between(const ComponentId& user, std::string_view uses_port,
                                     const ComponentId& provider, std::string_view provides_port);
    ComponentId mastermind();
    ComponentInstance& add_instance(std::string_view name, std::string_view class_name);
    void remove_instance(ComponentInstance& instance) noexcept;
    // Calls `select`, and then `done` when all ports have been closed, under the lock.
    using Select = std::function<Breaking()>;
    void
    break_wires(const Select& select, double timeout, const std::function<void()>& done = [] {});

    mutable std::mutex mutex_;
    std::list<std::unique_ptr<ComponentInstance>> instances_;
    Wires wires_;
    std::uint64_t last_number_ = 0;
    std::atomic<bool> is_ending_{false};
    ComponentLibraries libraries_;
    MeasuredConnections measured_; // set before the first connection
    MissingProxy missing_;
};

} // namespace proxima::framework
