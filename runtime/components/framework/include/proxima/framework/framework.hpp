// The framework, for programs that assemble components: `proxima run` is one.
//
//     class Driver : public Component {
//         void set_services(Services& services) override {}
//     };
//
//     Framework framework;
//     framework.register_class("Driver", [] { return std::make_unique<Driver>(); });
//     BuilderService& builder = framework.builder();
//     const auto driver = builder.create_instance("driver", "Driver");
//     return framework.go(driver, "go");
//
// Ownership: a Framework owns the instances of components, and destroys them with itself.
// Errors: functions throw framework::Error; go() passes on what the port throws.
#pragma once

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/component.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/framework/go_port.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/framework/proxy_library.hpp>
#include <proxima/framework/services.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::framework {

class ComponentGraph;

using ComponentFactory = std::function<std::unique_ptr<Component>()>;

/// Decides whether a connection gets a proxy.
using MeasuredConnections = std::function<bool(const Connection&, PortType)>;

/// Owns a component graph: instances and their connections.
class PROXIMA_API Framework {
public:
    Framework();
    Framework(const Framework&) = delete;
    Framework& operator=(const Framework&) = delete;
    ~Framework();

    BuilderService& builder() noexcept;

    /// Registers a component class that is linked into this program. Throws if the name is taken.
    void register_class(std::string_view name, ComponentFactory factory);

    /// Sets the directories of components' shared libraries, in order of precedence.
    void set_path(std::vector<std::string> directories);
    std::vector<std::string> path() const;

    /// Fetches a GoPort, calls go() and passes on its exceptions. The port is in use meanwhile.
    int go(const ComponentId& instance, std::string_view port);

    /// Calls `action` with a port that the instance provides. The port is in use meanwhile.
    template <class P>
    void with_port(const ComponentId& instance, std::string_view port,
                   const std::function<void(P&)>& action) {
        with_port(instance, port, port_type<P>(),
                  [&](void* typed) { action(*static_cast<P*>(typed)); });
    }

    /// Lists, as "instance.port (type)", the unconnected uses ports that an assembly needs to run:
    /// those of `start` and of the instances that it reaches by connections.
    std::vector<std::string> unconnected(const ComponentId& start) const;

    /// Registers proxies that are linked into this program. The framework finds others in libraries
    /// *.proxima.so in the path.
    void register_proxy(const ProxyFactory& factory);

    /// Lets connections for which `measured` is true lead through a proxy component. Call it before
    /// the first connection. Users and BuilderService see such a connection as if it were direct.
    /// Each proxy is connected to the assembly's Mastermind, or to one that the framework creates.
    /// The user of a Go port is "framework". Calls `missing` for port types without a proxy.
    void measure(MeasuredConnections measured,
                 std::function<void(const Connection&, PortType)> missing);

    /// Returns whether a connection leads through a proxy that measure() inserted.
    bool is_measured(const Connection& connection) const;

private:
    void with_port(const ComponentId& instance, std::string_view port, PortType type,
                   const std::function<void(void*)>& action);

    std::unique_ptr<ComponentGraph> graph_;
};

} // namespace proxima::framework
