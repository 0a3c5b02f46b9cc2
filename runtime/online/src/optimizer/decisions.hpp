// decisions.json as the Optimizer writes it.
#pragma once

#include <proxima/online/race.hpp>
#include <proxima/rundir/decisions.hpp>

#include <string>

namespace proxima::online {

/// What the race knows of a candidate.
rundir::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing);

std::string to_json(const rundir::Decisions& decisions);

} // namespace proxima::online
