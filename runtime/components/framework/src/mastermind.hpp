// The component classes Mastermind and Measurement.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/services.hpp>

#include <mutex>

namespace proxima::framework {

inline constexpr const char* mastermind_class = "Mastermind";
inline constexpr const char* mastermind_port = "monitor";
inline constexpr const char* measurement_class = "Measurement";

// Stands between those who monitor by hand and the measurement interface.
class Mastermind final : public Component, public MonitorPort, public PerformanceParametersPort {
public:
    using Names = std::vector<std::string>;
    using Handle = measurement::MonitorHandle;

    void set_services(Services& services) override;

    Switch add_binding(const Connection& binding, PortType type) override;
    std::vector<Binding> bindings() const override;
    void set_monitoring(bool on) noexcept override { *is_on_ = on; }

    Handle register_method(std::string_view record, const Names& parameter_names) noexcept override;
    void start(Handle method) noexcept override;
    void stop(Handle method, const double* values, std::size_t count) noexcept override;

    measurement::PerformanceData performance_data(std::string_view method, bool reset) override;
    Names component_method_names() override;

private:
    std::shared_ptr<std::atomic<bool>> is_on_ = std::make_shared<std::atomic<bool>>(true);
    mutable std::mutex mutex_;
    std::vector<Binding> bindings_;
};

class MeasurementComponent final : public Component, public MeasurementPort {
public:
    void set_services(Services& services) override;

    std::unique_ptr<measurement::Timer> create_timer(std::string_view name, std::string_view type,
                                                     std::string_view group) override;
    std::unique_ptr<measurement::Timer> create_phase(std::string_view name, std::string_view type,
                                                     std::string_view group) override;
    std::unique_ptr<measurement::Event> create_event(std::string_view name) override;
    std::unique_ptr<measurement::Event> create_context_event(std::string_view name) override;
    std::unique_ptr<measurement::MemoryTracker> create_memory_tracker() override;
    std::unique_ptr<measurement::Query> create_query() override;
    std::unique_ptr<measurement::Control> create_control() override;
};

} // namespace proxima::framework
