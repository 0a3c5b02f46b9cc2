#include "mastermind.hpp"

#include <proxima/control.hpp>

namespace proxima::framework {

void Mastermind::set_services(Services& services) {
    services.provide<MonitorPort>(mastermind_port, *this);
}

void Mastermind::add_binding(const Connection& binding, PortType type) {
    const std::lock_guard lock(mutex_);
    bindings_.push_back({binding, std::string(type)});
}

std::vector<MonitorPort::Binding> Mastermind::bindings() const {
    const std::lock_guard lock(mutex_);
    return bindings_;
}

void Mastermind::start_monitoring() {
    proxima::enable();
}

void Mastermind::stop_monitoring() {
    proxima::disable();
}

} // namespace proxima::framework
