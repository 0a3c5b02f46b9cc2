#include "control.hpp"

#include "timers/regions.hpp"

#include <proxima/communication.hpp>
#include <proxima/measurement/timer.hpp>

#include <exception>
#include <string>

namespace proxima::measuring {

namespace {

void set_mpi(bool enabled) noexcept {
    detail::switch_communication(enabled);
}

// Without memory for it a switch has no effect.
template <class Group>
void set_group(const Group& group, bool enabled) noexcept {
    try {
        regions().enable_group(group, enabled);
    } catch (const std::exception&) {
        return;
    }
}

void set_id(long group, bool enabled) noexcept {
    set_group(group, enabled);
}

void set_name(std::string_view group, bool enabled) noexcept {
    if (group == measurement::mpi_group) {
        set_mpi(enabled);
    }
    set_group(group, enabled);
}

void set_all(bool enabled) noexcept {
    set_mpi(enabled);
    regions().enable_all_groups(enabled);
}

} // namespace

void GroupControl::enable_group_id(long group) noexcept {
    set_id(group, true);
}

void GroupControl::disable_group_id(long group) noexcept {
    set_id(group, false);
}

void GroupControl::enable_group_name(std::string_view group) noexcept {
    set_name(group, true);
}

void GroupControl::disable_group_name(std::string_view group) noexcept {
    set_name(group, false);
}

void GroupControl::enable_all_groups() noexcept {
    set_all(true);
}

void GroupControl::disable_all_groups() noexcept {
    set_all(false);
}

} // namespace proxima::measuring
