#include "measured_assemblies.hpp"

#include <proxima/base/histogram.hpp>
#include <proxima/base/student.hpp>
#include <proxima/base/units.hpp>
#include <proxima/compare/change.hpp>
#include <proxima/compare/compare.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::study {
namespace {

// Standard deviation between the runs of an assembly, as a share of their mean, from all assemblies
// of the point.
struct RunNoise {
    double deviation = 0;
    double degrees = 0; // infinite: assumed
};

RunNoise noise_of(const std::vector<MeasuredAssembly>& measured, double assumed) {
    double squares = 0;
    double degrees = 0;
    for (const auto& one : measured) {
        base::Moments moments;
        for (const double us : one.times_us) {
            moments.add(us / one.mean_us());
        }
        squares += moments.squares;
        degrees += static_cast<double>(moments.count) - 1;
    }
    return degrees > 0 ? RunNoise{std::sqrt(squares / degrees), degrees}
                       : RunNoise{assumed, std::numeric_limits<double>::infinity()};
}

// The interval that holds the mean of many such runs.
base::Range interval_of(const MeasuredAssembly& one, const RunNoise& noise, double level) {
    const double mean = one.mean_us();
    const double half = mean * noise.deviation *
                        base::student_quantile((1 + level) / 2, noise.degrees) /
                        std::sqrt(static_cast<double>(one.times_us.size()));
    return {mean - half, mean + half};
}

// True if neither the mean of the runs nor one of them is near the prediction. A single run does
// not tell how runs differ.
bool is_refuted(const MeasuredAssembly& one, const RunNoise& noise, double level) {
    const auto interval = interval_of(one, noise, level);
    const auto& predicted = one.alternative.interval;
    return one.alternative.predicted_us && one.times_us.size() > 1 &&
           (std::min(interval.min, one.times_us.front()) > predicted.max ||
            std::max(interval.max, one.times_us.back()) < predicted.min);
}

std::string refutation(const MeasuredAssembly& one) {
    const auto& alternative = one.alternative;
    return text_of(alternative.assembly) + ": predicted " +
           base::human_time(*alternative.predicted_us) + " (" +
           base::human_time(alternative.interval.min) + " to " +
           base::human_time(alternative.interval.max) + "), " + one.text() +
           "; the models do not hold for it";
}

const MeasuredAssembly* find_assembly(const std::vector<MeasuredAssembly>& measured,
                                      const Settings& assembly) {
    const auto found = std::find_if(measured.begin(), measured.end(), [&](const auto& one) {
        return one.alternative.assembly == assembly;
    });
    return found == measured.end() ? nullptr : &*found;
}

// Time by the runs if there are some, else by the models.
double time_of(const StudyAlternative& alternative, const std::vector<MeasuredAssembly>& measured) {
    const auto* known = find_assembly(measured, alternative.assembly);
    return known != nullptr ? known->mean_us() : *alternative.predicted_us;
}

void contradict(PointAnswer& made, const StudyAlternative& by_models) {
    const auto noise = noise_of(made.measured, made.settings.assumed_variation);
    const auto* predicted = find_assembly(made.measured, by_models.assembly);
    const auto* chosen = find_assembly(made.measured, made.best.assembly);
    const auto refute = [&](const MeasuredAssembly& one) {
        if (is_refuted(one, noise, made.settings.level)) {
            made.contradictions.push_back(refutation(one));
        }
    };
    if (predicted != nullptr) {
        refute(*predicted);
    }
    if (chosen != nullptr && chosen != predicted) {
        refute(*chosen);
    }
    if (predicted != nullptr && chosen != nullptr && predicted != chosen &&
        predicted->times_us.size() > 1 && chosen->times_us.size() > 1 &&
        predicted->better_probability(*chosen) < compare::significant) {
        made.contradictions.push_back("the models prefer " + text_of(by_models.assembly) + ", " +
                                      predicted->text() + ", to " + text_of(made.best.assembly) +
                                      ", " + chosen->text());
    }
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
        contradict(made, by_models.front());
    }
    const auto front = made.front;
    std::erase_if(made.front, [&](const auto& one) {
        return std::any_of(front.begin(), front.end(), [&](const auto& other) {
            return surpasses(other, one, measured, study);
        });
    });
}

} // namespace proxima::study
