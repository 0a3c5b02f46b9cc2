// Timers, phases and monitored methods: regions of the runtime's call tree.
#pragma once

#include "call_sites.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/timer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace proxima::measuring {

// Leaves the site if it is the innermost, and its parameters are `words`.
template <std::size_t words>
bool stop_innermost(const CallSite& site, const std::uint64_t* parameters) noexcept {
    detail::Node* const node = detail::current_buffer->current;
    return node->site == site.site() && detail::leave_node<words>(node, parameters);
}

// Leaves the innermost open region of the site, if there is one; says so if it overlaps with
// others.
void stop_region(const CallSite& site, const std::uint64_t* parameters) noexcept;

// What monitored methods are recorded by, and the rows that the runtime keeps of them and of all
// that is measured are read by.
measurement::Monitor& monitor() noexcept;
measurement::PerfParam& record_reader() noexcept;

// `port` is timer_port or phase_port. Throws std::bad_alloc.
std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label);

} // namespace proxima::measuring
