// Statistics by the size of the first parameter. They cover all invocations, recorded or not.
// Units: nanoseconds. Ownership: values only. Thread-safety: as plain values.
#pragma once

#include <proxima/rundir/durations.hpp>
#include <proxima/rundir/records.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace proxima::rundir {

/// The invocations of a call path whose first parameter lies in one bin.
struct BinStatistics {
    std::size_t call_path = 0;
    int bin = 0;
    Durations durations; ///< inclusive
    double communication_ns = 0;
};

/// The bin of an invocation of `method`; 0 if the method has no parameter.
int bin_of(const Method& method, const Record& record);

/// The values in a bin, for people: `16..31`, `0.5..1`, `true`, `other`. `parameter`: the first
/// parameter, or null.
std::string bin_text(const Parameter* parameter, int bin);

/// The least and the greatest value of a bin of numbers.
struct BinRange {
    double low = 0;
    double high = 0;
};

/// Empty for truth values, enumerations and `other`. For real numbers `high` is the least value
/// above the bin, or infinite.
std::optional<BinRange> bin_range(ParameterType type, int bin);

} // namespace proxima::rundir
