// Reads measured runs from a table of what was set and how long each run took:
//
//  | platform,ranks,cpu_share,seconds
//  | here,1,0.5,12.3
//
//     const auto runs = platform::read_runs("runs.csv");
//     std::printf("%zu runs, the first of %g s\n", runs.size(), runs.front().seconds);
//
// Units: seconds.
// Ownership: values.
// Errors: functions throw base::Error with a line of the file.
#pragma once

#include <proxima/platform/prediction.hpp>

namespace proxima::platform {

struct MeasuredRunTime {
    std::string platform; ///< name; empty: the only one
    Values values;        ///< parameters, and quantities that replace those of the platform
    double seconds = 0;
    base::Place place;
};

/// Parses CSV with a line of names, without quotes. All values but `platform` are numbers;
/// `seconds` must be above 0.
std::vector<MeasuredRunTime> parse_runs(const std::filesystem::path& file, std::string_view text);
std::vector<MeasuredRunTime> read_runs(const std::filesystem::path& file);

/// Selects runs by conditions: `platform=j90,p=4`. Fails if a condition is invalid, or no run has
/// the name in it.
class RunFilter {
public:
    RunFilter(const std::string& text, const std::vector<MeasuredRunTime>& runs);
    bool contains(const MeasuredRunTime& run) const;

private:
    std::optional<std::string> platform_;
    Values values_;
};

} // namespace proxima::platform
