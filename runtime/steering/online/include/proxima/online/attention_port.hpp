// The port of the component that watches, class PerformanceAttention:
//
//  | instantiate PerformanceAttention attention
//  | parameters attention parameters sensor flux.compute: drift > 20 %
//  | parameters attention parameters sensor MPI_*: share > 25 %
//  | parameters attention parameters sensor integrator.advance: imbalance over ranks > 1.5
//  | parameters attention parameters safe_point integrator.advance
//  | parameters attention parameters file more_sensors.txt
//  | connect attention knowledge knowledge knowledge           # for `* expected`
//
// A thread of each rank looks every 50 ms; imbalance is computed at safe points. Events go to
// listeners, and to attention.json in the run directory.
#pragma once

#include <proxima/framework/port.hpp>
#include <proxima/online/files/sensor_findings.hpp>

namespace proxima::online {

class AttentionListener {
public:
    virtual ~AttentionListener() = default;

    /// A sensor fired. Called on the thread that watches, or at a safe point. Exceptions are
    /// ignored.
    virtual void attend(const files::SensorFinding& event) = 0;
};

/// Provided as `attention`. Thread-safe. A listener must live until it has been removed, which
/// waits while it is being called.
class PerformanceAttentionPort : public virtual framework::Port {
public:
    virtual void add_listener(AttentionListener& listener) = 0;
    virtual void remove_listener(AttentionListener& listener) = 0;
};

} // namespace proxima::online
