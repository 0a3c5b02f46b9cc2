// Reads and writes Extra-P's JSON lines, the usual exchange format of scaling measurements.
//
//     for (const auto& measurements : gather::read_extrap("driver.flux.jsonl")) {
//         std::cout << measurements.component << ": " << measurements.points.size() << " points\n";
//     }
//
// A line is one point:
//  | {"params": {"P": 4, "Q": 1000}, "callpath": "driver->flux", "metric": "time", "value": [1.2]}
//
// Units: as in the file; Proxima writes microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: functions throw base::Error with the place of the wrong line.
#pragma once

#include <proxima/base/error.hpp>
#include <proxima/gather/measurements.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::gather {

/// Reads one set of measurements for each call path and metric. The last name of a path is the
/// method, the path before it the component.
std::vector<Measurements> read_extrap(const std::filesystem::path& file,
                                      Statistic statistic = Statistic::automatic);
std::vector<Measurements> parse_extrap(const std::filesystem::path& file, std::string_view text,
                                       Statistic statistic = Statistic::automatic);

/// Writes a line for each point with its observations, without outliers, or with its mean. Leaves
/// out discrete parameters, because Extra-P has numbers only.
std::string extrap_text(const Measurements& measurements);

/// Writes a file for each method and metric with parameters, because Extra-P wants the same points
/// for all lines of a file.
void write_extrap(const std::filesystem::path& directory, const std::vector<Measurements>& all);

} // namespace proxima::gather
