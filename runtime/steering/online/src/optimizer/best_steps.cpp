#include "optimizer/best_steps.hpp"

#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::online {
namespace {

constexpr double most_degrees = 64;       // earlier differences are forgotten
constexpr double smallest_spread = 0.002; // relative deviation of steps
constexpr double expected_spread = 0.05;  // assumed before the first measurement
constexpr double expected_degrees = 1;    // weight of this assumption, in pairs
constexpr double known_mean = 100;        // steps that tell how often a step is disturbed
constexpr double noise_of_watch = 0.15;   // largest deviation of a block for the watch
constexpr double longest_block = 64;      // steps
constexpr double longest_watched = 2;     // multiple of the typical step: a wait is no drift
constexpr double tried_steps = 32;        // of a winner, after which its trial is judged
constexpr double far_shorter = 0.5;       // than the trial has promised

Sensor drift_of_the_best() {
    Sensor sensor;
    sensor.quantity = SensorQuantity::drift;
    sensor.limit = 0.2;
    return sensor;
}

} // namespace

std::optional<double> BestSteps::add(const Step& step, bool is_trial) {
    steps_ += step.length;
    mean_ += (step.seconds - mean_) * step.length / steps_;
    usual_ += (limited(step.seconds, disturbed_mean) - usual_) * step.length / steps_;
    is_far_ = step.seconds > longest_watched * typical_.value();
    typical_.add(step.seconds, step.length);
    if (!is_trial) {
        learn(step);
    }
    return is_learnt() ? watch(step) : std::nullopt;
}

void BestSteps::begin(double usual) {
    usual_ = mean_ = promised_ = usual;
    steps_ = usual > 0 ? 1 : 0;
    drift_.reset();
    typical_ = {};
}

std::optional<double> BestSteps::mean() const {
    return steps_ > known_mean ? std::optional(mean_) : std::nullopt;
}

double BestSteps::limited(double seconds, double multiple) const {
    return steps_ > 2 ? std::min(seconds, multiple * usual_) : seconds;
}

double BestSteps::half_width(const Comparison& seen, double error) const {
    return base::student_quantile(1 - error / 2, degrees(seen)) *
           std::sqrt(variance(seen) / std::max(seen.steps, 1.0));
}

double BestSteps::noise(const Comparison& seen) const {
    return std::sqrt(variance(seen) / 2) / usual_;
}

double BestSteps::degrees(const Comparison& seen) const {
    const double pairs = static_cast<double>(std::max<std::uint64_t>(seen.pairs, 1));
    return degrees_ + pairs - 1 + expected_degrees;
}

double BestSteps::variance(const Comparison& seen) const {
    const double expected = 2 * std::pow(expected_spread * usual_, 2);
    const double least = 2 * std::pow(smallest_spread * usual_, 2);
    return std::max((spread_ + seen.squares + expected_degrees * expected) / degrees(seen), least);
}

void BestSteps::learn(const Step& step) {
    const double seconds = limited(step.seconds, disturbed_step);
    if (!unpaired_) {
        unpaired_ = seconds;
        return;
    }
    const double other = *std::exchange(unpaired_, std::nullopt);
    if (degrees_ >= most_degrees) {
        spread_ *= 1 - 1 / degrees_;
        watched_spread_ *= 1 - 1 / degrees_;
        degrees_ -= 1;
    }
    // Means of several steps vary less.
    spread_ += std::pow(seconds - other, 2) * step.length;
    watched_spread_ +=
        std::pow((watched(seconds) - watched(other)) / typical_.value(), 2) * step.length;
    degrees_ += 1;
}

double BestSteps::watched(double seconds) const {
    return std::min(seconds, longest_watched * typical_.value());
}

// Watches blocks of steps that are so long that their means vary little.
std::optional<double> BestSteps::watch(const Step& step) {
    if (!drift_) {
        const double deviation = std::sqrt(watched_spread_ / degrees_ / 2);
        block_length_ = std::clamp(std::pow(deviation / noise_of_watch, 2), 1.0, longest_block);
        block_ = {0, 0};
        drift_.emplace(drift_of_the_best());
    }
    // The watch has not seen the steps of the trial, after which the load may have shrunk.
    if (promised_ > 0 && steps_ > tried_steps) {
        const double growth = usual_ / std::exchange(promised_, 0);
        if (growth < far_shorter) {
            return growth;
        }
    }
    const double seconds = watched(step.seconds);
    block_.length += step.length;
    block_.seconds += (seconds - block_.seconds) * step.length / block_.length;
    if (block_.length < block_length_) {
        return std::nullopt;
    }
    const double mean_of_block = std::exchange(block_, {0, 0}).seconds;
    const auto drift = drift_->add(mean_of_block);
    if (!drift) {
        return std::nullopt;
    }
    // A slow rise may have begun long before a steep one: the last block may be farther away.
    const double mean = drift->value / drift->before;
    const double last = mean_of_block / drift->before;
    return std::abs(std::log(last)) > std::abs(std::log(mean)) ? last : mean;
}

} // namespace proxima::online
