// A component that shows what was measured until now, and switches measuring on and off:
//
//  | instantiate PerformanceMonitor monitor
//  | parameters monitor parameters instances flux* mesh
//  | parameters monitor parameters serve 127.0.0.1:9464
//
// It provides `observation` (PerformanceObservationPort) and `control` (PerformanceControlPort).
// It observes its own process, or the sum of the monitors at its uses ports `source1` to
// `source8`; these should watch different instances. `instances` selects what it shows. `serve`
// answers HTTP on a port of this machine or a Unix socket (unix:FILE): /metrics for Prometheus,
// /state as JSON. Where its uses port `knowledge` is connected, /state compares the calls of the
// last window with what models expect of them; for that it takes invocations (see
// invocations.hpp). Queries are asked of class Measurement of the framework.
//
// A program without components uses the same class:
//
//     PerformanceMonitor monitor;
//     monitor.parameters().set("serve", "unix:monitor.socket");
//     const auto now = monitor.observe();
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/online/observation.hpp>

#include <memory>
#include <string>

namespace proxima::online {

/// Thread-safe; may be called at any rate (see Observer).
class PerformanceObservationPort : public virtual framework::Port {
public:
    /// Since the start. Never null.
    virtual std::shared_ptr<const Observation> observe() = 0;
    /// Of the last whole interval. The first call begins the first window; until that has ended,
    /// the duration is 0. Never null.
    virtual std::shared_ptr<const Observation> last_window() = 0;
};

/// Switches for the whole process; thread-safe. Open invocations are measured to their end. A
/// method that is off costs a branch; a call of an instance that is off costs at least as much as a
/// recorded one.
class PerformanceControlPort : public virtual framework::Port {
public:
    /// All methods that the run selects, or none.
    virtual void measure(bool on) = 0;
    /// `port::method`, with `*` and `?`, like include= and exclude= of PROXIMA.
    virtual void measure_methods(const std::string& pattern, bool on) = 0;
    /// Instances by name, with `*` and `?`.
    virtual void measure_instances(const std::string& pattern, bool on) = 0;
    /// Which calls of `port::method` are recorded from now on: `all`, `every:N`, `first:N`,
    /// `aggregate`. Statistics always cover all. Throws framework::Error if the run keeps no
    /// statistics beside its records, as with records=all: start with records=every:1 instead.
    virtual void sample_methods(const std::string& pattern, const std::string& records) = 0;
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

    /// `instances`, `interval`, `bins`, `serve`.
    framework::ParameterPort& parameters() noexcept;
    PerformanceControlPort& control() noexcept;
    /// Where it answers, with the real port for port 0; empty: nowhere.
    std::string address() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
