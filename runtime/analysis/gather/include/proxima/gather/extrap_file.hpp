// Extra-P's JSON lines, in which the field exchanges measurements.
//
//     {"params": {"P": 4, "Q": 1000}, "callpath": "driver->flux", "metric": "time", "value":
//     [1.2, 1.3]}
//
// Units: as in the file; ours are microseconds. Ownership: values. Thread-safety: different calls
// may run in different threads.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/gather/measurements.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::gather {

/// One set of measurements for each call path and metric; the last name of the path is the
/// component. Throws Error, which names the line.
std::vector<Measurements> read_extrap(const std::filesystem::path& file,
                                      Statistic statistic = Statistic::automatic);
std::vector<Measurements> parse_extrap(const std::filesystem::path& file, std::string_view text,
                                       Statistic statistic = Statistic::automatic);

/// A line for each point with the observations that were kept, or with its mean. Discrete
/// parameters are left out: Extra-P has numbers only.
std::string extrap_text(const Measurements& measurements);

/// A file of lines for each method and metric that has parameters: Extra-P wants the same points
/// for all that is in one file. Throws Error.
void write_extrap(const std::filesystem::path& directory, const std::vector<Measurements>& all);

} // namespace proxima::gather
