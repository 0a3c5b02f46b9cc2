// Reads the distribution by bin of what this process has recorded, from the files of the run.
#pragma once

#include <proxima/online/observation.hpp>
#include <proxima/rundir/run_follower.hpp>

#include <map>
#include <optional>
#include <string>

namespace proxima::online {

using MethodBins = std::map<MeasuredMethod, std::map<int, Totals>>;

// Follows the records of this process; not thread-safe.
class RecordedBins {
public:
    // Reads new records and returns the bins so far; none while there is no run directory.
    MethodBins look();

private:
    std::string directory_; // changes when ranks join
    std::optional<rundir::RunFollower> follower_;
};

} // namespace proxima::online
