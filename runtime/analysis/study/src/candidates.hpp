// The implementations among which a study chooses.
#pragma once

#include <proxima/study/analysis.hpp>

#include <string>
#include <vector>

namespace proxima::study {

// An implementation, with the values that are chosen with it.
struct Candidate {
    std::string instance;
    std::string implementation;
    Settings chosen;

    // `binomial size=200`: as the selection file calls it.
    std::string name(const Plan& plan) const {
        const auto text = text_of(varied(plan, chosen));
        return implementation + (text.empty() ? "" : " " + text);
    }
    bool is_in(const Study& study, const Combination& combination) const {
        return *find(combination, instance) == implementation &&
               chosen_in(study, combination) == chosen;
    }
};

// The candidates that a finished run has used.
std::vector<Candidate> candidates_of(const StudyContext& context,
                                     const std::vector<FinishedRun>& runs);

// Reports implementations without a successful run.
void name_unknown(const StudyContext& context, const std::vector<Candidate>& candidates,
                  std::vector<std::string>& problems);

// The choices in a combination, in the order of the factors.
Settings assembly_of(const StudyContext& context, const std::vector<Candidate>& candidates,
                     const Combination& combination);

} // namespace proxima::study
