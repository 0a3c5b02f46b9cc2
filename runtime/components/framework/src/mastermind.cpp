#include "mastermind.hpp"

#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/services.hpp>
#include <proxima/measurement/connect.hpp>

#include <mutex>

namespace proxima::framework {
namespace {

// Forwards to the measurement interface while monitoring is on.
class Mastermind final : public Component, public MonitorPort, public PerformanceParametersPort {
public:
    using Names = std::vector<std::string>;
    using Handle = measurement::MonitorHandle;

    void set_services(Services& services) override {
        services.provide<MonitorPort>(mastermind_port, *this);
        services.provide<PerformanceParametersPort>("parameters", *this);
    }

    Switch add_binding(const Connection& binding, PortType type) override {
        const std::lock_guard lock(mutex_);
        bindings_.push_back({binding, std::string(type)});
        return is_on_;
    }
    std::vector<Binding> bindings() const override {
        const std::lock_guard lock(mutex_);
        return bindings_;
    }
    void set_monitoring(bool on) noexcept override { *is_on_ = on; }

    Handle register_method(std::string_view record,
                           const Names& parameter_names) noexcept override {
        return measurement::monitor().register_method(record, parameter_names);
    }
    void start(Handle method) noexcept override {
        if (is_on_->load(std::memory_order_relaxed)) {
            measurement::monitor().start(method);
        }
    }
    // Also while monitoring is off: an open invocation is measured to its end.
    void stop(Handle method, const double* values, std::size_t count) noexcept override {
        measurement::monitor().stop(method, values, count);
    }

    measurement::PerformanceData performance_data(std::string_view method, bool reset) override {
        return measurement::perf_param().performance_data(method, reset);
    }
    Names component_method_names() override {
        return measurement::perf_param().component_method_names();
    }

private:
    std::shared_ptr<std::atomic<bool>> is_on_ = std::make_shared<std::atomic<bool>>(true);
    mutable std::mutex mutex_;
    std::vector<Binding> bindings_;
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
