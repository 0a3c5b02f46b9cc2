// Writes decisions.json.
#pragma once

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/race.hpp>

#include <string>

namespace proxima::online {

// True if the ratio is known well; otherwise `equal` means that trials could not decide.
bool is_sure(const Standing& standing);

// Describes a candidate by its standing in the race.
files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing);

std::string to_json(const files::Decisions& decisions);

} // namespace proxima::online
