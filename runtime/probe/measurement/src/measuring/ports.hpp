// The objects behind the ports of the interface: timers, phases, monitored methods and events,
// which are regions and values of the runtime's call tree.
#pragma once

#include "instruments.hpp"

#include <proxima/detail/regions.hpp>
#include <proxima/invocation.hpp>
#include <proxima/measurement/event.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/query.hpp>
#include <proxima/measurement/timer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace proxima::measuring {

// Leaves the instrument if it is the innermost one and has `words` parameters.
template <std::size_t words>
bool stop_innermost(const Instrument& instrument, const std::uint64_t* parameters) noexcept {
    detail::Node* const node = detail::current_buffer->current;
    return node->site == instrument.site() && detail::leave_node<words>(node, parameters);
}

// Leaves the innermost open region of the instrument, if any; warns of overlaps.
void stop_region(const Instrument& instrument, const std::uint64_t* parameters) noexcept;

measurement::Monitor& monitor() noexcept;
measurement::PerfParam& record_reader() noexcept;

// `port` is timer_port or phase_port. Throws std::bad_alloc.
std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label);

// The type of events that Query also lists by call path.
inline constexpr const char* context_event = "context";

// `type` is empty or context_event. Throws std::bad_alloc.
std::unique_ptr<measurement::Event> make_event(std::string_view name, const char* type);

std::unique_ptr<measurement::MemoryTracker> make_heap_tracker();

std::unique_ptr<measurement::Query> make_query();

// Returns the length of a tick. Constant after the first call, so that times never decrease.
double microseconds_per_tick();
// Returns 1e-3 for counters in nanoseconds, else 1.
double scale_of_counter(const std::string& name);

} // namespace proxima::measuring
