// Why a run directory has no records.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <string>

namespace proxima::cli {

/// As far as run.json tells.
std::string why_no_records(const rundir::RunDirectory& run);

} // namespace proxima::cli
