#include "proxy_component.hpp"

#include <proxima/framework/performance_ports.hpp>

#include <memory>
#include <utility>

namespace proxima::framework {

void ProxyComponent::set_services(Services& services) {
    services_ = &services;
    services.add_provides_source(proxy_port, factory_.type, *this, {});
    services.register_uses_port(proxy_target, factory_.type, {});
    services.use_optional<MonitorPort>(proxy_monitor);
}

ProxyComponent::~ProxyComponent() {
    for (const ProxyEntry* entry = entries_; entry != nullptr;) {
        const std::unique_ptr<const ProxyEntry> last(std::exchange(entry, entry->next));
    }
}

PortReference ProxyComponent::acquire(const Connection& connection) {
    const Services::Fetched target = services_->fetch(proxy_target, factory_.type);
    try {
        return proxy_for(connection, target);
    } catch (...) {
        services_->give_back(target.fetched);
        throw;
    }
}

void ProxyComponent::release(const Connection&) noexcept {
    services_->give_back(target_);
}

// Takes a lock only when it creates the proxy.
PortReference ProxyComponent::proxy_for(const Connection& user, const Services::Fetched& target) {
    target_.store(target.fetched, std::memory_order_relaxed);
    if (const ProxyEntry* const known = find(user, target)) {
        return known->proxy.port;
    }
    if (!services_->is_connected(proxy_monitor)) {
        return {factory_.type, target.typed};
    }
    const std::lock_guard lock(mutex_);
    if (const ProxyEntry* const known = find(user, target)) {
        return known->proxy.port;
    }
    const proxima::Binding names{user.user, user.uses_port, target.connection->provides_port};
    auto entry = std::make_unique<ProxyEntry>(ProxyEntry{
        user.number, target.connection->number,
        factory_.make(target.typed, InstanceName(target.connection->provider, names)), entries_});
    entries_.store(entry.get(), std::memory_order_release);
    return entry.release()->proxy.port;
}

const ProxyComponent::ProxyEntry*
ProxyComponent::find(const Connection& user, const Services::Fetched& target) const noexcept {
    const ProxyEntry* entry = entries_.load(std::memory_order_acquire);
    while (entry != nullptr && (entry->user_connection != user.number ||
                                entry->target_connection != target.connection->number)) {
        entry = entry->next;
    }
    return entry;
}

} // namespace proxima::framework
