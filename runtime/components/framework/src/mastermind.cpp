#include "mastermind.hpp"

#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/measurement/connect.hpp>

namespace proxima::framework {
namespace {

// Forwards to the measurement interface.
class Mastermind final : public Component, public MonitorPort, public PerformanceParametersPort {
public:
    using Names = std::vector<std::string>;
    using Handle = measurement::MonitorHandle;

    void set_services(Services& services) override {
        services.provide<MonitorPort>(mastermind_port, *this);
        services.provide<PerformanceParametersPort>("parameters", *this);
    }

    Handle register_method(std::string_view record,
                           const Names& parameter_names) noexcept override {
        return measurement::monitor().register_method(record, parameter_names);
    }
    void start(Handle method) noexcept override { measurement::monitor().start(method); }
    void stop(Handle method, const double* values, std::size_t count) noexcept override {
        measurement::monitor().stop(method, values, count);
    }

    measurement::PerformanceData performance_data(std::string_view method, bool reset) override {
        return measurement::perf_param().performance_data(method, reset);
    }
    Names component_method_names() override {
        return measurement::perf_param().component_method_names();
    }
};

// Forwards to the connected implementation of the measurement interface.
class MeasurementComponent final : public Component, public MeasurementPort {
public:
    void set_services(Services& services) override {
        services.provide<MeasurementPort>("measurement", *this);
    }

    std::unique_ptr<measurement::Timer> create_timer(std::string_view name, std::string_view type,
                                                     std::string_view group) override {
        return measurement::measurement().create_timer(name, type, group);
    }
    std::unique_ptr<measurement::Timer> create_phase(std::string_view name, std::string_view type,
                                                     std::string_view group) override {
        return measurement::measurement().create_phase(name, type, group);
    }
    std::unique_ptr<measurement::Event> create_event(std::string_view name) override {
        return measurement::measurement().create_event(name);
    }
    std::unique_ptr<measurement::Event> create_context_event(std::string_view name) override {
        return measurement::measurement().create_context_event(name);
    }
    std::unique_ptr<measurement::MemoryTracker> create_memory_tracker() override {
        return measurement::measurement().create_memory_tracker();
    }
    std::unique_ptr<measurement::Query> create_query() override {
        return measurement::measurement().create_query();
    }
    std::unique_ptr<measurement::Control> create_control() override {
        return measurement::measurement().create_control();
    }
};

} // namespace

std::unique_ptr<Component> make_mastermind() {
    return std::make_unique<Mastermind>();
}

std::unique_ptr<Component> make_measurement() {
    return std::make_unique<MeasurementComponent>();
}

} // namespace proxima::framework
