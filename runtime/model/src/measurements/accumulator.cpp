#include "measurements/accumulator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

constexpr std::size_t learned_from = 32;
constexpr std::size_t too_few_to_learn = 8;
constexpr double deviations = 10;
constexpr double least_deviation = 0.02;      // of the median
constexpr double normal_deviation = 1.4826;   // of the median distance from the median
constexpr std::uint64_t share_of_a_mode = 20; // one in so many

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

void Moments::merge(const Moments& more) {
    if (more.count == 0) {
        return;
    }
    const auto n = static_cast<double>(count);
    const auto m = static_cast<double>(more.count);
    const double distance = more.mean - mean;
    squares += more.squares + distance * distance * n * m / (n + m);
    mean += distance * m / (n + m);
    count += more.count;
}

void Accumulator::learn(double value) {
    first_.push_back(value);
    if (first_.size() == learned_from) {
        stop_learning();
    }
}

void Accumulator::stop_learning() {
    low_ = -std::numeric_limits<double>::infinity();
    high_ = std::numeric_limits<double>::infinity();
    if (first_.size() >= too_few_to_learn) {
        auto values = first_;
        const double centre = median(values);
        for (double& value : values) {
            value = std::fabs(value - centre);
        }
        const double deviation = std::max(
            {normal_deviation * median(values), least_deviation * std::fabs(centre), resolution_});
        low_ = centre - deviations * deviation;
        high_ = centre + deviations * deviation;
    }
    learning_ = false;
    for (const double value : first_) {
        add(value);
    }
    first_.clear();
    first_.shrink_to_fit();
}

void Accumulator::merge(const Accumulator& more) {
    if (learning_ && !more.learning_) {
        const Accumulator mine = *this;
        *this = more;
        merge(mine);
        return;
    }
    if (more.learning_) {
        for (const double value : more.first_) {
            add(value);
        }
        return;
    }
    low_ = std::min(low_, more.low_);
    high_ = std::max(high_, more.high_);
    usual_.merge(more.usual_);
    unusual_.merge(more.unusual_);
}

Accumulator::Result Accumulator::result() const {
    Accumulator done = *this;
    if (done.learning_) {
        done.stop_learning();
    }
    Result result{done.usual_, done.unusual_.count};
    const auto all = result.moments.count + result.outliers;
    if (result.outliers > 1 && result.outliers * share_of_a_mode > all) {
        result.moments.merge(done.unusual_);
        result.outliers = 0;
    }
    return result;
}

} // namespace proxima::model
