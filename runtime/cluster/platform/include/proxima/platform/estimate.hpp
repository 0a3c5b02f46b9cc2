// Defines the values that a model starts from and the estimates that it returns, with intervals.
//
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/base/range.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace proxima::platform {

/// Values by name: of parameters, or of quantities that replace those of the platform.
using Values = std::map<std::string, double>;

struct Estimate {
    double value = 0;
    std::optional<base::Range> interval; ///< unset if all inputs are exact

    double low() const { return interval ? interval->min : value; }
    double high() const { return interval ? interval->max : value; }
};

/// Amount that a node used, with the uncertainty of sampling.
struct Amount : Estimate {
    std::string_view unit;
};
/// Amounts by name.
using Usage = std::map<std::string, Amount>;

} // namespace proxima::platform
