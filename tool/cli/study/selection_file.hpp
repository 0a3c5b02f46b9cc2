// What may be selected at a point of a study.
#pragma once

#include "study/analysis.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

/// One that an instance may be.
struct Candidate {
    std::string instance;
    std::string name; ///< of the implementation and what is chosen with it
    std::string implementation;
    study::Settings chosen;
    std::map<std::string, double> quality;
};

/// Instances and implementations of the study that no run has shown. Nothing is known of them.
study::Settings never_run(const study::Study& study, const study::Plan& plan,
                          const std::vector<study::FinishedRun>& good);

/// Those of the study but for `unknown`, with the qualities that these runs have shown. One whose
/// quality was not measured here is left out.
std::vector<Candidate> candidates_of(const StudyContext& context,
                                     const std::vector<const study::FinishedRun*>& runs,
                                     const study::Settings& unknown);

/// A selection file that `proxima select` reads, too. Throws model::Error.
void write_selection_file(const StudyContext& context, const study::Question& question,
                          const std::vector<Candidate>& candidates,
                          const std::filesystem::path& file);

} // namespace proxima::cli
