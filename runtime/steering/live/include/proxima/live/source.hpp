// Observes a measured process, running or finished: each look returns its work until now.
//
//     const auto source = live::open_live_source("127.0.0.1:9464");
//     const auto sample = source->look();
//     std::printf("%zu methods\n", sample.methods.size());
//
// Units: microseconds.
// Errors: functions throw base::Error.
#pragma once

#include <proxima/live/sample.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace proxima::live {

class LiveSource {
public:
    LiveSource() = default;
    LiveSource(const LiveSource&) = delete;
    LiveSource& operator=(const LiveSource&) = delete;
    virtual ~LiveSource() = default;

    virtual std::string name() const = 0;
    /// Everything until now. Throws base::Error.
    virtual LiveSample look() = 0;
};

/// Reads a run directory, also while its process runs.
std::unique_ptr<LiveSource> open_run_source(rundir::RunDirectory run);

/// `target` is the number of a process on this machine, the address of a monitor (`unix:FILE` or
/// `HOST:PORT`), or else a run directory; a directory of that name comes first. `token` is the file
/// of the monitor's token, by default that of a monitor on this host.
std::unique_ptr<LiveSource> open_live_source(const std::string& target,
                                             const std::filesystem::path& token = {});

} // namespace proxima::live
