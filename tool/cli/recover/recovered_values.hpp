// profile.json and events.json of code instrumented by hand, of a process that was killed.
#pragma once

#include <proxima/rundir/live_values.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

/// What a rank has left, and those of its files that have to be made of it.
struct MissingFiles {
    rundir::LiveValues values;
    std::optional<std::filesystem::path> profile;
    std::optional<std::filesystem::path> events;

    bool any() const { return profile || events; }
};

/// Of each rank that has left values, whether its files are there or not. Adds to `problems` what
/// could not be read.
std::vector<MissingFiles> missing_files(const rundir::RunDirectory& run,
                                        std::vector<std::string>& problems);

/// The files that the values come from stay. Throws rundir::Error.
void write_recovered_values(const MissingFiles& missing);

} // namespace proxima::cli
