// Measured runs, as a table: what was set, and how long each took.
//
//  | platform,ranks,cpu_share,seconds
//  | here,1,0.5,12.3
#pragma once

#include <proxima/platform/prediction.hpp>

namespace proxima::platform {

struct MeasuredTime {
    std::string platform; ///< its name; empty: the only one
    Values values;        ///< parameters, and quantities that were not those of the platform
    double seconds = 0;
    base::Place place;
};

/// CSV with a line of names, without quotes. All values but `platform` are numbers; `seconds` must
/// be above 0. Throws base::Error.
std::vector<MeasuredTime> parse_runs(const std::filesystem::path& file, std::string_view text);
std::vector<MeasuredTime> read_runs(const std::filesystem::path& file);

/// Selects runs: `platform=j90,p=4`. Throws base::Error if a condition is invalid, or if no run has
/// that name.
class RunFilter {
public:
    RunFilter(const std::string& text, const std::vector<MeasuredTime>& runs);
    bool contains(const MeasuredTime& run) const;

private:
    std::optional<std::string> platform_;
    Values values_;
};

} // namespace proxima::platform
