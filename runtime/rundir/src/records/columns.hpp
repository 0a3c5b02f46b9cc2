// The invocations that wait in the columns of a thread buffer to become a block.
#pragma once

#include "clock/clock.hpp"

#include <proxima/format/files.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdint>

namespace proxima::rundir {

/// Gives them to `visitor`, but for those of nodes that no file defines, and later ones of several
/// words then: where those are is not known. Returns how many are left out. Throws Malformed,
/// possibly after having given some.
std::uint64_t read_columns(const format::ThreadBuffer& buffer, const Lane& lane,
                           const ClockMap& clock, const ThreadTime& time, RecordVisitor& visitor);

} // namespace proxima::rundir
