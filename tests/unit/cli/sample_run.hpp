// A small run with all that a report shows.
#pragma once

#include "record_file_builder.hpp"

#include <string>

namespace proxima::cli::test {

/// Writes the run of an integrator: a Monte Carlo and a midpoint rule, two threads. `ended`: with
/// callgraph.json, else as if the process had been killed.
void write_sample_run(const rundir::test::TemporaryDirectory& directory, bool ended);

/// Writes what the runtime would have written: the numbers that come out of the records.
void write_call_graph(const std::filesystem::path& directory);

/// `text` must be that of the file in testdata/runs. With PROXIMA_UPDATE_TESTDATA in the
/// environment it becomes that.
void expect_golden(const std::string& name, const std::string& text);

} // namespace proxima::cli::test
