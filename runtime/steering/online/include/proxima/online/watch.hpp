// Applies one sensor to one method.
//
//     online::Sensor sensor; // of a drift by 10 %
//     online::Watch watch(sensor);
//     for (int window = 0; window < 100; ++window) {
//         if (const auto found = watch.add(window < 50 ? 100.0 : 130.0)) {
//             std::cout << "since window " << found->since << ": " << found->value << '\n';
//         }
//     }
//
// Units: values are in the unit of the sensor's limit.
// Thread safety: not thread-safe.
// Errors: nothing throws.
#pragma once

#include <proxima/online/cusum.hpp>
#include <proxima/online/sensor.hpp>
#include <proxima/online/standardised.hpp>

#include <cstdint>
#include <optional>

namespace proxima::online {

/// A change that a sensor found.
struct Finding {
    std::uint64_t since = 0; ///< window of its beginning, counted from 0
    double value = 0;        ///< mean value since then
    double before = 0;       ///< for a drift, the mean of the earlier windows; else 0
};

/// Decides after each window by a sequential test: at most `false_alarms` findings per window while
/// the limit is not exceeded, or the method does not change. It judges the logarithms of the
/// windows' values by their spread so far; the first 20 windows, and the first 20 after a finding,
/// only determine that spread. A limit that stays exceeded gives one finding.
class Watch {
public:
    /// Half of the promised rate of one in a million, since streams are not quite normal.
    static constexpr double default_false_alarms = 5e-7;

    explicit Watch(const Sensor& sensor, double false_alarms = default_false_alarms);

    /// Adds the value of a window: time of a call, multiple of the expected time, share, or
    /// imbalance.
    std::optional<Finding> add(double value);

    /// Returns the first window in which a later finding may begin.
    std::uint64_t earliest() const;

private:
    /// A test in one direction, and the values of the rise that it sees.
    struct OneSidedTest {
        OneSidedTest(double reference, double false_alarms) : test(reference, false_alarms) {}
        bool add(double standardised, double logarithm);
        double mean() const { return sum / static_cast<double>(count); }

        Cusum test;
        double sum = 0; // sum of logarithms
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
    std::optional<OneSidedTest> above_;
    std::optional<OneSidedTest> below_;
    bool is_above_ = false; // true while the limit is exceeded
    std::uint64_t windows_ = 0;
    std::uint64_t tested_from_ = 0; // first window of the current tests
};

} // namespace proxima::online
