// decisions.json as the Optimizer writes it.
#pragma once

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/race.hpp>

#include <string>

namespace proxima::online {

// Whether the ratio is known well: `equal` may also mean that no trial could tell.
bool is_sure(const Standing& standing);

// What the race knows of a candidate.
files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing);

std::string to_json(const files::Decisions& decisions);

} // namespace proxima::online
