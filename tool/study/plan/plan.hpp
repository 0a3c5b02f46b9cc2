// Which runs a study has, and in which order.
#pragma once

#include "study/description/study.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::study {

/// One way to run the application.
struct Combination {
    Settings parameters;
    Settings implementations;
    int ranks = 0; ///< 0: not under a launcher

    /// The work that the answer is for: all but the implementations, and what is chosen with them.
    Settings point(const Study& study) const;
    /// The parameters that are chosen with the implementations.
    Settings chosen(const Study& study) const;
    /// `n=10, ranks=2, flux=EFMFlux`: of what the study varies.
    std::string text(const Study& study) const;
};

/// `n=10, ranks=2`.
std::string text_of(const Settings& settings);

struct PlannedRun {
    std::size_t combination = 0; ///< index
    std::size_t repetition = 0;  ///< from 0
};

struct Plan {
    std::vector<Combination> combinations; ///< in the order of the study file
    std::vector<PlannedRun> order;         ///< in which they are to be run
};

/// All combinations once in random order, then once more in another, and so on, so that whatever
/// changes on the machine meanwhile meets all of them. The same study and seed make the same order
/// everywhere. Throws model::Error if nothing is left to run, or far too much.
Plan plan_of(const Study& study);

/// The parameters of a point that the study gives several values.
Settings varied(const Study& study, const Settings& point);

} // namespace proxima::study
