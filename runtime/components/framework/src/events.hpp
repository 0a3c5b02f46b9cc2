// Listeners that hear of connections.
#pragma once

#include <proxima/framework/connection_event_service.hpp>
#include <proxima/framework/error.hpp>

#include <algorithm>
#include <mutex>
#include <vector>

namespace proxima::framework {

class ConnectionEvents final : public ConnectionEventService {
public:
    void add_connect_event_listener(ConnectionEventListener& listener) override {
        add(connect_listeners_, listener);
    }
    void remove_connect_event_listener(ConnectionEventListener& listener) override {
        remove(connect_listeners_, listener);
    }
    void add_disconnect_event_listener(ConnectionEventListener& listener) override {
        add(disconnect_listeners_, listener);
    }
    void remove_disconnect_event_listener(ConnectionEventListener& listener) override {
        remove(disconnect_listeners_, listener);
    }

    void tell(const ConnectionEvent& event) noexcept {
        const std::lock_guard lock(mutex_);
        const Listeners& listeners = event.kind == ConnectionEvent::Kind::connected
                                         ? connect_listeners_
                                         : disconnect_listeners_;
        const Listeners to_call = listeners; // listeners may add and remove others
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

private:
    using Listeners = std::vector<ConnectionEventListener*>;

    void add(Listeners& listeners, ConnectionEventListener& listener) {
        const std::lock_guard lock(mutex_);
        listeners.push_back(&listener);
    }
    void remove(Listeners& listeners, ConnectionEventListener& listener) {
        const std::lock_guard lock(mutex_);
        const auto found = std::find(listeners.begin(), listeners.end(), &listener);
        if (found == listeners.end()) {
            throw Error(ErrorKind::nonstandard,
                        "the listener was not added; connect and disconnect listeners are added "
                        "and removed separately");
        }
        listeners.erase(found);
    }

    std::recursive_mutex mutex_; // held while listeners are called, so that removing one waits
    Listeners connect_listeners_;
    Listeners disconnect_listeners_;
};

} // namespace proxima::framework
