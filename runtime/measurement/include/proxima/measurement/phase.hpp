/// \file
/// A part of a run that is looked at for itself, such as an iteration.
#pragma once

#include <proxima/measurement/timer.hpp>

namespace proxima::measurement {

/// A timer that starts a call path of its own: what runs inside is kept apart from the same
/// outside. Query names a timer "solve" that ran in the phase "iteration" "iteration => solve". A
/// phase inside of a phase is named by itself alone.
class Phase : public Timer {};

} // namespace proxima::measurement
