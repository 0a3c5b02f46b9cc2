// An instance of a component and its ports.
#pragma once

#include "uses_port.hpp"

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/component.hpp>
#include <proxima/framework/services.hpp>

#include <atomic>
#include <memory>
#include <vector>

namespace proxima::framework {

class ComponentGraph;

struct ProvidesPort {
    std::string name;
    std::string type;
    PortReference port;
    PortSource* source = nullptr;
    Properties properties;
};

class ComponentInstance final : public Services {
public:
    ComponentInstance(ComponentGraph& graph, ComponentId id, std::string_view class_name);
    ~ComponentInstance() override;

    std::string_view instance_name() const override { return id_.name; }
    void add_provides_port(std::string_view name, const PortReference& port,
                           const Properties& properties) override;
    void add_provides_source(std::string_view name, PortType type, PortSource& source,
                             const Properties& properties) override;
    void remove_provides_port(std::string_view name) override;
    void register_uses_port(std::string_view name, PortType type,
                            const Properties& properties) override;
    void unregister_uses_port(std::string_view name) override;
    Fetched fetch(std::string_view name, PortType type) override;
    void give_back(void* fetched) noexcept override;
    bool is_connected(std::string_view uses_port) const override;

    const ComponentId& id() const noexcept { return id_; }
    const std::string& class_name() const noexcept { return class_name_; }

    // Returns whether it provides a port on demand, as proxies do.
    bool is_proxy() const noexcept;

    // These functions need the lock of the component graph:
    ProvidesPort* find_provided(std::string_view name) noexcept;
    // Throws port_not_defined and names the provided ports.
    ProvidesPort& provided(std::string_view name);
    // Finds a registered uses port; throws port_not_defined and names the registered ones.
    UsesPort& used(std::string_view name) const;
    std::vector<std::string> provided_names() const;
    std::vector<std::string> used_names() const; // sorted by registration
    std::vector<UsesPort*> used_ports() const;
    const Properties& properties_of_port(std::string_view port);
    const std::string& type_of_port(std::string_view port);
    // Returns "; of that type it provides flux", or nothing if no provided port has the type.
    std::string alternatives(PortType type) const;

    std::unique_ptr<Component> component;
    bool is_ready = false;  // set_services() has returned, and destruction has not begun
    bool is_hidden = false; // created by the framework for itself

private:
    UsesPort* find_used(std::string_view name) const noexcept;
    void add_provided(ProvidesPort port);
    void check_is_new(std::string_view port);
    [[noreturn]] void throw_no_port(std::string_view port) const;

    ComponentGraph& graph_;
    ComponentId id_;
    std::string class_name_;
    std::vector<ProvidesPort> provided_;
    std::vector<std::unique_ptr<UsesPort>> used_; // also those unregistered
    std::atomic<UsesPort*> first_used_{nullptr};  // the same ports in a list, read without the lock
};

} // namespace proxima::framework
