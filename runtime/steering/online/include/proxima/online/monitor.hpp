// A component that shows what was measured so far, and switches measuring on and off. A program
// without components uses the same class:
//
//  | instantiate PerformanceMonitor monitor
//  | parameters monitor parameters instances flux* mesh
//  | parameters monitor parameters serve 127.0.0.1:9464
//
// It provides `observation` (PerformanceObservationPort) and `control` (PerformanceControlPort).
// It observes its own process. Parameter `instances` selects what it shows. Parameter `serve`
// answers HTTP on a port of this machine or a Unix socket (unix:FILE): /metrics for Prometheus,
// /state as JSON. If its uses port `knowledge` is connected, /state compares the calls of the last
// window with what models expect; for that it takes invocations (see invocations.hpp). Class
// Measurement of the framework answers queries.
//
// Thread safety: all functions are thread-safe.
// Errors: set() throws framework::Error for invalid parameters.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/framework/parameter_port.hpp>
#include <proxima/online/observation.hpp>

#include <memory>
#include <string>

namespace proxima::online {

/// Reads measurements, at any rate (see Observer).
class PerformanceObservationPort : public virtual framework::Port {
public:
    /// Returns the sums since the start; never null.
    virtual std::shared_ptr<const Observation> observe() = 0;
    /// Returns the sums of the last complete interval; never null. The first call begins the first
    /// window; until it ends, the duration is 0.
    virtual std::shared_ptr<const Observation> last_window() = 0;
};

/// Switches measuring for the whole process. Open invocations are measured to their end. A call of
/// a method that is off costs a branch; of an instance that is off, at least as much as a recorded
/// call.
class PerformanceControlPort : public virtual framework::Port {
public:
    /// Switches all methods that the run selects.
    virtual void measure(bool on) = 0;
    /// Switches methods that match `port::method`, with `*` and `?`, like include= and exclude= of
    /// PROXIMA.
    virtual void measure_methods(const std::string& pattern, bool on) = 0;
    /// Switches instances by name, with `*` and `?`.
    virtual void measure_instances(const std::string& pattern, bool on) = 0;
    /// Selects the calls of `port::method` to record from now on: `all`, `every:N`, `first:N`,
    /// `aggregate`. Statistics always cover all calls. Throws framework::Error if the run keeps no
    /// statistics besides its records, as with records=all; start it with records=every:1 instead.
    virtual void sample_methods(const std::string& pattern, const std::string& records) = 0;
    /// Switches the measurement of time in MPI.
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

    /// Returns the parameters `instances`, `interval` and `serve`.
    framework::ParameterPort& parameters() noexcept;
    PerformanceControlPort& control() noexcept;
    /// Returns the address at which it answers, with the actual port for port 0; empty if it does
    /// not answer.
    std::string address() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
