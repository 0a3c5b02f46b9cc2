// Mean and variance of the invocations at one point, without the outliers among them.
#pragma once

#include <cstdint>
#include <vector>

namespace proxima::model {

/// Welford's sums.
struct Moments {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0; ///< of the distances from the mean

    void add(double value) {
        ++count;
        const double distance = value - mean;
        mean += distance / static_cast<double>(count);
        squares += distance * (value - mean);
    }
    void merge(const Moments& more);
};

/// The first invocations are kept to learn what is usual; what lies more than ten robust deviations
/// (1.4826 times the median distance from the median, at least 2 % of it, and no less than what the
/// clock can tell apart) from their median is an outlier. Where more than one and more than 5 %
/// would be, they are a mode of operation, and stay.
class Accumulator {
public:
    explicit Accumulator(double resolution = 0) : resolution_(resolution) {}

    void add(double value) {
        if (learning_) {
            learn(value);
        } else {
            (value >= low_ && value <= high_ ? usual_ : unusual_).add(value);
        }
    }
    void merge(const Accumulator& more);

    struct Result {
        Moments moments;
        std::uint64_t outliers = 0;
    };
    Result result() const;

private:
    void learn(double value);
    void stop_learning();

    double resolution_;
    Moments usual_;
    Moments unusual_;
    double low_ = 0;
    double high_ = 0;
    bool learning_ = true;
    std::vector<double> first_;
};

} // namespace proxima::model
