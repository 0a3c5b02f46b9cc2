// Who hears of connections.
#pragma once

#include <proxima/framework/connection_event_service.hpp>

#include <mutex>
#include <vector>

namespace proxima::framework {

class ConnectionEvents final : public ConnectionEventService {
public:
    void add_connect_event_listener(ConnectionEventListener& listener) override;
    void remove_connect_event_listener(ConnectionEventListener& listener) override;
    void add_disconnect_event_listener(ConnectionEventListener& listener) override;
    void remove_disconnect_event_listener(ConnectionEventListener& listener) override;

    void tell(const ConnectionEvent& event) noexcept;

private:
    using Listeners = std::vector<ConnectionEventListener*>;
    void add(Listeners& listeners, ConnectionEventListener& listener);
    void remove(Listeners& listeners, ConnectionEventListener& listener);

    std::recursive_mutex mutex_; // held while listeners are called, so that removing them waits
    Listeners connect_listeners_;
    Listeners disconnect_listeners_;
};

} // namespace proxima::framework
