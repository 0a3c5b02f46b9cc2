// The port that reports new and broken connections to components.
//
//     #include <proxima/framework/framework.hpp>
//     class Printer : public framework::ConnectionEventListener {
//         void connection_activity(const framework::ConnectionEvent& event) override {
//             std::cout << to_string(event.connection) << '\n';
//         }
//     };
//     Printer printer;
//     framework::Framework framework;
//     framework.events().add_connect_event_listener(printer);
//
// Ownership: the caller keeps a listener, and removes it before it destroys it.
// Thread safety: all functions are thread-safe.
// Errors: removing a listener that was never added throws framework::Error.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>

namespace proxima::framework {

struct ConnectionEvent {
    enum class Kind { connected, disconnected };
    Kind kind;
    Connection connection;
};

class PROXIMA_API ConnectionEventListener {
public:
    virtual ~ConnectionEventListener() = default;

    /// Runs on the thread that made or broke the connection, after it did so; may use the
    /// BuilderService. Exceptions are ignored, since the change has already happened.
    virtual void connection_activity(const ConnectionEvent& event) = 0;
};

/// The framework itself provides this port: a component only declares
/// `services.use<ConnectionEventService>("events")`. Removing a listener waits while another thread
/// calls it. A listener that was added twice is called twice.
class PROXIMA_API ConnectionEventService : public virtual Port {
public:
    virtual void add_connect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void remove_connect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void add_disconnect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void remove_disconnect_event_listener(ConnectionEventListener& listener) = 0;
};

} // namespace proxima::framework
