// The port by which components hear of connections that are made and broken.
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

    /// Called after the connection has been made or broken, by the thread that did it; may use the
    /// BuilderService. Its exceptions are dropped: the connection is a fact.
    virtual void connection_activity(const ConnectionEvent& event) = 0;
};

/// Provided by the framework: `services.use<ConnectionEventService>("events")` is all it takes.
/// Thread-safe. A listener must live until it has been removed, which waits while another thread
/// is calling it. Added twice it is called twice.
class PROXIMA_API ConnectionEventService : public virtual Port {
public:
    virtual void add_connect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void remove_connect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void add_disconnect_event_listener(ConnectionEventListener& listener) = 0;
    virtual void remove_disconnect_event_listener(ConnectionEventListener& listener) = 0;
};

} // namespace proxima::framework
