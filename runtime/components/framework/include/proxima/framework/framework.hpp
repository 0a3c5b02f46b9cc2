// The framework itself, for programs that assemble components: `proxima run` is one.
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
#pragma once

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/component.hpp>
#include <proxima/framework/connection_event_service.hpp>
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

/// Which connections get a proxy in between.
using MeasuredConnections = std::function<bool(const Connection&, PortType)>;

/// A component graph: instances and their connections. Thread-safe. Destroys what is left in the
/// reverse order of creation; by then no port may be in use.
class PROXIMA_API Framework {
public:
    Framework();
    Framework(const Framework&) = delete;
    Framework& operator=(const Framework&) = delete;
    ~Framework();

    BuilderService& builder() noexcept;
    ConnectionEventService& events() noexcept;

    /// A component that is linked into this program. Throws Error if the name is taken.
    void register_class(std::string_view name, ComponentFactory factory);

    /// Where shared libraries of components are looked for, in this order.
    void set_path(std::vector<std::string> directories);
    std::vector<std::string> path() const;

    /// Fetches a GoPort and calls go(); what that throws passes through. The port is in use
    /// meanwhile.
    int go(const ComponentId& instance, std::string_view port);

    /// Calls `action` with a port that the instance provides, which is in use meanwhile.
    template <class P>
    void with_port(const ComponentId& instance, std::string_view port,
                   const std::function<void(P&)>& action) {
        with_port(instance, port, port_type<P>(),
                  [&](void* typed) { action(*static_cast<P*>(typed)); });
    }

    /// Uses ports that must be connected before the assembly can run and are not, as
    /// "instance.port (type)". Of the instances that `start` reaches by its connections.
    std::vector<std::string> unconnected(const ComponentId& start) const;

    /// Proxies of a port type that are linked into this program; others are found in libraries
    /// *.proxima.so in the path.
    void register_proxy(const ProxyFactory& factory);

    /// To be called before anything is connected. From now on, connections for which `measured`
    /// is true lead through a proxy component, which is connected with the Mastermind (one is made
    /// if the assembly has none). Users and BuilderService see the connection as if it were direct.
    /// The user of a Go port is "framework". Calls `missing` for connections whose port type has no
    /// proxy.
    void measure(MeasuredConnections measured,
                 std::function<void(const Connection&, PortType)> missing);

    /// Whether a connection leads through a proxy that measure() has put there.
    bool is_measured(const Connection& connection) const;

private:
    void with_port(const ComponentId& instance, std::string_view port, PortType type,
                   const std::function<void(void*)>& action);

    std::unique_ptr<ComponentGraph> graph_;
};

} // namespace proxima::framework
