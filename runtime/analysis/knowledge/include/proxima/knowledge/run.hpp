// Makes the JSON document of a run that a knowledge base stores; SCHEMA.md describes it.
//
//     rundir::ReadOutcome outcome;
//     const auto directory = rundir::RunDirectory::open("run1");
//     const auto run = knowledge::read_run(directory, {.experiment = "sizes"}, outcome);
//     std::cout << run.methods << " methods\n";
//
// Units: in the names.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
// Errors: read_run() throws base::Error; it lists unreadable parts in the outcome.
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
    std::string identity; ///< tells the run from all others, so that it is added once
    std::string document;
    std::uint64_t invocations = 0;
    std::size_t methods = 0;
    bool is_unfinished = false; ///< killed, or still running: it has what its records hold
};

struct RunSettings {
    std::string experiment = "default";
    std::string name = {}; ///< empty: name of the run directory
    std::map<std::string, std::string> metadata = {};
    /// The class of each instance; a missing one comes from `proxima run`, or is the instance's
    /// name.
    std::map<std::string, std::string> implementations = {};
    /// Called now and then with the bytes read and the bytes to read.
    std::function<void(std::uint64_t, std::uint64_t)> progress = {};
};

/// Reads the facts of a run that a base stores. Of one that has not ended, or was killed, the call
/// graph is rebuilt from its records. Throws base::Error.
StoredRun read_run(const rundir::RunDirectory& directory, const RunSettings& settings,
                   rundir::ReadOutcome& outcome);

} // namespace proxima::knowledge
