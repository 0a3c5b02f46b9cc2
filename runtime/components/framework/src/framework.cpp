#include "component_graph.hpp"

#include <proxima/framework/framework.hpp>

namespace proxima::framework {

Framework::Framework() : graph_(std::make_unique<ComponentGraph>()) {
}
Framework::~Framework() = default;

BuilderService& Framework::builder() noexcept {
    return *graph_;
}

void Framework::register_class(std::string_view name, ComponentFactory factory) {
    graph_->libraries().register_class(name, std::move(factory));
}

void Framework::set_path(std::vector<std::string> directories) {
    graph_->libraries().set_path(std::move(directories));
}

std::vector<std::string> Framework::path() const {
    return graph_->libraries().path();
}

int Framework::go(const ComponentId& instance, std::string_view port) {
    return graph_->go(instance, port);
}

std::vector<std::string> Framework::unconnected(const ComponentId& start) const {
    return graph_->unconnected(start);
}

void Framework::measure(MeasuredConnections measured,
                        std::function<void(const Connection&, PortType)> missing) {
    graph_->measure(std::move(measured), std::move(missing));
}

bool Framework::is_measured(const Connection& connection) const {
    return graph_->is_measured(connection);
}

void Framework::register_proxy(const ProxyFactory& factory) {
    graph_->libraries().register_proxy(factory);
}

void Framework::with_port(const ComponentId& instance, std::string_view port, PortType type,
                          const std::function<void(void*)>& action) {
    graph_->with_port(instance, port, type, action);
}

} // namespace proxima::framework
