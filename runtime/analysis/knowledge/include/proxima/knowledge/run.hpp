// A run, as a knowledge base keeps it: a JSON document, which SCHEMA.md describes.
// Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace proxima::knowledge {

struct StoredRun {
    std::string identity; ///< a run is added once: what tells it from all others
    std::string document;
    std::uint64_t invocations = 0;
    std::size_t methods = 0;
};

struct RunSettings {
    std::string experiment = "default";
    std::string name = {}; ///< empty: that of the run directory
    std::map<std::string, std::string> metadata = {};
    /// What stands behind an instance; else what `proxima run` has recorded, or the instance.
    std::map<std::string, std::string> implementations = {};
    /// Called once in a while with bytes read and bytes to be read.
    std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

/// Reads all that a base keeps of a run. Unreadable parts are listed in `outcome`. Throws
/// base::Error, also of a run that has not ended.
StoredRun read_run(const rundir::RunDirectory& directory, const RunSettings& settings,
                   rundir::ReadOutcome& outcome);

} // namespace proxima::knowledge
