/// \file
/// The Mastermind's port: what proxies use to be measured, and what others use to ask what is.
#pragma once

#include <proxima/framework/port_source.hpp>

#include <string>
#include <vector>

namespace proxima::framework {

/// Provided as `monitor` by the component class Mastermind, which the framework itself has. A
/// proxy that is not connected to it hands out the port behind it, unmeasured. Thread-safe.
class PROXIMA_API MonitorPort : public virtual Port {
public:
    /// Said by a proxy before the first call through it: calls of this user's port that reach this
    /// provider's port are measured from now on.
    virtual void add_binding(const Connection& binding, PortType type) = 0;

    struct Binding {
        Connection connection;
        std::string type;
    };
    /// All that have been added, in order.
    virtual std::vector<Binding> bindings() const = 0;

    /// Of all proxies: see control.hpp, enable() and disable().
    virtual void start_monitoring() = 0;
    virtual void stop_monitoring() = 0;
};

} // namespace proxima::framework
