// The resolution of a clock, from differences between successive readings.
#pragma once

#include <array>
#include <cstdint>

namespace proxima::detail {

using ClockAdvances = std::array<std::uint64_t, 1000>;

// The longest step of which nearly all advances are multiples, give or take a tick: the counter of
// a virtual machine is scaled, so a step of 26.4 ticks shows as 26 or 27. One tick if there is no
// such step.
std::uint64_t step_of(ClockAdvances advances) noexcept;

} // namespace proxima::detail
