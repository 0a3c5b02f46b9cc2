#include <proxima/rundir/durations.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::rundir {

Durations::Durations(const Sums& sums)
    : calls_(sums.calls),
      first_(sums.calls == 0 ? 0 : sums.total_ns / static_cast<double>(sums.calls)),
      squares_(sums.squares_ns2), min_(sums.min_ns), max_(sums.max_ns) {
}

void Durations::merge(const Durations& more) {
    if (more.calls_ == 0) {
        return;
    }
    if (calls_ == 0) {
        *this = more;
        return;
    }
    const double shift = more.first_ - first_;
    const auto n = static_cast<double>(more.calls_);
    squares_ += more.squares_ + 2 * shift * more.distance_ + n * shift * shift;
    distance_ += more.distance_ + n * shift;
    min_ = std::min(min_, more.min_);
    max_ = std::max(max_, more.max_);
    calls_ += more.calls_;
}

double Durations::mean_ns() const {
    return calls_ == 0 ? 0 : first_ + distance_ / static_cast<double>(calls_);
}

double Durations::squares_from_mean() const {
    return calls_ == 0
               ? 0
               : std::max(squares_ - distance_ * (distance_ / static_cast<double>(calls_)), 0.0);
}

double Durations::deviation_ns() const {
    return calls_ == 0 ? 0 : std::sqrt(squares_from_mean() / static_cast<double>(calls_));
}

double Durations::sum_of_squares_ns2() const {
    return squares_from_mean() + mean_ns() * total_ns();
}

} // namespace proxima::rundir
