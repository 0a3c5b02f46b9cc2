// The port by which an assembly is built, and rebuilt while it runs.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

/// An instance of a component. That of an instance that was destroyed is not valid for a later one
/// of the same name.
struct ComponentId {
    std::uint64_t number = 0;
    std::string name;
};

inline std::string to_string(const ComponentId& id) {
    return id.name;
}

/// Provided by the framework: `services.use<BuilderService>("builder")` is all it takes.
/// Thread-safe; may be called while the application runs. Throws framework::Error. Components' own
/// functions are called without any lock.
///
/// `timeout`, in seconds: how long to wait for a port in use to be given back before refusing with
/// uses_port_not_released.
class PROXIMA_API BuilderService : public virtual Port {
public:
    /// Makes the class known: from a factory in this process, or lib<CLASS>.so in the path.
    virtual void load_class(std::string_view class_name) = 0;
    /// Classes that are known by now.
    virtual std::vector<std::string> component_classes() const = 0;
    /// These, and those that the libraries of the path are named for, by name. Nothing is loaded.
    virtual std::vector<std::string> available_classes() const = 0;

    /// Constructs an instance and calls its set_services(). Loads the class if it is not known.
    virtual ComponentId create_instance(std::string_view name, std::string_view class_name) = 0;
    /// Disconnects the instance, calls its release_services() and destroys it. Refused, with all as
    /// before, while it has fetched a port or one of its ports is in use.
    virtual void destroy_instance(const ComponentId& instance, double timeout = 0) = 0;

    /// Connects two ports of equal type. A uses port has one connection at most.
    virtual Connection connect(const ComponentId& user, std::string_view uses_port,
                               const ComponentId& provider, std::string_view provides_port) = 0;
    /// Refused while the user has fetched the port.
    virtual void disconnect(const Connection& connection, double timeout = 0) = 0;
    /// All connections from one to the other, in either direction; all or none.
    virtual void disconnect_all(const ComponentId& one, const ComponentId& other,
                                double timeout = 0) = 0;

    virtual std::vector<ComponentId> component_ids() const = 0; ///< in the order of their creation
    virtual ComponentId component_id(std::string_view name) const = 0;
    virtual std::string class_name(const ComponentId& instance) const = 0;
    virtual std::vector<std::string> provided_port_names(const ComponentId& instance) const = 0;
    virtual std::vector<std::string> used_port_names(const ComponentId& instance) const = 0;
    virtual std::string port_type_name(const ComponentId& instance,
                                       std::string_view port) const = 0;

    /// Those that one of `instances` takes part in; of all instances if there are none.
    virtual std::vector<Connection>
    connection_ids(const std::vector<ComponentId>& instances = {}) const = 0;

    /// Properties that the component gave the port when it declared it.
    virtual Properties port_properties(const ComponentId& instance,
                                       std::string_view port) const = 0;
};

} // namespace proxima::framework
