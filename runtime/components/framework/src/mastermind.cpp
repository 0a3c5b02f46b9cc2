#include "mastermind.hpp"

#include <proxima/measurement/connect.hpp>

namespace proxima::framework {

void Mastermind::set_services(Services& services) {
    services.provide<MonitorPort>(mastermind_port, *this);
    services.provide<PerformanceParametersPort>("parameters", *this);
}

MonitorPort::Switch Mastermind::add_binding(const Connection& binding, PortType type) {
    const std::lock_guard lock(mutex_);
    bindings_.push_back({binding, std::string(type)});
    return is_on_;
}

std::vector<MonitorPort::Binding> Mastermind::bindings() const {
    const std::lock_guard lock(mutex_);
    return bindings_;
}

Mastermind::Handle Mastermind::register_method(std::string_view record,
                                               const Names& parameter_names) noexcept {
    return measurement::monitor().register_method(record, parameter_names);
}

void Mastermind::start(Handle method) noexcept {
    if (is_on_->load(std::memory_order_relaxed)) {
        measurement::monitor().start(method);
    }
}

// One that runs is measured to its end.
void Mastermind::stop(Handle method, const double* values, std::size_t count) noexcept {
    measurement::monitor().stop(method, values, count);
}

measurement::PerformanceData Mastermind::performance_data(std::string_view method, bool reset) {
    return measurement::perf_param().performance_data(method, reset);
}

Mastermind::Names Mastermind::component_method_names() {
    return measurement::perf_param().component_method_names();
}

void MeasurementComponent::set_services(Services& services) {
    services.provide<MeasurementPort>("measurement", *this);
}

std::unique_ptr<measurement::Timer> MeasurementComponent::create_timer(std::string_view name,
                                                                       std::string_view type,
                                                                       std::string_view group) {
    return measurement::measurement().create_timer(name, type, group);
}

std::unique_ptr<measurement::Timer> MeasurementComponent::create_phase(std::string_view name,
                                                                       std::string_view type,
                                                                       std::string_view group) {
    return measurement::measurement().create_phase(name, type, group);
}

std::unique_ptr<measurement::Event> MeasurementComponent::create_event(std::string_view name) {
    return measurement::measurement().create_event(name);
}

std::unique_ptr<measurement::Event>
MeasurementComponent::create_context_event(std::string_view name) {
    return measurement::measurement().create_context_event(name);
}

std::unique_ptr<measurement::MemoryTracker> MeasurementComponent::create_memory_tracker() {
    return measurement::measurement().create_memory_tracker();
}

std::unique_ptr<measurement::Query> MeasurementComponent::create_query() {
    return measurement::measurement().create_query();
}

std::unique_ptr<measurement::Control> MeasurementComponent::create_control() {
    return measurement::measurement().create_control();
}

} // namespace proxima::framework
