// Services of the framework for a component, which declares its ports and fetches those of others.
//
//     #include <proxima/framework/framework.hpp>
//     class Starter : public framework::Component {
//         framework::Services* services_ = nullptr;
//         void set_services(framework::Services& services) override {
//             services_ = &services;
//             services.use<framework::GoPort>("next");
//         }
//         int start() {
//             const auto next = services_->get<framework::GoPort>("next"); // a lease
//             return next->go();
//         }
//     };
//
// Ownership: a component keeps its ports alive until it removes them or is destroyed.
// Thread safety: all functions are thread-safe; fetching and releasing a port takes no lock.
// Errors: functions throw framework::Error (error.hpp), whose message names the instance, the port
// and what exists instead.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <string_view>
#include <utility>

namespace proxima::framework {

template <class P>
class PortLease;

/// Declares and fetches ports for one component instance.
class PROXIMA_API Services {
public:
    virtual ~Services() = default;

    /// Returns the name of the component instance.
    virtual std::string_view instance_name() const = 0;

    /// Provides `port`, of any abstract class, derived from Port or not.
    template <class P>
    void provide(std::string_view name, P& port, const Properties& properties = {}) {
        add_provides_port(name, refer_to<P>(port), properties);
    }

    /// Declares that the component will fetch a port of type P under this name. The framework
    /// itself provides BuilderService, and connects uses ports of that type at once.
    template <class P>
    void use(std::string_view name, const Properties& properties = {}) {
        register_uses_port(name, port_type<P>(), properties);
    }

    /// Declares a uses port that may stay unconnected, or that the component connects later.
    template <class P>
    void use_optional(std::string_view name) {
        register_uses_port(name, port_type<P>(), {{min_connections, "0"}});
    }

    /// Fetches the port that is connected to uses port `name`; call it just before each use. The
    /// port stays connected until the lease ends. Costs a search among the instance's uses ports.
    template <class P>
    PortLease<P> get(std::string_view name);

    virtual void add_provides_port(std::string_view name, const PortReference& port,
                                   const Properties& properties) = 0;
    virtual void add_provides_source(std::string_view name, PortType type, PortSource& source,
                                     const Properties& properties) = 0;
    /// Disconnects a provided port from its users and removes it. Throws while it is in use.
    virtual void remove_provides_port(std::string_view name) = 0;
    virtual void register_uses_port(std::string_view name, PortType type,
                                    const Properties& properties) = 0;
    /// Disconnects a uses port and removes it. Throws while it is fetched.
    virtual void unregister_uses_port(std::string_view name) = 0;

    /// Result of fetch(): a pointer to the port's type, the connection, and the handle for
    /// give_back().
    struct Fetched {
        void* typed;
        const Connection* connection;
        void* fetched;
    };
    virtual Fetched fetch(std::string_view name, PortType type) = 0;
    virtual void give_back(void* fetched) noexcept = 0;

    /// Returns whether a uses port is connected; for ports that may stay unconnected.
    virtual bool is_connected(std::string_view uses_port) const = 0;

protected:
    Services() = default;
    Services(const Services&) = default;
    Services& operator=(const Services&) = default;
};

/// Keeps a port in use and releases it when destroyed, which must happen before the component's
/// release_services() returns. Move-only; empty if default-constructed, moved from, or reset.
template <class P>
class PortLease {
public:
    PortLease() = default;
    PortLease(const PortLease&) = delete;
    PortLease& operator=(const PortLease&) = delete;
    PortLease(PortLease&& other) noexcept
        : services_(std::exchange(other.services_, nullptr)),
          fetched_(std::exchange(other.fetched_, nullptr)), connection_(other.connection_),
          port_(std::exchange(other.port_, nullptr)) {}
    PortLease& operator=(PortLease&& other) noexcept {
        PortLease moved(std::move(other));
        std::swap(services_, moved.services_);
        std::swap(fetched_, moved.fetched_);
        std::swap(connection_, moved.connection_);
        std::swap(port_, moved.port_);
        return *this;
    }
    ~PortLease() { reset(); }

    /// Releases the port.
    void reset() noexcept {
        if (services_ != nullptr) {
            services_->give_back(fetched_);
            services_ = nullptr;
            port_ = nullptr;
        }
    }

    P& operator*() const noexcept { return *port_; }
    P* operator->() const noexcept { return port_; }
    explicit operator bool() const noexcept { return services_ != nullptr; }

    /// Returns the connection that leads to the port.
    const Connection& connection() const noexcept { return *connection_; }

private:
    friend class Services;
    PortLease(Services& services, std::string_view name) {
        const Services::Fetched fetched = services.fetch(name, port_type<P>());
        services_ = &services;
        fetched_ = fetched.fetched;
        connection_ = fetched.connection;
        port_ = static_cast<P*>(fetched.typed);
    }

    Services* services_ = nullptr;
    void* fetched_ = nullptr;
    const Connection* connection_ = nullptr;
    P* port_ = nullptr;
};

template <class P>
PortLease<P> Services::get(std::string_view name) {
    return PortLease<P>(*this, name);
}

} // namespace proxima::framework
