// The port that builds an assembly, and rebuilds it while it runs.
//
//     #include <proxima/framework/framework.hpp>
//     framework::Framework framework;
//     framework::BuilderService& builder = framework.builder();
//     const framework::ComponentId mastermind = builder.create_instance("mm", "Mastermind");
//     for (const std::string& port : builder.provided_port_names(mastermind)) {
//         std::cout << port << ": " << builder.port_type_name(mastermind, port) << '\n';
//     }
//     builder.destroy_instance(mastermind);
//
// Units: timeouts are in seconds.
// Thread safety: all functions may be called at any time, also while the application runs.
// Errors: functions throw framework::Error, and then nothing has changed.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

/// Identifies an instance of a component. The id of a destroyed instance stays invalid, even if a
/// new instance takes the same name.
struct ComponentId {
    std::uint64_t number = 0;
    std::string name;
};

inline std::string to_string(const ComponentId& id) {
    return id.name;
}

/// The framework itself provides this port: a component only declares
/// `services.use<BuilderService>("builder")`. No lock is held while functions of components run.
///
/// Functions with a `timeout` wait that long for the release of a port in use; then they throw
/// uses_port_not_released.
class PROXIMA_API BuilderService : public virtual Port {
public:
    /// Finds the class: a registered factory, or lib<CLASS>.so in the component path.
    virtual void load_class(std::string_view class_name) = 0;
    /// Lists the classes that have been registered or loaded.
    virtual std::vector<std::string> component_classes() const = 0;
    /// Adds the classes after which libraries in the path are named, without loading any. Sorted.
    virtual std::vector<std::string> available_classes() const = 0;

    /// Loads the class if necessary, constructs an instance and calls its set_services().
    virtual ComponentId create_instance(std::string_view name, std::string_view class_name) = 0;
    /// Disconnects the instance, calls its release_services() and destroys it. Throws while the
    /// instance has fetched a port or one of its own ports is in use.
    virtual void destroy_instance(const ComponentId& instance, double timeout = 0) = 0;

    /// Connects two ports of equal type. A uses port has at most one connection.
    virtual Connection connect(const ComponentId& user, std::string_view uses_port,
                               const ComponentId& provider, std::string_view provides_port) = 0;
    /// Breaks a connection. Throws while the user has fetched the port.
    virtual void disconnect(const Connection& connection, double timeout = 0) = 0;

    virtual std::vector<ComponentId> component_ids() const = 0; ///< oldest first
    virtual ComponentId component_id(std::string_view name) const = 0;
    virtual std::string class_name(const ComponentId& instance) const = 0;
    virtual std::vector<std::string> provided_port_names(const ComponentId& instance) const = 0;
    virtual std::vector<std::string> used_port_names(const ComponentId& instance) const = 0;
    virtual std::string port_type_name(const ComponentId& instance,
                                       std::string_view port) const = 0;

    /// Lists the connections of `instances`; without an argument, of all instances.
    virtual std::vector<Connection>
    connection_ids(const std::vector<ComponentId>& instances = {}) const = 0;

    /// Returns the properties with which the component declared the port.
    virtual Properties port_properties(const ComponentId& instance,
                                       std::string_view port) const = 0;
};

} // namespace proxima::framework
