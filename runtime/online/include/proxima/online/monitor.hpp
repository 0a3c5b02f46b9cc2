/// \file
/// A component that says what has been measured until now, and switches what is measured:
///
///     instantiate PerformanceMonitor monitor
///     parameters monitor parameters instances flux* mesh
///     parameters monitor parameters serve 127.0.0.1:9464
///
/// It provides `observation` (PerformanceObservationPort) and `control` (PerformanceControlPort).
/// It observes its own process, or, where monitors are connected to its uses ports `source1` to
/// `source8`, what they observe, added up; they should watch different instances. Of all that it
/// says what its parameter `instances` names. `serve` answers HTTP on a port of this machine or a
/// Unix socket (unix:FILE): /metrics for Prometheus, /state as JSON. Queries are asked of class
/// Measurement of the framework.
///
/// A program without components uses the same class:
///
///     PerformanceMonitor monitor;
///     monitor.parameters().set("serve", "unix:monitor.socket");
///     const auto now = monitor.observe();
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/online/observation.hpp>

#include <memory>
#include <string>

namespace proxima::online {

/// Thread-safe; asked as often as one likes (see Observer).
class PerformanceObservationPort : public virtual framework::Port {
public:
    /// Since the start. Never null.
    virtual std::shared_ptr<const Observation> observe() = 0;
    /// Of the last whole interval. The first call begins the first window; until one has ended, the
    /// answer has a duration of 0. Never null.
    virtual std::shared_ptr<const Observation> last_window() = 0;
};

/// Switches for the whole process, at any time, by any thread; invocations that are open are
/// measured to their end. Instances of a port share its switches, so none can be switched alone
/// (connections of one Mastermind can: MonitorPort::set_monitoring()), and what is recorded of a
/// method cannot be changed while the run goes on.
class PerformanceControlPort : public virtual framework::Port {
public:
    /// All methods that the run selects, or none.
    virtual void measure(bool on) = 0;
    /// `port::method`, with `*` and `?`, as in PROXIMA's include= and exclude=.
    virtual void measure_methods(const std::string& pattern, bool on) = 0;
    /// Time in MPI.
    virtual void measure_mpi(bool on) = 0;
};

class PerformanceMonitor final : public framework::Component, public PerformanceObservationPort {
public:
    PerformanceMonitor();
    PerformanceMonitor(const PerformanceMonitor&) = delete;
    PerformanceMonitor& operator=(const PerformanceMonitor&) = delete;
    ~PerformanceMonitor() override;

    void set_services(framework::Services& services) override;
    void release_services() noexcept override;

    std::shared_ptr<const Observation> observe() override;
    std::shared_ptr<const Observation> last_window() override;

    /// `instances`, `interval`, `serve`.
    framework::ParameterPort& parameters() noexcept;
    PerformanceControlPort& control() noexcept;
    /// Where it answers: as `serve` says, with the port that it got for port 0; empty: nowhere.
    std::string address() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
