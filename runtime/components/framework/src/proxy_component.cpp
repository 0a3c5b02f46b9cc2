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
    for (const Made* made = made_; made != nullptr;) {
        const std::unique_ptr<const Made> last(std::exchange(made, made->next));
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
    if (const Made* const known = find(user, target)) {
        return known->port_for(target);
    }
    if (!services_->is_connected(proxy_monitor)) {
        return {factory_.type, target.typed};
    }
    const std::lock_guard lock(mutex_);
    if (const Made* const known = find(user, target)) {
        return known->port_for(target);
    }
    const Connection binding{user.number, user.user, user.uses_port, target.connection->provider,
                             target.connection->provides_port};
    MonitorPort::Switch monitored =
        services_->get<MonitorPort>(proxy_monitor)->add_binding(binding, factory_.type);
    const proxima::Binding names{binding.user, binding.uses_port, binding.provides_port};
    auto made = std::make_unique<Made>(
        Made{user.number, target.connection->number,
             factory_.make(target.typed, InstanceName(binding.provider, names)),
             std::move(monitored), made_});
    made_.store(made.get(), std::memory_order_release);
    return made.release()->port_for(target);
}

const ProxyComponent::Made* ProxyComponent::find(const Connection& user,
                                                 const Services::Fetched& target) const noexcept {
    const Made* made = made_.load(std::memory_order_acquire);
    while (made != nullptr && (made->user_connection != user.number ||
                               made->target_connection != target.connection->number)) {
        made = made->next;
    }
    return made;
}

} // namespace proxima::framework
