#include "arena.hpp"

#include <proxima/framework/framework.hpp>

namespace proxima::framework {

class Framework::Implementation {
public:
    Arena arena;
};

Framework::Framework() : implementation_(std::make_unique<Implementation>()) {
}
Framework::~Framework() = default;

BuilderService& Framework::builder() noexcept {
    return implementation_->arena;
}

ConnectionEventService& Framework::events() noexcept {
    return implementation_->arena.events();
}

void Framework::register_class(std::string_view name, ComponentFactory factory) {
    implementation_->arena.libraries().register_class(name, std::move(factory));
}

void Framework::set_path(std::vector<std::string> directories) {
    implementation_->arena.libraries().set_path(std::move(directories));
}

std::vector<std::string> Framework::path() const {
    return implementation_->arena.libraries().path();
}

int Framework::go(const ComponentId& instance, std::string_view port) {
    return implementation_->arena.go(instance, port);
}

std::vector<std::string> Framework::unconnected(const ComponentId& start) const {
    return implementation_->arena.unconnected(start);
}

void Framework::measure(MeasuredConnections measured,
                        std::function<void(const Connection&, PortType)> missing) {
    implementation_->arena.measure(std::move(measured), std::move(missing));
}

bool Framework::is_measured(const Connection& connection) const {
    return implementation_->arena.is_measured(connection);
}

void Framework::register_proxy(const ProxyFactory& factory) {
    implementation_->arena.libraries().register_proxy(factory);
}

void Framework::with_port(const ComponentId& instance, std::string_view port, PortType type,
                          const std::function<void(void*)>& action) {
    implementation_->arena.with_port(instance, port, type, action);
}

} // namespace proxima::framework
