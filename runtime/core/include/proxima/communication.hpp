/// \file
/// Where those who see a thread communicate (an interposed MPI) say for how long.
#pragma once

#include <proxima/export.hpp>

#include <cstdint>

namespace proxima::detail {

/// Adds ticks of the run's clock to the communication time of all invocations that are open on the
/// calling thread. Takes time in proportion to their number, so that invocations that do not
/// communicate pay nothing.
PROXIMA_API void add_communication(std::uint64_t ticks) noexcept;

} // namespace proxima::detail
