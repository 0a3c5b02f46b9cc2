// Reads decisions.json, the decisions of an Optimizer in a run. runtime/steering/online/FORMAT.md
// describes it. Ownership: values only. Thread-safety: as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online::files {

/// An instance became another class at a safe point, which are numbered from 0.
struct Swap {
    std::uint64_t safe_point = 0;
    double seconds = 0; ///< since the first safe point
    std::string instance;
    std::string from;
    std::string to;
    std::string why;
};

/// A candidate class for an instance, and its fate.
struct KnownCandidate {
    std::string class_name;
    std::string fate; ///< `best`, `worse`, `equal`, `not sure`, `predicted worse`, `untried`,
                      ///< `not tried again`, `failed`, `threw`, `not possible`
    std::string why;  ///< of the last three
    double ratio = 0; ///< its time relative to the best; 0: not measured
    std::optional<std::pair<double, double>> interval; ///< of the ratio
    std::uint64_t pairs = 0;                           ///< compared steps
    double predicted_us = 0;                           ///< of a call; 0: no model
    double predicted_step_us = 0; ///< from one safe point to the next; 0: no model
};

struct Decided {
    std::string instance;
    std::string start;
    std::string best;
    std::vector<KnownCandidate> candidates;
    std::uint64_t renewals = 0; ///< how often it decided anew
    double explored_seconds = 0;
};

struct Decisions {
    std::string safe_point; ///< `integrator.advance`
    std::uint64_t safe_points = 0;
    double seconds = 0;
    std::vector<Decided> instances;
    std::vector<Swap> swaps;
};

/// Throws base::Error.
Decisions read_decisions(const std::filesystem::path& file);

} // namespace proxima::online::files
