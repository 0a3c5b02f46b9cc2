// Ports that are provided on demand: a proxy fetches its target only while the proxy itself is
// fetched.
#pragma once

#include <proxima/framework/port.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace proxima::framework {

/// A port and the class that it is to be used as.
struct PortReference {
    PortType type;         ///< static storage: port_type<P>()
    Port* port = nullptr;  ///< null if P is an abstract class that knows nothing of Port
    void* typed = nullptr; ///< the same as a P*
};

/// `port` as a P, which may be a base of its own class.
template <class P>
PortReference refer_to(P& port) noexcept {
    if constexpr (std::is_convertible_v<P*, Port*>) {
        return {port_type<P>(), &port, &port};
    } else {
        return {port_type<P>(), nullptr, &port};
    }
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
