// A running estimate of a median.
#pragma once

#include <algorithm>
#include <cmath>

namespace proxima::online {

// Moves an estimate of the median towards a value that `steps` steps have had.
inline double towards(double median, double value, double steps = 1) {
    constexpr double rate = 0.02; // relative change per step
    const double factor = std::pow(1 + rate, std::min(steps, 4.0));
    return median == 0 ? value : value > median ? median * factor : median / factor;
}

// A running estimate of the median step. The first steps count by their shortest, since one of them
// may be disturbed.
class TypicalStep {
public:
    void add(double seconds, double length) {
        constexpr double first_steps = 8;
        value_ = steps_ < first_steps && (value_ == 0 || seconds < value_)
                     ? seconds
                     : towards(value_, seconds, length);
        steps_ += length;
        if (steps_ <= first_steps) {
            first_ = value_;
        }
    }
    double value() const { return value_; }
    // Returns the estimate as a multiple of that of the first steps.
    double growth() const { return value_ / first_; }

private:
    double value_ = 0;
    double first_ = 0;
    double steps_ = 0;
};

} // namespace proxima::online
