// Which values of a point count.
#pragma once

#include <cstdint>
#include <limits>

namespace proxima::model {

/// What is kept of a point, both ends included.
struct Kept {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double core = 0;            ///< where the values lie that nothing has delayed
    bool delayed = false;       ///< what is above `high` was delayed, and is no mode of operation
    std::uint64_t too_many = 0; ///< that lie far from the others and are kept
    bool contains(double value) const { return value >= low && value <= high; }
};

} // namespace proxima::model
