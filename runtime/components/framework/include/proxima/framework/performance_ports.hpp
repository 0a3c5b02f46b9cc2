// Ports by which components measure themselves and read what was measured: the performance
// component of Shende et al. (2003) and Trebon et al. (2005). The framework's own component classes
// `Measurement` and `Mastermind` provide them.
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
// The connected implementation of the measurement interface (PROXIMA_MEASUREMENT) does the work;
// see proxima/measurement/connect.hpp.
//
// Units: as in the measurement interface.
// Ownership: objects that a MeasurementPort creates outlive the lease of the port.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>

namespace proxima::framework {

/// Creates timers, phases, events, queries and controls. Class `Measurement` provides it as
/// `measurement`.
class PROXIMA_API MeasurementPort : public virtual Port, public measurement::Measurement {};

/// Returns the records of all monitored methods. Class `Mastermind` provides it as `parameters`.
class PROXIMA_API PerformanceParametersPort : public virtual Port, public measurement::PerfParam {};

/// Monitors methods by hand. Class `Mastermind` provides it as `monitor`. A proxy that is connected
/// to no monitor hands out its target, unmeasured. Thread-safe.
class PROXIMA_API MonitorPort : public virtual Port, public measurement::Monitor {};

} // namespace proxima::framework
