// Services of the framework for a component: registers its ports and fetches those of others.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace proxima::framework {

template <class P>
class PortLease;

/// One for each component instance. All functions throw framework::Error (error.hpp), whose message
/// names the instance, the port and what exists instead. Thread-safe: ports are fetched and given
/// back without a lock.
class PROXIMA_API Services {
public:
    virtual ~Services() = default;

    /// The name of the component instance.
    virtual std::string_view instance_name() const = 0;

    /// Offers `port`, which may be of any abstract class, derived from Port or not, and which must
    /// live until remove_provides_port() or the end of the component.
    template <class P>
    void provide(std::string_view name, P& port, const Properties& properties = {}) {
        add_provides_port(name, refer_to<P>(port), properties);
    }

    /// Offers a port of type P that `source` has ready when it is fetched.
    template <class P>
    void provide_on_demand(std::string_view name, PortSource& source,
                           const Properties& properties = {}) {
        add_provides_source(name, port_type<P>(), source, properties);
    }

    /// Declares that the component will fetch a port of type P under this name. BuilderService and
    /// ConnectionEventService are provided by the framework itself: their uses ports are connected
    /// from the start.
    template <class P>
    void use(std::string_view name, const Properties& properties = {}) {
        register_uses_port(name, port_type<P>(), properties);
    }

    /// The same for a port that the component can do without, or connects by itself later.
    template <class P>
    void use_optional(std::string_view name) {
        register_uses_port(name, port_type<P>(), {{min_connections, "0"}});
    }

    /// Fetches what is connected to the uses port `name`, just before it is used; the port cannot
    /// be disconnected until the lease is gone. Costs a search among the component's uses ports.
    template <class P>
    PortLease<P> get(std::string_view name);

    virtual void add_provides_port(std::string_view name, const PortReference& port,
                                   const Properties& properties) = 0;
    virtual void add_provides_source(std::string_view name, PortType type, PortSource& source,
                                     const Properties& properties) = 0;
    /// Disconnects it from its users; refused while one of them has fetched it.
    virtual void remove_provides_port(std::string_view name) = 0;
    virtual void register_uses_port(std::string_view name, PortType type,
                                    const Properties& properties) = 0;
    /// Disconnects it; refused while it is fetched.
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

    /// Whether something is connected to the uses port, for ports that a component can do without.
    virtual bool is_connected(std::string_view uses_port) const = 0;

protected:
    Services() = default;
    Services(const Services&) = default;
    Services& operator=(const Services&) = default;
};

/// A port that is in use; given back when this is destroyed, which must be before the component's
/// release_services() ends. Move-only; empty if made without a port, moved from, or reset.
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

    /// Gives the port back.
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

    /// By which the port is reached.
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
