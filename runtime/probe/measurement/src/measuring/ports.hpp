// The objects behind the ports of the interface: timers, phases, monitored methods and events,
// which are regions and values of the runtime's call tree.
#pragma once

#include "instruments.hpp"

#include <proxima/detail/regions.hpp>
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

// Enters the region of a timer or a monitored method. Inlined into the function that the
// application calls, whose stack address it takes.
[[gnu::always_inline]] inline void start(const Instrument& instrument) noexcept {
    const CallSite site = instrument.site();
    const auto stack = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
    if (!instrument.active() || detail::enter_region(site, stack)->site != site) {
        instrument.skip();
    }
}

// Leaves the innermost open region of the instrument, with the values of its parameters (missing
// ones are zero); also if it is disabled by now. Warns once of overlaps, and if it does not run.
void stop(const Instrument& instrument, const double* values, std::size_t count) noexcept;

void trigger(const Instrument& event, double value) noexcept;

measurement::Monitor& monitor() noexcept;
measurement::PerfParam& record_reader() noexcept;

// `port` is timer_port or phase_port. Throws std::bad_alloc.
std::unique_ptr<measurement::Timer> make_timer(const char* port, measurement::TimerLabel label);

// The type of events that Query also lists by call path.
inline constexpr const char* context_event = "context";

// `type` is empty or context_event. These throw std::bad_alloc.
Instrument& find_or_add_event(std::string_view name, const char* type);
std::unique_ptr<measurement::Event> make_event(std::string_view name, const char* type);

std::unique_ptr<measurement::MemoryTracker> make_heap_tracker();

std::unique_ptr<measurement::Query> make_query();

// Returns the length of a tick. Constant after the first call, so that times never decrease.
double microseconds_per_tick();
// Returns 1e-3 for counters in nanoseconds, else 1.
double scale_of_counter(const std::string& name);

} // namespace proxima::measuring
