// What an optimizer has done, and why: decisions.json.
#pragma once

#include <proxima/online/race.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::online {

/// At a safe point, the number of which counts from 0, an instance became another class.
struct Swap {
    std::uint64_t safe_point = 0;
    double seconds = 0; ///< since the first safe point
    std::string instance;
    std::string from;
    std::string to;
    std::string why;
};

struct KnownCandidate {
    std::string class_name;
    Standing standing;
    std::string objection; ///< why it was never tried; empty if it could be
};

struct Decided {
    std::string instance;
    std::string start;
    std::string best;
    std::vector<KnownCandidate> candidates;
    std::uint64_t renewals = 0; ///< how often the decision was taken anew
    double explored_seconds = 0;
};

struct Decisions {
    std::string safe_point;
    std::uint64_t safe_points = 0;
    double seconds = 0;
    std::vector<Swap> swaps;
    std::vector<Decided> instances;
};

std::string to_json(const Decisions& decisions);

} // namespace proxima::online
