// Writes decisions.json.
#pragma once

#include "optimizer/race.hpp"

#include <proxima/online/files/decisions.hpp>

#include <string>

namespace proxima::online {

// Describes a candidate by its standing in the race.
files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing);

std::string to_json(const files::Decisions& decisions);

} // namespace proxima::online
