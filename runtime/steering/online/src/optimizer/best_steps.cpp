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
    if (!is_trial) {
        learn(step);
    }
    return is_learnt() ? watch(step) : std::nullopt;
}

void BestSteps::begin(double usual) {
    usual_ = mean_ = usual;
    steps_ = usual > 0 ? 1 : 0;
    drift_.reset();
}

std::optional<double> BestSteps::mean() const {
    return steps_ > known_mean ? std::optional(mean_) : std::nullopt;
}

double BestSteps::limited(double seconds, double multiple) const {
    return steps_ > 2 ? std::min(seconds, multiple * usual_) : seconds;
}

double BestSteps::half_width(const Comparison& seen, double error) const {
    const double pairs = static_cast<double>(std::max<std::uint64_t>(seen.pairs, 1));
    const double degrees = degrees_ + pairs - 1 + expected_degrees;
    const double expected = 2 * std::pow(expected_spread * usual_, 2);
    const double variance = (spread_ + seen.squares + expected_degrees * expected) / degrees;
    const double least = 2 * std::pow(smallest_spread * usual_, 2);
    return base::student_quantile(1 - error / 2, degrees) *
           std::sqrt(std::max(variance, least) / std::max(seen.steps, 1.0));
}

void BestSteps::learn(const Step& step) {
    const double seconds = limited(step.seconds, disturbed_step);
    if (!unpaired_) {
        unpaired_ = seconds;
        return;
    }
    const double difference = seconds - *std::exchange(unpaired_, std::nullopt);
    if (degrees_ >= most_degrees) {
        spread_ *= 1 - 1 / degrees_;
        degrees_ -= 1;
    }
    spread_ += difference * difference * step.length; // means of several steps vary less
    degrees_ += 1;
}

// Watches blocks of steps that are so long that their means vary little.
std::optional<double> BestSteps::watch(const Step& step) {
    if (!drift_) {
        const double deviation = std::sqrt(spread_ / degrees_ / 2) / usual_;
        block_length_ = std::clamp(std::pow(deviation / noise_of_watch, 2), 1.0, longest_block);
        block_ = {0, 0};
        drift_.emplace(drift_of_the_best());
    }
    const double seconds = limited(step.seconds, disturbed_step);
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
