// One sensor on one method: is what it watches for the case?
#pragma once

#include <proxima/online/cusum.hpp>
#include <proxima/online/sensor.hpp>
#include <proxima/online/standardised.hpp>

#include <cstdint>
#include <optional>

namespace proxima::online {

/// That a sensor fired.
struct Finding {
    std::uint64_t since = 0; ///< the window in which it began, counted from 0
    double value = 0;        ///< the mean over these windows, in the unit of the sensor's limit
    double before = 0;       ///< of a drift: the mean of the windows before
};

/// Decides after each window by a sequential test: `false_alarms` findings per window at most while
/// the limit is not passed, or the method does not change. It judges the logarithms of the windows'
/// values by the spread that they have had; the first 20, and those after a finding, only tell that
/// spread. A limit that stays passed is found once.
///
/// Not thread-safe. Throws nothing.
class Watch {
public:
    /// Half of the one in a million that is promised: streams are not quite normal.
    static constexpr double default_false_alarms = 5e-7;

    explicit Watch(const Sensor& sensor, double false_alarms = default_false_alarms);

    /// `value` of a window: time of a call, its multiple of what was expected, share, imbalance.
    std::optional<Finding> add(double value);

private:
    /// A test, and the values of the rise that it sees.
    struct Side {
        Side(double reference, double false_alarms) : test(reference, false_alarms) {}
        bool add(double standardised, double logarithm);
        double mean() const { return sum / static_cast<double>(count); }

        Cusum test;
        double sum = 0; // of logarithms
        std::uint64_t count = 0;
    };

    bool is_learning() const;
    void begin_tests(double smallest_change);
    void learn_anew();
    std::optional<Finding> judge_level(double logarithm);
    std::optional<Finding> judge_drift(double logarithm);

    Sensor sensor_;
    double false_alarms_;
    Standardised values_;
    std::optional<Side> above_;
    std::optional<Side> below_;
    bool is_above_ = false; // of a limit: there was a finding
    std::uint64_t windows_ = 0;
    std::uint64_t tested_from_ = 0; // the window that the tests count as their first
};

} // namespace proxima::online
