// Statistics by the size of the first parameter, which are exact where not every invocation was
// recorded.
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

/// The bin that an invocation of `method` lies in, by its first parameter; 0 if it has none.
int bin_of(const Method& method, const Record& record);

/// The values in a bin, for people: `16..31`, `0.5..1`, `true`, `other`. `parameter` is the one
/// that the bin is of; null for methods without.
std::string bin_text(const Parameter* parameter, int bin);

/// The least and the greatest value of a bin of numbers.
struct BinRange {
    double low = 0;
    double high = 0;
};

/// Unset of bins that are none of numbers: truth values, named ones, `other`. Of real numbers the
/// upper end is the least value beyond the bin; infinite where it has no end.
std::optional<BinRange> bin_range(ParameterType type, int bin);

} // namespace proxima::rundir
