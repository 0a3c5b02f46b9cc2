// The component class of proxies: provides `port`, uses `target` of the same type, and `monitor`.
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

// Has a proxy object for each connection that leads to it, so that each is measured separately. It
// fetches its target whenever it is fetched itself: the target can be disconnected exactly while
// the proxy is not in use.
class ProxyComponent final : public Component, private PortSource {
public:
    explicit ProxyComponent(const ProxyFactory& factory) : factory_(factory) {}
    ProxyComponent(const ProxyComponent&) = delete;
    ProxyComponent& operator=(const ProxyComponent&) = delete;
    ~ProxyComponent() override;

    void set_services(Services& services) override;

    PortSource& source() noexcept { return *this; }

private:
    struct ProxyEntry {
        std::uint64_t user_connection;
        std::uint64_t target_connection;
        ProxyObject proxy;
        const ProxyEntry* next;
    };

    PortReference acquire(const Connection& connection) override;
    void release(const Connection& connection) noexcept override;
    PortReference proxy_for(const Connection& user, const Services::Fetched& target);
    const ProxyEntry* find(const Connection& user, const Services::Fetched& target) const noexcept;

    ProxyFactory factory_;
    Services* services_ = nullptr;
    std::mutex mutex_; // held while a proxy object is created
    // List of proxy objects, newest first, read without a lock; those of former targets stay in it.
    std::atomic<const ProxyEntry*> entries_{nullptr};
    std::atomic<void*> target_{nullptr}; // equal in all fetches
};

// Returns the factory of the proxy of GoPort, which the framework itself calls; proxima-gen would
// generate the same.
const ProxyFactory& go_proxy_factory();

} // namespace proxima::framework
