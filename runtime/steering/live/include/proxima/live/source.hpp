// Observes a measured process, running or finished: each look returns its work until now.
//
//     live::LiveSource source(live::run_of("run1"));
//     std::printf("%zu methods\n", source.look().methods.size());
//
// Units: microseconds.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/live/sample.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/rundir/run_follower.hpp>

#include <string>
#include <utility>

namespace proxima::live {

/// A run directory, also while its process runs.
class LiveSource {
public:
    explicit LiveSource(rundir::RunDirectory run) : run_(std::move(run)), follower_(run_) {}
    LiveSource(const LiveSource&) = delete;
    LiveSource& operator=(const LiveSource&) = delete;

    std::string name() const { return run_.path().string(); }
    /// Everything until now. Throws base::Error.
    const LiveSample& look();

private:
    LiveSample look_again();

    rundir::RunDirectory run_;
    rundir::RunFollower follower_;
    LiveSample last_;
};

/// Opens the run of `target`: the number of a process on this machine, or else a run directory; a
/// directory of that name comes first.
rundir::RunDirectory run_of(const std::string& target);

} // namespace proxima::live
