// Ports that are provided on demand: their source learns when a user fetches and releases them.
//
//     class Numbers : public framework::PortSource {
//         int number_ = 7;
//         framework::PortReference acquire(const framework::Connection&) override {
//             return framework::refer_to<int>(number_);
//         }
//         void release(const framework::Connection&) noexcept override {}
//     };
//     Numbers source;
//     std::cout << static_cast<framework::PortSource&>(source).acquire({}).type << '\n';
//
// Thread safety: a source must be thread-safe, since ports are fetched without a lock.
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

/// A connection from the user's uses port to the provider's provides port.
struct Connection {
    std::uint64_t number = 0; ///< unique in a framework, never reused
    std::string user;         ///< name of a component instance
    std::string uses_port;
    std::string provider;
    std::string provides_port;
};

/// Returns, for instance, "driver.flux -> godunov.flux".
inline std::string to_string(const Connection& connection) {
    return connection.user + "." + connection.uses_port + " -> " + connection.provider + "." +
           connection.provides_port;
}

/// Supplies a port that is provided on demand.
class PROXIMA_API PortSource {
public:
    virtual ~PortSource() = default;

    /// Runs whenever a user fetches the port. The returned port must live until the matching
    /// release(). An exception makes the user's fetch fail and reaches the user.
    virtual PortReference acquire(const Connection& connection) = 0;

    /// Runs when the user releases the port, once for each acquire() that returned.
    virtual void release(const Connection& connection) noexcept = 0;

protected:
    PortSource() = default;
    PortSource(const PortSource&) = default;
    PortSource& operator=(const PortSource&) = default;
};

} // namespace proxima::framework
