#include <proxima/study/pair_tests.hpp>

#include <algorithm>

namespace proxima::study {
namespace {

bool has(const Combination& combination, const Settings::value_type& choice) {
    return *find(combination, choice.first) == choice.second;
}

bool has(const Combination& combination, const ImplementationPair& pair) {
    return has(combination, pair.first) && has(combination, pair.second);
}

Combination with(Combination combination, const Settings::value_type& choice) {
    for (auto& [name, value] : combination) {
        value = name == choice.first ? choice.second : value;
    }
    return combination;
}

std::vector<Settings::value_type> implementations_of(const Study& study) {
    std::vector<Settings::value_type> all;
    for (const auto& factor : study.factors) {
        for (const auto& value : factor.values) {
            if (factor.is_implementation) {
                all.emplace_back(factor.name, value);
            }
        }
    }
    return all;
}

// The finished runs, the shortest first.
std::vector<FinishedRun> by_cost(std::vector<FinishedRun> runs) {
    std::sort(runs.begin(), runs.end(), [](const FinishedRun& one, const FinishedRun& other) {
        return std::pair(one.seconds, one.directory) < std::pair(other.seconds, other.directory);
    });
    return runs;
}

} // namespace

std::vector<ImplementationPair> untested_pairs(const Study& study, const Plan& plan,
                                               const Runs& runs) {
    std::vector<ImplementationPair> pairs;
    const auto all = implementations_of(study);
    for (const auto& one : all) {
        for (const auto& other : all) {
            const ImplementationPair pair(one, other);
            if (one.first < other.first && !study.forbids(pair) &&
                std::none_of(
                    runs.finished.begin(), runs.finished.end(),
                    [&](const auto& run) {
                        return has(plan.combinations[run.planned.combination], pair);
                    })) {
                pairs.push_back(pair);
            }
        }
    }
    return pairs;
}

std::vector<Combination> tests_of_pairs(const Study& study, const Plan& plan, const Runs& runs) {
    std::vector<Combination> tests;
    const auto known = by_cost(runs.finished);
    for (const auto& pair : untested_pairs(study, plan, runs)) {
        bool is_tested = std::any_of(tests.begin(), tests.end(),
                                     [&](const auto& test) { return has(test, pair); });
        for (auto run = known.begin(); run != known.end() && !is_tested; ++run) {
            const auto& combination = plan.combinations[run->planned.combination];
            const auto test = has(combination, pair.first) ? with(combination, pair.second)
                                                           : with(combination, pair.first);
            is_tested = has(test, pair) && !study.forbids(test);
            if (is_tested) {
                tests.push_back(test);
            }
        }
    }
    return tests;
}

} // namespace proxima::study
