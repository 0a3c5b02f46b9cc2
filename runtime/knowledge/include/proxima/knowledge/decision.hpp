// What was selected, and from what.
// Units: microseconds. Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/model/selection.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::knowledge {

/// Which implementation each component is, and how they are connected.
struct Assembly {
    struct Connection {
        std::string user;
        std::string uses_port;
        std::string provider;
        std::string provides_port;
    };

    std::string name;
    std::map<std::string, std::string> implementations; ///< by component
    std::vector<Connection> connections;                ///< may be unknown
};

/// An assembly and what was predicted of it.
struct Prediction {
    Assembly assembly;
    double mean_us = 0;
    double stddev_us = 0;
    double interval_min_us = 0;
    double interval_max_us = 0;
};

struct Decision {
    std::string experiment; ///< empty: of none
    std::string name;
    Prediction chosen;
    double level = 0.9; ///< of the intervals
    bool is_optimal = false;
    double gap = 0;
    std::optional<Prediction> runner_up;
    std::optional<double> runner_up_better_probability; ///< in truth
    std::vector<std::int64_t> models;  ///< what KnowledgeBase::add() has returned for them
    std::optional<std::int64_t> trial; ///< whose calls were predicted
    std::string text;                  ///< the answer as it was given; may be empty
};

Decision decision_of(const model::SelectionProblem& problem, const model::SelectionAnswer& answer,
                     const model::SelectionSettings& settings);

/// Reads what `proxima select --json` has written. Throws model::Error.
Decision read_decision(const std::filesystem::path& file);

} // namespace proxima::knowledge
