// A uses port of an instance and its connection. Fetched and released without a lock.
#pragma once

#include <proxima/framework/port_source.hpp>
#include <proxima/framework/properties.hpp>

#include <atomic>
#include <cstdint>
#include <string>

namespace proxima::framework {

// The far end of a uses port: a port, or a source that makes it on demand.
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

    const std::string& name() const noexcept { return name_; }
    const std::string& type() const noexcept { return type_; }

    // False if not connected. Passes on exceptions of the port's source.
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

    // For each fetch() that succeeded.
    void give_back() noexcept {
        if (link_.source != nullptr) {
            link_.source->release(link_.connection);
        }
        state_.fetch_sub(1, std::memory_order_release);
    }

    bool is_connected() const noexcept {
        return (state_.load(std::memory_order_acquire) & closed) == 0;
    }

    // Under the lock of the component graph:

    // It must be closed.
    void open(Link link) {
        link_ = std::move(link);
        reopen();
    }
    // False if it is fetched. Keeps the connection for reopen().
    bool try_close() noexcept {
        std::uint64_t unused = 0;
        return state_.compare_exchange_strong(unused, closed, std::memory_order_acq_rel);
    }
    void reopen() noexcept { state_.fetch_and(~closed, std::memory_order_release); }

    const Link& link() const noexcept { return link_; }

    Properties properties;
    UsesPort* next = nullptr; // in the list of the instance; not changed once it is in there
    std::atomic<bool> is_registered{false};

private:
    // The number of fetches, and whether it is not connected. A fetch that fails counts for a
    // moment, too.
    static constexpr std::uint64_t closed = std::uint64_t{1} << 63;

    std::string name_;
    std::string type_;
    std::atomic<std::uint64_t> state_{closed};
    Link link_; // changed while closed only
};

} // namespace proxima::framework
