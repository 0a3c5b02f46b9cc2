#include "measured_assemblies.hpp"

#include <proxima/base/units.hpp>
#include <proxima/compare/change.hpp>

#include <algorithm>
#include <numeric>

namespace proxima::study {
namespace {

// Time by the runs if there are some, else by the models.
double time_of(const StudyAlternative& alternative, const std::vector<MeasuredAssembly>& measured) {
    const auto* known = find_assembly(measured, alternative.assembly);
    return known != nullptr ? known->mean_us() : *alternative.predicted_us;
}

// True if `other` is at least as good in everything, and better in something.
bool surpasses(const StudyAlternative& other, const StudyAlternative& one,
               const std::vector<MeasuredAssembly>& measured, const Study& study) {
    const double distance = time_of(one, measured) - time_of(other, measured);
    bool is_better = distance > 0;
    bool is_as_good = distance >= 0;
    for (const auto& result : study.results) {
        const auto known = one.quality.find(result.name);
        const auto others = other.quality.find(result.name);
        if (known != one.quality.end() && others != other.quality.end()) {
            const double gain = (result.more_is_better ? 1 : -1) * (others->second - known->second);
            is_better = is_better || gain > 0;
            is_as_good = is_as_good && gain >= 0;
        }
    }
    return is_better && is_as_good;
}

} // namespace

const MeasuredAssembly* find_assembly(const std::vector<MeasuredAssembly>& measured,
                                      const Settings& assembly) {
    const auto found = std::find_if(measured.begin(), measured.end(), [&](const auto& one) {
        return one.alternative.assembly == assembly;
    });
    return found == measured.end() ? nullptr : &*found;
}

double MeasuredAssembly::mean_us() const {
    return std::accumulate(times_us.begin(), times_us.end(), 0.0) /
           static_cast<double>(times_us.size());
}

std::string MeasuredAssembly::text() const {
    return "measured " + base::human_time(times_us.front()) +
           (times_us.size() > 1 ? " to " + base::human_time(times_us.back()) + " in " +
                                      base::plural(times_us.size(), "run")
                                : "");
}

double MeasuredAssembly::better_probability(const MeasuredAssembly& other) const {
    return compare::change_between({other.times_us, 0}, {times_us, 0}).p_above(1);
}

void rank_by_runs(PointAnswer& made, const std::vector<StudyAlternative>& by_models,
                  const Study& study) {
    auto& measured = made.measured;
    std::stable_sort(measured.begin(), measured.end(), [](const auto& one, const auto& other) {
        return one.mean_us() < other.mean_us();
    });
    made.best = by_models.empty() ? measured.front().alternative : by_models.front();
    for (const auto& one : by_models) {
        made.best = time_of(one, measured) < time_of(made.best, measured) ? one : made.best;
    }
    if (!measured.empty() && measured.front().mean_us() < time_of(made.best, measured)) {
        made.best = measured.front().alternative;
    }
    if (const auto* chosen = find_assembly(measured, made.best.assembly)) {
        made.measured_us = chosen->times_us;
    }
    if (!by_models.empty()) {
        made.optimum_of_models = by_models.front();
    }
    const auto front = made.front;
    std::erase_if(made.front, [&](const auto& one) {
        return std::any_of(front.begin(), front.end(), [&](const auto& other) {
            return surpasses(other, one, measured, study);
        });
    });
}

} // namespace proxima::study
