/// \file
/// What all ranks of a job have measured together: class JobMonitor, a source of monitors.
///
///     instantiate JobMonitor job
///     parameters job parameters safe_point integrator.advance
///     connect monitor source1 job observation
///
/// Ranks add up at safe points, and nobody waits: what it says is two or four safe points old. It
/// has the 48 methods and routines of MPI that take most time on the first rank; calls, times
/// and time in MPI of them. Users of a method are taken together. Where ranks no longer reach
/// safe points together it says what its own process has measured.
#pragma once

#include <proxima/framework/component.hpp>
#include <proxima/online/monitor.hpp>

#include <memory>

namespace proxima::online {

/// Made by the framework; provides `observation` and `parameters`.
class JobMonitor final : public framework::Component {
public:
    JobMonitor();
    JobMonitor(const JobMonitor&) = delete;
    JobMonitor& operator=(const JobMonitor&) = delete;
    ~JobMonitor() override;

    void set_services(framework::Services& services) override;
    void release_services() noexcept override;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace proxima::online
