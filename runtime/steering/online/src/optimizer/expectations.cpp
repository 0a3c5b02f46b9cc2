#include "optimizer/expectations.hpp"

#include "component/name_number.hpp"

#include <proxima/base/range.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::online {
namespace {

constexpr double forgetting = 0.9;    // weight of earlier windows, per window
constexpr double least_spread = 0.05; // deviation of logarithms; no model is assumed to be better
constexpr double least_variation =
    0.2; // relative deviation of expected times that separates scale from offset
constexpr double other_class = 0.3;   // added spread if only other classes were measured
constexpr double other_machine = 0.7; // spread if nothing was measured
constexpr double nine_of_ten = 1.645; // standard deviations around 90 % of a normal distribution

base::Range about(double value, double spread) {
    return {value * std::exp(-nine_of_ten * spread), value * std::exp(nine_of_ten * spread)};
}

// Patterns of the methods of an instance, and of its candidates on trial. Names that only begin
// with its name are other instances.
std::array<std::string, 2> methods_of(const std::string& instance) {
    return {instance + ".*", instance + "@*.*"};
}

// Adds the classes of other instances as parameters, which conditions of models may name.
void add_classes(const std::vector<std::pair<std::string, std::string>>& beside,
                 Invocations& invocations) {
    std::vector<double> numbers;
    for (const auto& [instance, class_name] : beside) {
        numbers.push_back(number_of(class_name));
        invocations.words.push_back({{static_cast<std::int64_t>(numbers.back()), class_name}});
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < invocations.count(); ++i) {
        const double* const own = invocations.values_of(i);
        values.insert(values.end(), own, own + invocations.parameters.size());
        values.insert(values.end(), numbers.begin(), numbers.end());
    }
    for (const auto& [instance, class_name] : beside) {
        invocations.parameters.push_back(instance);
    }
    invocations.values = std::move(values);
}

} // namespace

void Correction::learn(double measured, double expected) {
    const double share = 1 / (forgetting * weight_ + 1);
    if (is_known()) {
        const double miss = std::log(measured / (*this)(expected));
        variance_ = (1 - share) * (variance_ + share * miss * miss);
    }
    const double dx = expected - expected_;
    const double dy = measured - measured_;
    expected_squares_ = (1 - share) * (expected_squares_ + share * dx * dx);
    products_ = (1 - share) * (products_ + share * dx * dy);
    expected_ += share * dx;
    measured_ += share * dy;
    weight_ = forgetting * weight_ + 1;
}

double Correction::scale() const noexcept {
    const bool varies = expected_squares_ > std::pow(least_variation * expected_, 2);
    return varies && products_ > 0 ? products_ / expected_squares_ : measured_ / expected_;
}

double Correction::offset() const noexcept {
    return measured_ - scale() * expected_;
}

double Correction::operator()(double expected) const noexcept {
    const double corrected = scale() * expected + offset();
    return corrected > 0 ? corrected : measured_ / expected_ * expected;
}

double Correction::spread() const noexcept {
    return std::sqrt(variance_ + least_spread * least_spread);
}

Expectations::Expectations(std::string instance, std::vector<std::string> classes)
    : instance_(std::move(instance)), classes_(std::move(classes)),
      expected_us_(classes_.size(), 0) {
}

void Expectations::keep_invocations() const {
    for (const std::string& pattern : methods_of(instance_)) {
        online::keep_invocations(pattern);
    }
}

// Contributes NaN if a model is missing, which makes the sum over ranks NaN, too.
void Expectations::contribute(const PerformanceKnowledgePort& knowledge,
                              const std::vector<std::pair<std::string, std::string>>& beside,
                              std::span<double> own) {
    for (const std::string& pattern : methods_of(instance_)) {
        for (Invocations& some : take_invocations(pattern)) {
            add_classes(beside, some);
            own[calls] += static_cast<double>(some.count());
            own[measured_us] +=
                std::accumulate(some.durations_us.begin(), some.durations_us.end(), 0.0);
            for (std::size_t i = 0; i < classes_.size(); ++i) {
                own[fixed + i] += times_.of(knowledge, classes_[i], some)
                                      .value_or(std::numeric_limits<double>::quiet_NaN());
            }
        }
    }
}

void Expectations::learn(std::span<const double> all, std::size_t active, double phase) {
    phase_ = phase;
    if (all[calls] == 0) {
        return;
    }
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        const double sum = all[fixed + i];
        expected_us_[i] = std::isfinite(sum) ? sum / all[calls] : 0;
    }
    if (expected_us_[active] > 0 && all[measured_us] > 0) {
        const double measured = all[measured_us] / all[calls];
        Corrections& corrections = by_phase_[phase_];
        corrections.classes[active].learn(measured, expected_us_[active]);
        corrections.machine.learn(measured, expected_us_[active]);
    }
}

std::optional<base::Range> Expectations::predicted(std::size_t candidate) const {
    const double expected = expected_us_[candidate];
    if (expected == 0) {
        return std::nullopt;
    }
    if (const Correction* const own = correction(candidate)) {
        return about((*own)(expected), own->spread());
    }
    const auto known = by_phase_.find(phase_);
    if (known == by_phase_.end()) {
        return about(expected, other_machine);
    }
    const Correction& machine = known->second.machine;
    return about(machine(expected), machine.spread() + other_class);
}

const Correction* Expectations::correction(std::size_t candidate) const {
    const auto known = by_phase_.find(phase_);
    if (known == by_phase_.end()) {
        return nullptr;
    }
    const auto own = known->second.classes.find(candidate);
    return own == known->second.classes.end() ? nullptr : &own->second;
}

} // namespace proxima::online
