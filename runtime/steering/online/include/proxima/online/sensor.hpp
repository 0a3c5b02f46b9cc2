// Sensors, which PerformanceAttention watches, and the lines that describe them:
//
//  | flux.compute: mean > 1.3 * expected for 50 calls
//  | flux.compute: mean > 120 us
//  | MPI_Waitsome: share > 25 %
//  | integrator.advance: imbalance over ranks > 1.5
//  | mesh.update_ghosts: drift
//  | flux.*: drift > 20 %
//
// The subject is a method, `instance.method`, or an MPI routine, with `*` and `?`. A window is a
// number of successive calls: 50, unless the line gives another number.
//
// Errors: parse_sensor() throws base::Error at `place`, and describes valid lines.
#pragma once

#include <proxima/base/error.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::online {

enum class SensorQuantity {
    mean,      ///< time of a call in microseconds or, with `expected`, as a multiple of the model's
               ///< value
    share,     ///< share of the time of the run, 0 to 1
    imbalance, ///< time of the slowest rank divided by the mean of all ranks
    drift,     ///< change of the mean time of a call
};

struct Sensor {
    std::string line;    ///< line that describes the sensor
    std::string subject; ///< glob
    SensorQuantity quantity = SensorQuantity::drift;
    bool of_expected = false; ///< the limit is a multiple of the model's value
    double limit = 0.1;       ///< for a drift, the relative change that the test finds soonest
    std::uint64_t calls = 50; ///< calls in a window
};

Sensor parse_sensor(std::string_view line, const base::Place& place);

/// Reads one sensor per line; `#` starts a comment. Throws base::Error.
std::vector<Sensor> read_sensors(const std::filesystem::path& file);

} // namespace proxima::online
