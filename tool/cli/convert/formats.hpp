// The formats of `proxima convert` and their writers.
#pragma once

#include "text/output.hpp"
#include "text/tree_view.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace proxima::cli {

// A format into which runs are converted; one of the two writers is set.
struct Format {
    const char* name;
    const char* help; // who reads it, and what is in it
    // Writes into a file, or to standard output; only drawings and call graphs are filtered.
    rundir::ReadOutcome (*write_text)(const rundir::RunDirectory&, const text::TreeFilter&,
                                      text::Output&, const rundir::ProgressListener&) = nullptr;
    // Writes into an empty directory.
    rundir::ReadOutcome (*write_directory)(const rundir::RunDirectory&,
                                           const std::filesystem::path&,
                                           const std::shared_ptr<text::OutputLimit>&,
                                           const rundir::ProgressListener&) = nullptr;
    // True if a conversion can have written a file of this name into its directory.
    bool (*is_ours)(const std::string& name) = nullptr;
};

const std::vector<Format>& formats();

} // namespace proxima::cli
