// What implementations cost together, from runs in which they were together: what the measured time
// of a connection exceeds the prediction of models by that know nothing of one another.
//
// Units: microseconds. Ownership: values.
#pragma once

#include <proxima/model/selection.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::model {

/// A run, and the implementation of each instance in it. Its works say who called, and what was
/// measured.
struct AssembledRun {
    std::string name;                                   ///< for messages
    std::map<std::string, std::string> implementations; ///< by instance
    Workload workload;
};

struct MeasuredInteractions {
    std::vector<Interaction> interactions; ///< `us_per_call`, with its standard error
    std::vector<std::string> not_known;    ///< what the runs do not tell, and what to run
};

/// The time of an instance under one caller, without what it calls, is compared with its models;
/// the difference belongs to this pair of implementations. What a caller takes itself is shared out
/// among those that it calls by weighted least squares; where the runs do not separate them,
/// nothing is said but which. Throws Error for fewer than two assemblies, and where no instances of
/// families call one another.
MeasuredInteractions measured_interactions(const SelectionProblem& problem,
                                           const std::vector<AssembledRun>& runs);

/// A file `{"format": 1, "interactions": [...]}`, as selections name it.
std::string interactions_text(const std::vector<Interaction>& interactions);

/// Writes that file, as a whole or not at all. Throws Error.
void write_interactions(const std::filesystem::path& file,
                        const std::vector<Interaction>& interactions);

} // namespace proxima::model
