#include "events.hpp"

#include <proxima/framework/error.hpp>

#include <algorithm>

namespace proxima::framework {

void ConnectionEvents::add(Listeners& listeners, ConnectionEventListener& listener) {
    const std::lock_guard lock(mutex_);
    listeners.push_back(&listener);
}

void ConnectionEvents::remove(Listeners& listeners, ConnectionEventListener& listener) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(listeners.begin(), listeners.end(), &listener);
    if (found == listeners.end()) {
        throw Error(ErrorKind::nonstandard,
                    "a listener is removed that has not been added; it is added to hear of "
                    "connections and of disconnections separately");
    }
    listeners.erase(found);
}

void ConnectionEvents::add_connect_event_listener(ConnectionEventListener& listener) {
    add(connect_listeners_, listener);
}

void ConnectionEvents::remove_connect_event_listener(ConnectionEventListener& listener) {
    remove(connect_listeners_, listener);
}

void ConnectionEvents::add_disconnect_event_listener(ConnectionEventListener& listener) {
    add(disconnect_listeners_, listener);
}

void ConnectionEvents::remove_disconnect_event_listener(ConnectionEventListener& listener) {
    remove(disconnect_listeners_, listener);
}

void ConnectionEvents::tell(const ConnectionEvent& event) noexcept {
    const std::lock_guard lock(mutex_);
    const Listeners& listeners =
        event.kind == ConnectionEvent::Kind::connected ? connect_listeners_ : disconnect_listeners_;
    const Listeners to_call = listeners; // they may add and remove listeners
    for (ConnectionEventListener* const listener : to_call) {
        if (std::find(listeners.begin(), listeners.end(), listener) == listeners.end()) {
            continue;
        }
        try {
            listener->connection_activity(event);
        } catch (...) { // NOLINT(bugprone-empty-catch): the connection is a fact
        }
    }
}

} // namespace proxima::framework
