// What attention watches for, one line each:
//
//  | flux.compute: mean > 1.3 * expected for 50 calls
//  | flux.compute: mean > 120 us
//  | MPI_Waitsome: share > 25 %
//  | integrator.advance: imbalance over ranks > 1.5
//  | mesh.update_ghosts: drift
//  | flux.*: drift > 20 %
//
// The subject is a method, `instance.method`, or a routine of MPI; `*` and `?` match. A window is
// what happens in so many calls of it, 50 unless the line gives another number.
#pragma once

#include <proxima/base/error.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace proxima::online {

enum class SensorQuantity {
    mean,      ///< time of a call, microseconds; or, with `expected`, as a multiple of that
    share,     ///< of the time of the run, 0 to 1
    imbalance, ///< the rank that takes most time, by the mean of all
    drift,     ///< the mean, against what it was before
};

struct Sensor {
    std::string line;    ///< as it was written
    std::string subject; ///< a glob
    SensorQuantity quantity = SensorQuantity::drift;
    bool of_expected = false; ///< the limit is a multiple of the model's value
    double limit = 0.1;       ///< of a drift: the relative change that is to be found soonest
    std::uint64_t calls = 50; ///< of a window
};

/// Throws base::Error at `place`, with what a line may be.
Sensor parse_sensor(std::string_view line, const base::Place& place);

} // namespace proxima::online
