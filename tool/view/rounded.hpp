// Numbers of a page.
#pragma once

#include <cmath>

namespace proxima::view {

// Five digits are enough for a picture and keep the page small.
inline double rounded(double value) {
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    const double unit = std::pow(10, 4 - std::floor(std::log10(std::fabs(value))));
    return std::isfinite(unit) && unit > 0 ? std::round(value * unit) / unit : value;
}

} // namespace proxima::view
