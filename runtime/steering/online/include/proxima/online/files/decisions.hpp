// Reads decisions.json, the decisions of an Optimizer in a run; runtime/steering/online/FORMAT.md
// describes it.
//
//     for (const auto& swap : online::files::read_decisions("run1/decisions.json").swaps) {
//         std::cout << swap.instance << ": " << swap.from << " -> " << swap.to << '\n';
//     }
//
// Units: seconds; microseconds where a name ends in `_us`.
// Ownership: values.
// Errors: functions throw base::Error, with file and line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online::files {

/// A replacement of an instance at a safe point. Safe points are numbered from 0.
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
                      ///< `on trial`, `not tried again`, `unfit`, `failed`, `threw`, `not possible`
    std::string why;  ///< reason for the last four fates
    double ratio = 0; ///< mean step as a multiple of that with the best class; 0 if not measured
    std::optional<std::pair<double, double>> interval; ///< confidence interval of the ratio
    std::uint64_t pairs = 0;                           ///< compared pairs of turns
    std::uint64_t trials = 0;
    double predicted_us = 0;      ///< predicted time of a call; 0 without a model
    double predicted_step_us = 0; ///< predicted time between safe points; 0 without a model
};

struct Decided {
    std::string instance;
    std::string start;
    std::string best;
    std::vector<KnownCandidate> candidates;
    std::string on_trial; ///< class on trial when the run died; empty if it ended, or none was
};

/// Ranks that no longer agreed.
struct LeftAlone {
    std::uint64_t safe_point = 0;
    double seconds = 0; ///< since the first safe point
    std::string why;
};

struct Decisions {
    std::string safe_point; ///< `integrator.advance`
    std::uint64_t safe_points = 0;
    double seconds = 0;
    std::uint64_t renewals = 0;   ///< decisions after drifts
    std::uint64_t returns = 0;    ///< winners that were taken back for their long-run mean
    double explored_seconds = 0;  ///< cost of trials
    std::vector<LeftAlone> alone; ///< at most one
    std::vector<Decided> instances;
    std::vector<Swap> swaps;
};

Decisions read_decisions(const std::filesystem::path& file);

} // namespace proxima::online::files
