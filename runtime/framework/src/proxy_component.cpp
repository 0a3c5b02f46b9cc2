#include "proxy_component.hpp"

#include <proxima/framework/monitor_port.hpp>

#include <algorithm>

namespace proxima::framework {

void ProxyComponent::set_services(Services& services) {
    services_ = &services;
    services.add_provides_source(proxy_port, factory_.type, *this, {});
    services.register_uses_port(proxy_target, factory_.type, {});
    services.use_optional<MonitorPort>(proxy_monitor);
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

PortReference ProxyComponent::proxy_for(const Connection& user, const Services::Fetched& target) {
    const std::lock_guard lock(mutex_);
    target_ = target.fetched;
    for (const Made& made : made_) {
        if (made.user_connection == user.number &&
            made.target_connection == target.connection->number) {
            return made.proxy.port;
        }
    }
    // Those of a former target: nobody uses them, else it could not have been disconnected.
    made_.erase(std::remove_if(made_.begin(), made_.end(),
                               [&](const Made& made) {
                                   return made.target_connection != target.connection->number;
                               }),
                made_.end());
    const Connection binding{user.number, user.user, user.uses_port, target.connection->provider,
                             target.connection->provides_port};
    if (!tell_monitor(binding)) {
        return {factory_.type, target.port, target.typed};
    }
    const proxima::Binding names{binding.user, binding.uses_port, binding.provides_port};
    made_.push_back({user.number, target.connection->number,
                     factory_.make(target.typed, InstanceName(binding.provider, names))});
    return made_.back().proxy.port;
}

bool ProxyComponent::tell_monitor(const Connection& binding) {
    if (!services_->is_connected(proxy_monitor)) {
        return false;
    }
    services_->get<MonitorPort>(proxy_monitor)->add_binding(binding, factory_.type);
    return true;
}

} // namespace proxima::framework
