/// \file
/// Switches groups of timers on and off while the application runs: interface Control of Shende et
/// al. (2003).
#pragma once

#include <string_view>

namespace proxima::measurement {

/// A phase is a timer here. Of all calls that concern a timer the last one decides, also for timers
/// created later; without any it is enabled. A timer that runs when it is disabled is measured
/// until it stops. A disabled timer costs a virtual call and a branch. The group "MPI" is all MPI
/// routines, where the implementation measures them: that of proxima does. Any thread may call
/// anything at any time; other threads see the change soon. Nothing throws.
class Control {
public:
    Control() = default;
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;
    virtual ~Control() = default;

    virtual void enable_group_id(long group) noexcept = 0;
    virtual void disable_group_id(long group) noexcept = 0;
    virtual void enable_group_name(std::string_view group) noexcept = 0;
    virtual void disable_group_name(std::string_view group) noexcept = 0;
    virtual void enable_all_groups() noexcept = 0;
    virtual void disable_all_groups() noexcept = 0;
};

} // namespace proxima::measurement
