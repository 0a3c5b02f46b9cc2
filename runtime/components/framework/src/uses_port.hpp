// A uses port of an instance and its connection, fetched and released without a lock.
#pragma once

#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <atomic>
#include <cstdint>
#include <string>

namespace proxima::framework {

// Far end of a connection: a port, or a source that supplies it on demand.
struct Link {
    PortReference port;
    PortSource* source = nullptr;
    Connection connection;
};

class UsesPort {
public:
    UsesPort(std::string_view name, PortType type) : name_(name), type_(type) {}
    UsesPort(const UsesPort&) = delete;
    UsesPort& operator=(const UsesPort&) = delete;
    ~UsesPort() = default;

    const std::string& name() const noexcept { return name_; }
    const std::string& type() const noexcept { return type_; }

    // Returns false if not connected. Passes on exceptions of the port's source.
    bool fetch(PortReference& fetched) {
        if ((state_.fetch_add(1, std::memory_order_acquire) & closed) != 0) {
            state_.fetch_sub(1, std::memory_order_relaxed);
            return false;
        }
        fetched = link_.port;
        if (link_.source != nullptr) {
            try {
                fetched = link_.source->acquire(link_.connection);
            } catch (...) {
                state_.fetch_sub(1, std::memory_order_release);
                throw;
            }
        }
        return true;
    }

    // Undoes one successful fetch().
    void give_back() noexcept {
        if (link_.source != nullptr) {
            link_.source->release(link_.connection);
        }
        state_.fetch_sub(1, std::memory_order_release);
    }

    bool is_connected() const noexcept {
        return (state_.load(std::memory_order_acquire) & closed) == 0;
    }

    // These functions need the lock of the component graph:

    // Connects a closed port.
    void open(Link link) {
        link_ = std::move(link);
        reopen();
    }
    // Returns false if it is fetched. Keeps the connection for reopen().
    bool try_close() noexcept {
        std::uint64_t unused = 0;
        return state_.compare_exchange_strong(unused, closed, std::memory_order_acq_rel);
    }
    void reopen() noexcept { state_.fetch_and(~closed, std::memory_order_release); }

    const Link& link() const noexcept { return link_; }

    Properties properties;
    UsesPort* next = nullptr; // list of the instance; constant once the port is in it
    std::atomic<bool> is_registered{false};

private:
    // Number of fetches, and `closed` while not connected. A fetch that fails also counts for a
    // moment.
    static constexpr std::uint64_t closed = std::uint64_t{1} << 63;

    std::string name_;
    std::string type_;
    std::atomic<std::uint64_t> state_{closed};
    Link link_; // changes only while closed
};

} // namespace proxima::framework
