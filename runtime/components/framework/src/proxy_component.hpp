// The component that a proxy is in an assembly: provides `port`, uses `target` of the same type,
// and `monitor`.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/proxy_library.hpp>
#include <proxima/framework/services.hpp>

#include <atomic>
#include <mutex>

namespace proxima::framework {

inline constexpr const char* proxy_port = "port";
inline constexpr const char* proxy_target = "target";
inline constexpr const char* proxy_monitor = "monitor";

// Has a proxy for each connection that leads to it, so that each is measured by itself. Fetches
// its target whenever it is fetched itself: its target can be disconnected while the proxy is not
// in use, and only then.
class ProxyComponent final : public Component, private PortSource {
public:
    explicit ProxyComponent(const ProxyFactory& factory) : factory_(factory) {}
    ProxyComponent(const ProxyComponent&) = delete;
    ProxyComponent& operator=(const ProxyComponent&) = delete;
    ~ProxyComponent() override;

    void set_services(Services& services) override;

    PortSource& source() noexcept { return *this; }

private:
    struct Made {
        std::uint64_t user_connection;
        std::uint64_t target_connection;
        ProxyObject proxy;
        MonitorPort::Switch is_monitored;
        const Made* next;

        // The proxy; what is behind it while that is not monitored.
        PortReference port_for(const Services::Fetched& target) const noexcept {
            return is_monitored->load(std::memory_order_relaxed)
                       ? proxy.port
                       : PortReference{proxy.port.type, target.typed};
        }
    };

    PortReference acquire(const Connection& connection) override;
    void release(const Connection& connection) noexcept override;
    PortReference proxy_for(const Connection& user, const Services::Fetched& target);
    const Made* find(const Connection& user, const Services::Fetched& target) const noexcept;

    ProxyFactory factory_;
    Services* services_ = nullptr;
    std::mutex mutex_; // of who makes one
    // A list that is read without a lock, the last one first: those of former targets stay in it.
    std::atomic<const Made*> made_{nullptr};
    std::atomic<void*> target_{nullptr}; // the same whenever it is fetched
};

// The proxy of GoPort, which the framework itself calls: what proxima-gen would generate.
const ProxyFactory& go_proxy_factory();

} // namespace proxima::framework
