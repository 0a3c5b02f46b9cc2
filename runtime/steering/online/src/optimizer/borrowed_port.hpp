// A port of another component, borrowed for the duration of a scope.
#pragma once

#include <proxima/framework/builder_service.hpp>
#include <proxima/framework/services.hpp>

#include <optional>
#include <string>

namespace proxima::online {

// The component that replaces others, and its access to the framework.
struct FrameworkAccess {
    framework::BuilderService& builder;
    framework::Services& services;
    framework::ComponentId self;
};

// Returns the name of a provided port of type P, if there is one.
template <class P>
std::optional<std::string> port_of_type(const framework::BuilderService& builder,
                                        const framework::ComponentId& of) {
    for (const std::string& port : builder.provided_port_names(of)) {
        if (builder.port_type_name(of, port) == framework::port_type<P>()) {
            return port;
        }
    }
    return {};
}

// Fetches the port through a temporary uses port.
template <class P>
class BorrowedPort {
public:
    BorrowedPort(const FrameworkAccess& access, const framework::ComponentId& from,
                 const std::string& port)
        : access_(access) {
        access_.services.use_optional<P>(name);
        connection_ = access_.builder.connect(access_.self, name, from, port);
        port_ = access_.services.get<P>(name);
    }
    BorrowedPort(const BorrowedPort&) = delete;
    BorrowedPort& operator=(const BorrowedPort&) = delete;
    ~BorrowedPort() {
        port_.reset();
        access_.services.unregister_uses_port(name);
    }

    P* operator->() const { return &*port_; }
    P& operator*() const { return *port_; }

private:
    static constexpr const char* name = "borrowed";

    const FrameworkAccess& access_;
    framework::Connection connection_;
    framework::PortLease<P> port_;
};

} // namespace proxima::online
