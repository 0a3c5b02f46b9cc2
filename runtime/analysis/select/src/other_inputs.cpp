#include <proxima/base/error.hpp>
#include <proxima/base/units.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/select/other_inputs.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::select {
namespace {

using Values = std::map<std::string, double>;

constexpr int most_steps = 16;        // between two values of an input
constexpr double quantile = 1.644854; // of the normal distribution: 5 % lie above it

// The known implementations in the runs, by instance.
std::map<std::string, const Candidate*> measured_candidates(const SelectionProblem& problem) {
    std::map<std::string, const Candidate*> known;
    for (const auto& family : problem.families) {
        for (const auto& instance : family.instances) {
            const auto measured = problem.measured.find(instance);
            for (const auto& one : family.implementations) {
                if (measured != problem.measured.end() && one.name == measured->second) {
                    known[instance] = &one;
                }
            }
        }
    }
    return known;
}

// Models of the implementations in a run, by instance.
std::map<std::string, std::string> implementations_of(const SelectionProblem& problem,
                                                      const rundir::RunDirectory& run) {
    auto names = gather::recorded_classes(run);
    for (const auto& [instance, measured] : measured_candidates(problem)) {
        names[instance] = measured->model_name;
    }
    return names;
}

// True unless the run recorded another class of an instance that has a choice.
bool has_measured_classes(const SelectionProblem& problem, const rundir::RunDirectory& run) {
    const auto classes = gather::recorded_classes(run);
    const auto measured = measured_candidates(problem);
    return std::all_of(measured.begin(), measured.end(), [&](const auto& one) {
        const auto recorded = classes.find(one.first);
        return recorded == classes.end() || recorded->second == one.second->class_name;
    });
}

// Distance of inputs: factors where both are positive, else differences.
double distance(const Values& from, const Values& to) {
    double sum = 0;
    for (const auto& [name, value] : to) {
        const auto found = from.find(name);
        if (found != from.end()) {
            sum += found->second > 0 && value > 0 ? std::abs(std::log(value / found->second))
                                                  : std::abs(value - found->second);
        }
    }
    return sum;
}

// Whole numbers after `from`, or steps of one factor, up to `to`.
std::vector<double> steps(double from, double to) {
    std::vector<double> values;
    const bool are_whole = from == std::floor(from) && to == std::floor(to);
    const double sign = to < from ? -1 : 1;
    if (are_whole && std::abs(to - from) <= most_steps) {
        for (double value = from; sign * value <= sign * to; value += sign) {
            values.push_back(value);
        }
        return values;
    }
    for (int i = 0; i <= most_steps; ++i) {
        const double share = static_cast<double>(i) / most_steps;
        const double value =
            from > 0 && to > 0 ? from * std::pow(to / from, share) : from + share * (to - from);
        values.push_back(are_whole ? std::round(value) : value);
    }
    return values;
}

} // namespace

OtherInputs::OtherInputs(const std::vector<MeasuredRun>& runs, const SelectionProblem& problem,
                         const Values& values, rundir::ReadOutcome& outcome)
    : problem_(problem) {
    for (const auto& [name, value] : values) {
        values_[full_name(modelled_inputs(problem.models), name)] = value;
    }
    for (const auto& run : runs) {
        if (has_measured_classes(problem, run.directory)) {
            scalers_.emplace_back(run,
                                  ScalingModels{problem.file, problem.models,
                                                implementations_of(problem, run.directory)},
                                  outcome);
        }
    }
    if (scalers_.empty()) {
        throw base::Error(problem.file,
                          "no run has the classes of the assembly; give one that has");
    }
    const auto nearest =
        std::min_element(scalers_.begin(), scalers_.end(), [&](const auto& one, const auto& other) {
            return distance(one.inputs(), values_) < distance(other.inputs(), values_);
        });
    const auto inputs = nearest->inputs();
    std::erase_if(scalers_, [&](const auto& one) { return one.inputs() != inputs; });
}

std::vector<MeasuredRun> OtherInputs::runs_at(const Values& values) const {
    std::vector<MeasuredRun> scaled;
    for (const auto& scaler : scalers_) {
        scaled.push_back(scaler.at(values));
    }
    return scaled;
}

SelectionAnswer OtherInputs::answer_at(const std::string& name, double value,
                                       const SelectionSettings& settings) const {
    auto values = values_;
    values[name] = value;
    rundir::ReadOutcome outcome;
    std::vector<std::string> warnings;
    const auto workload = run_workload(runs_at(values), problem_, outcome, warnings);
    return select(problem_, workload, settings);
}

bool OtherInputs::is_faster_than(const std::map<std::string, std::string>& before,
                                 const SelectionAnswer& answer) const {
    auto one = answer;
    for (const auto& alternative : answer.best) {
        one.best.front() = alternative;
        if (chosen_classes(problem_, one) == before) {
            break;
        }
    }
    // If it is not among the best, it is slower than the last of these.
    const auto& now = answer.best.front().prediction;
    const auto& other = one.best.front().prediction;
    return now.mean_us > 0 && std::log(other.mean_us / now.mean_us) >
                                  quantile * std::hypot(now.run_variation, other.run_variation);
}

std::vector<ChangedChoice> OtherInputs::changes(const SelectionSettings& settings,
                                                std::vector<std::string>& warnings) const {
    std::vector<ChangedChoice> changes;
    for (const auto& [name, value] : values_) {
        const auto warn = [&, &input = name](double at, const std::string& why) {
            warnings.push_back("no answer for " + input + " = " + base::human_number(at) + ": " +
                               why);
        };
        std::map<std::string, std::string> before;
        const auto all = steps(scalers_.front().inputs().at(name), value);
        auto own = settings;
        own.limits.seconds /= static_cast<double>(all.size() * values_.size());
        for (const double step : all) {
            try {
                const auto answer = answer_at(name, step, own);
                auto now = chosen_classes(problem_, answer);
                if (!answer.is_optimal) {
                    warn(step, "there was too little time (--seconds)");
                } else if (before.empty()) {
                    before = std::move(now);
                } else if (now != before && is_faster_than(before, answer)) {
                    changes.push_back({name, step, now});
                    before = std::move(now);
                }
            } catch (const base::Error& error) {
                warn(step, error.problem());
            }
        }
    }
    return changes;
}

} // namespace proxima::select
