#include "candidates.hpp"

#include <algorithm>

namespace proxima::study {

std::vector<Candidate> candidates_of(const StudyContext& context,
                                     const std::vector<FinishedRun>& runs) {
    std::vector<Candidate> candidates;
    for (const auto& factor : context.study.factors) {
        for (const auto& combination : context.plan.combinations) {
            if (!factor.is_implementation) {
                continue;
            }
            Candidate made{factor.name, *find(combination, factor.name),
                           chosen_in(context.study, combination)};
            const bool is_known =
                std::any_of(candidates.begin(), candidates.end(), [&](const auto& one) {
                    return one.instance == made.instance && one.is_in(context.study, combination);
                });
            const bool has_run = std::any_of(runs.begin(), runs.end(), [&](const auto& run) {
                return made.is_in(context.study, context.combination(run.planned));
            });
            if (!is_known && has_run) {
                candidates.push_back(std::move(made));
            }
        }
    }
    return candidates;
}

void name_unknown(const StudyContext& context, const std::vector<Candidate>& candidates,
                  std::vector<std::string>& problems) {
    for (const auto& factor : context.study.factors) {
        for (const auto& value : factor.values) {
            if (factor.is_implementation &&
                std::none_of(candidates.begin(), candidates.end(), [&](const auto& one) {
                    return one.instance == factor.name && one.implementation == value;
                })) {
                problems.push_back("no run with " + factor.name + "=" + value +
                                   " went well; it is not among what could be chosen");
            }
        }
    }
}

Settings assembly_of(const StudyContext& context, const std::vector<Candidate>& candidates,
                     const Combination& combination) {
    Settings assembly;
    for (const auto& [name, value] : combination) {
        const bool is_choice =
            context.study.factor(name)->is_implementation || context.study.is_chosen(name);
        if (context.study.chooses_by_runs() && is_choice) {
            assembly.emplace_back(name, value);
        }
    }
    if (!assembly.empty()) {
        return assembly;
    }
    for (const auto& factor : context.study.factors) {
        for (const auto& candidate : candidates) {
            if (candidate.instance == factor.name && candidate.is_in(context.study, combination)) {
                assembly.emplace_back(candidate.instance, candidate.implementation);
                assembly.insert(assembly.end(), candidate.chosen.begin(), candidate.chosen.end());
            }
        }
    }
    return assembly;
}

} // namespace proxima::study
