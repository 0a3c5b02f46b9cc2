// The port of the component class PerformanceAttention, which reports findings of sensors.
// A script connects it:
//
//  | instantiate PerformanceAttention attention
//  | parameters attention parameters sensor flux.compute: drift > 20 %
//  | parameters attention parameters sensor MPI_*: share > 25 %
//  | parameters attention parameters sensor integrator.advance: imbalance over ranks > 1.5
//  | parameters attention parameters safe_point integrator.advance
//  | parameters attention parameters file more_sensors.txt
//  | connect attention knowledge knowledge knowledge           # for `* expected`
//
// A thread of each rank looks every 50 ms; ranks compute imbalance at safe points. Findings also go
// to attention.json in the run directory.
//
// Ownership: the caller keeps a listener, and removes it before it destroys it.
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/online/files/sensor_findings.hpp>

namespace proxima::online {

class AttentionListener {
public:
    virtual ~AttentionListener() = default;

    /// Receives a finding, on the watching thread or at a safe point. Exceptions are ignored.
    virtual void attend(const files::SensorFinding& event) = 0;
};

/// Adds and removes listeners. Removing waits while the listener is being called. The component
/// provides it as `attention`.
class PerformanceAttentionPort : public virtual framework::Port {
public:
    virtual void add_listener(AttentionListener& listener) = 0;
    virtual void remove_listener(AttentionListener& listener) = 0;
};

} // namespace proxima::online
