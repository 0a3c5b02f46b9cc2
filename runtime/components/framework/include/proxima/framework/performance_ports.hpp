// The performance component of Shende et al. (2003) and Trebon et al. (2005): components fetch
// these ports to measure themselves and to read what has been measured. Provided by the component
// classes `Measurement` and `Mastermind`, which the framework itself has:
//
//     class Solver : public Component {
//         void set_services(Services& services) override {
//             services.use<MeasurementPort>("measurement");
//             services_ = &services;
//         }
//         void begin() {
//             const auto port = services_->get<MeasurementPort>("measurement");
//             timer_ = port->create_timer("solve");
//         }
//         Services* services_ = nullptr;
//         std::shared_ptr<measurement::Timer> timer_;
//     };
//
//  | instantiate Measurement measurement                   # in a script
//  | connect solver measurement measurement measurement
//
// The implementation of the measurement interface that is connected (PROXIMA_MEASUREMENT) does the
// work; see proxima/measurement/connect.hpp. Units, ownership and what may be called when are
// those of the measurement interface.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/framework/port_source.hpp>
#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace proxima::framework {

/// Provided as `measurement` by class `Measurement`: timers, phases, events, queries, control. What
/// it creates may be kept after the port has been released.
class PROXIMA_API MeasurementPort : public virtual Port, public measurement::Measurement {};

/// Provided as `parameters` by class `Mastermind`: the records of all monitored methods.
class PROXIMA_API PerformanceParametersPort : public virtual Port, public measurement::PerfParam {};

/// Provided as `monitor` by class `Mastermind`: what proxies use to be measured, and components to
/// monitor methods by hand; one monitor for each Mastermind. A proxy that is not connected to it
/// hands out the port behind it, unmeasured. Thread-safe.
class PROXIMA_API MonitorPort : public virtual Port, public measurement::Monitor {
public:
    /// Read by whoever is monitored, without a lock. Lives as long as a reader holds it.
    using Switch = std::shared_ptr<const std::atomic<bool>>;

    /// A proxy calls it before the first call through it. From then on, calls of this user's port
    /// that reach this provider's port are measured while the result is true.
    virtual Switch add_binding(const Connection& binding, PortType type) = 0;

    struct Binding {
        Connection connection;
        std::string type;
    };
    /// All that have been added, in order.
    virtual std::vector<Binding> bindings() const = 0;

    /// Stops what this monitor measures, and no other: methods by hand at once, proxies when they
    /// are fetched next. On at first.
    virtual void set_monitoring(bool on) noexcept = 0;
};

} // namespace proxima::framework
