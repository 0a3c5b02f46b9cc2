// Watches measurements with sensors, and reports what they find.
//
//     Attention attention({parse_sensor("flux.compute: drift", {"sensors.txt", 1})});
//     for (const auto& event : attention.look(observe())) { // again and again
//         std::cout << event.method << ": " << event.sensor << '\n';
//     }
//
// The component class PerformanceAttention does so by itself; see attention_port.hpp.
//
// Units: times in names that end in `_us` are in microseconds, others in seconds.
// Thread safety: not thread-safe.
// Errors: functions throw only std::bad_alloc.
#pragma once

#include <proxima/online/files/sensor_findings.hpp>
#include <proxima/online/invocations.hpp>
#include <proxima/online/knowledge.hpp>
#include <proxima/online/observation.hpp>
#include <proxima/online/sensor.hpp>
#include <proxima/online/watch.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::online {

/// The sensors of one process. A window of a method ends with the first look after the number of
/// calls that the sensor asks for. Each look compares each sensor with each method.
class Attention {
public:
    explicit Attention(std::vector<Sensor> sensors);

    void add(const Sensor& sensor) { sensors_.push_back(sensor); }

    /// Returns the findings in windows that have ended. Skips sensors of imbalance and of multiples
    /// of expected times.
    std::vector<files::SensorFinding> look(const Observation& now);

    /// Returns the findings of sensors of expected times: since the last call, all calls of a
    /// method took `taken_us`, and `expected_us` was expected.
    std::vector<files::SensorFinding> compare(const std::string& method, std::uint64_t calls,
                                              double taken_us, double expected_us, double seconds);

    /// Returns the finding of a sensor of imbalance: `most_us` is the time of the slowest rank,
    /// `mean_us` the mean of all ranks.
    std::optional<files::SensorFinding> balance(std::size_t sensor, double most_us, double mean_us,
                                                double seconds);

    const std::vector<Sensor>& sensors() const noexcept { return sensors_; }
    /// Lists sensors that have seen no complete window.
    std::vector<std::string> idle() const;

private:
    /// A sensor on one method or MPI routine.
    struct Watched {
        explicit Watched(const Sensor& sensor) : watch(sensor) {}

        Watch watch;
        double began = 0; // beginning of the current window, seconds
        Totals before;    // totals at its beginning
        std::uint64_t calls = 0;
        double taken_us = 0;
        double expected_us = 0;
        std::uint64_t windows = 0; // number of windows so far
        std::deque<double> begins; // of the last of them, in which a finding may begin; seconds
    };

    Watched& watched(std::size_t sensor, const std::string& method);
    std::optional<files::SensorFinding> end_window(std::size_t sensor, const std::string& method,
                                                   double value, double seconds);
    std::optional<files::SensorFinding> look_at(std::size_t sensor, const std::string& method,
                                                const Totals& now, const Observation& all);

    std::vector<Sensor> sensors_;
    std::map<std::pair<std::size_t, std::string>, Watched> watched_;
};

} // namespace proxima::online
