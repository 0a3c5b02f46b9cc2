// What an Optimizer has done in a run, and why: decisions.json. runtime/online/README.md describes
// it. Ownership: values only. Thread-safety: as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::rundir {

/// At a safe point, the number of which counts from 0, an instance became another class.
struct Swap {
    std::uint64_t safe_point = 0;
    double seconds = 0; ///< since the first safe point
    std::string instance;
    std::string from;
    std::string to;
    std::string why;
};

/// A class that could stand for an instance, and what became of it.
struct KnownCandidate {
    std::string class_name;
    std::string fate; ///< `best`, `worse`, `equal`, `predicted worse`, `untried`, `not tried
                      ///< again`, `failed`, `not possible`
    std::string why;  ///< of `failed` and `not possible`
    double ratio = 0; ///< its time as a multiple of that of the best; 0: not measured
    std::optional<std::pair<double, double>> interval; ///< of the ratio
    std::uint64_t pairs = 0;                           ///< of steps that were compared
    double predicted_us = 0;      ///< time of a call, by its model; 0: there is none
    double predicted_step_us = 0; ///< from one safe point to the next; 0: as above
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
    std::string safe_point; ///< `integrator.advance`
    std::uint64_t safe_points = 0;
    double seconds = 0;
    std::vector<Decided> instances;
    std::vector<Swap> swaps;
};

/// Throws base::Error at the place of what is wrong.
Decisions read_decisions(const std::filesystem::path& file);

} // namespace proxima::rundir
