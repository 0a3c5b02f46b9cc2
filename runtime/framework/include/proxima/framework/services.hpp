/// \file
/// What the framework gives to a component: the way to its own ports and to those of others.
#pragma once

#include <proxima/framework/port.hpp>

#include <string_view>

namespace proxima::framework {

template <class P>
class PortLease;

/// One for each component instance. All functions throw framework::Error (error.hpp), whose message
/// names the instance, the port and what exists instead. Thread-safe.
class Services {
public:
    virtual ~Services() = default;

    /// The name of the component instance.
    virtual std::string_view instance_name() const = 0;

    /// Offers `port`, which must live until remove_provides_port() or the end of the component.
    template <class P>
    void provide(std::string_view name, P& port) {
        add_provides_port(name, port_type<P>(), port);
    }

    /// Declares that the component will fetch a port of type P under this name.
    template <class P>
    void use(std::string_view name) {
        register_uses_port(name, port_type<P>());
    }

    /// Fetches what is connected to the uses port `name`, just before it is used; the port cannot
    /// be disconnected until the lease is gone.
    template <class P>
    PortLease<P> get(std::string_view name);

    virtual void add_provides_port(std::string_view name, PortType type, Port& port) = 0;
    virtual void remove_provides_port(std::string_view name) = 0;
    virtual void register_uses_port(std::string_view name, PortType type) = 0;
    virtual void unregister_uses_port(std::string_view name) = 0;

    /// As get(), by hand: each get_port() needs its release_port().
    virtual Port& get_port(std::string_view name) = 0;
    virtual void release_port(std::string_view name) = 0;

    /// Whether something is connected to the uses port, for ports that a component can do without.
    virtual bool is_connected(std::string_view uses_port) const = 0;

protected:
    Services() = default;
    Services(const Services&) = default;
    Services& operator=(const Services&) = default;
};

/// A port that is in use; given back when this is destroyed. Move-only.
template <class P>
class PortLease {
public:
    PortLease() = default;
    PortLease(Services& services, std::string_view name, P& port)
        : services_(&services), name_(name), port_(&port) {}
    PortLease(PortLease&& other) noexcept
        : services_(other.services_), name_(other.name_), port_(other.port_) {
        other.services_ = nullptr;
    }
    PortLease& operator=(PortLease&& other) noexcept;
    ~PortLease();

    P& operator*() const noexcept { return *port_; }
    P* operator->() const noexcept { return port_; }
    explicit operator bool() const noexcept { return services_ != nullptr; }

private:
    Services* services_ = nullptr;
    std::string_view name_; // to be replaced by what stays valid
    P* port_ = nullptr;
};

} // namespace proxima::framework
