// Ports that are provided on demand: a proxy fetches its target only while the proxy itself is
// fetched.
#pragma once

#include <proxima/framework/port.hpp>

#include <cstdint>
#include <string>

namespace proxima::framework {

/// A port and its type.
struct PortReference {
    PortType type;         ///< port_type<P>(), in static storage
    void* typed = nullptr; ///< a P*
};

/// Refers to `port` as a P, which may be a base of its own class.
template <class P>
PortReference refer_to(P& port) noexcept {
    return {port_type<P>(), &port};
}

/// Who uses whom through which ports.
struct Connection {
    std::uint64_t number = 0; ///< unique in a framework, never used again
    std::string user;         ///< component instances by name
    std::string uses_port;
    std::string provider;
    std::string provides_port;
};

/// "driver.flux -> godunov.flux".
inline std::string to_string(const Connection& connection) {
    return connection.user + "." + connection.uses_port + " -> " + connection.provider + "." +
           connection.provides_port;
}

/// What stands behind a port that is provided on demand. Thread-safe.
class PROXIMA_API PortSource {
public:
    virtual ~PortSource() = default;

    /// Called whenever a user fetches the port. The returned port must live until the matching
    /// release(). An exception reaches the user, whose fetch then fails.
    virtual PortReference acquire(const Connection& connection) = 0;

    /// Called when the user gives it back, once for each acquire() that returned.
    virtual void release(const Connection& connection) noexcept = 0;

protected:
    PortSource() = default;
    PortSource(const PortSource&) = default;
    PortSource& operator=(const PortSource&) = default;
};

} // namespace proxima::framework
