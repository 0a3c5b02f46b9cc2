#include "optimizer/expectations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::online {
namespace {

constexpr double forgetting = 0.9;    // weight of what was known, at each window
constexpr double least_spread = 0.05; // of a logarithm: models are never better
constexpr double other_class = 0.3;   // more, where only other classes have been measured
constexpr double other_machine = 0.7; // where nothing has
constexpr double nine_of_ten = 1.645; // standard deviations

model::Range about(double value, double spread) {
    return {value * std::exp(-nine_of_ten * spread), value * std::exp(nine_of_ten * spread)};
}

} // namespace

void Correction::learn(double measured, double expected) {
    const double miss = std::log(measured / expected);
    const double before = miss - mean_;
    const double share = 1 / (forgetting * weight_ + 1);
    mean_ += share * before;
    variance_ = (1 - share) * (variance_ + share * before * before);
    weight_ = forgetting * weight_ + 1;
}

double Correction::factor() const noexcept {
    return std::exp(mean_);
}

double Correction::spread() const noexcept {
    return std::sqrt(variance_ + least_spread * least_spread);
}

Expectations::Expectations(std::string instance, std::vector<std::string> classes)
    : pattern_(std::move(instance) + "*"), classes_(std::move(classes)),
      expected_us_(classes_.size(), 0), corrections_(classes_.size()) {
    keep_invocations(pattern_);
}

/// Not a number where a model does not know, and so is the sum over ranks.
void Expectations::contribute(const PerformanceKnowledgePort& knowledge, std::span<double> own) {
    const std::string instance = pattern_.substr(0, pattern_.size() - 1);
    for (const Invocations& some : take_invocations(pattern_)) {
        if (some.instance != instance && some.instance.rfind(instance + "@", 0) != 0) {
            continue;
        }
        own[calls] += static_cast<double>(some.count());
        own[measured_us] +=
            std::accumulate(some.durations_us.begin(), some.durations_us.end(), 0.0);
        for (std::size_t i = 0; i < classes_.size(); ++i) {
            own[fixed + i] += times_.of(knowledge, classes_[i], some)
                                  .value_or(std::numeric_limits<double>::quiet_NaN());
        }
    }
}

void Expectations::learn(std::span<const double> all, std::size_t active) {
    if (all[calls] == 0) {
        return;
    }
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        const double sum = all[fixed + i];
        expected_us_[i] = std::isfinite(sum) ? sum / all[calls] : 0;
    }
    if (expected_us_[active] > 0 && all[measured_us] > 0) {
        const double measured = all[measured_us] / all[calls];
        corrections_[active].learn(measured, expected_us_[active]);
        machine_.learn(measured, expected_us_[active]);
    }
}

std::optional<model::Range> Expectations::predicted(std::size_t candidate) const {
    const double expected = expected_us_[candidate];
    if (expected == 0) {
        return std::nullopt;
    }
    const Correction& own = corrections_[candidate];
    if (own.is_known()) {
        return about(expected * own.factor(), own.spread());
    }
    return machine_.is_known()
               ? about(expected * machine_.factor(), machine_.spread() + other_class)
               : about(expected, other_machine);
}

} // namespace proxima::online
