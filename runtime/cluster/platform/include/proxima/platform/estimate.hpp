// Values that a model starts from and estimates that it returns, with intervals.
//
// Ownership: values. Thread safety: as plain values.
#pragma once

#include <proxima/base/range.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace proxima::platform {

/// Values by name: of parameters, or of quantities in place of those of the platform.
using Values = std::map<std::string, double>;

struct Estimate {
    double value = 0;
    std::optional<base::Range> interval; ///< unset: all inputs count as exact
};

/// What a node used, by name, with the uncertainty of sampling.
struct Amount : Estimate {
    std::string_view unit;
};
using Usage = std::map<std::string, Amount>;

} // namespace proxima::platform
