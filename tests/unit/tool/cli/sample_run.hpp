// A small run with all that a report shows.
#pragma once

#include "exchange/writers.hpp"
#include "record_file_builder.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace proxima::cli::test {

// Writes the run of an integrator: a Monte Carlo and a midpoint rule, two threads. `ended`: with
// callgraph.json, else as if the process had been killed.
void write_sample_run(const rundir::test::TemporaryDirectory& directory, bool ended);

// Writes what the runtime would have written: the numbers that come out of the records.
inline void write_call_graph(const std::filesystem::path& directory) {
    rundir::ReadOutcome outcome;
    const auto run = rundir::RunDirectory::open(directory);
    auto graph = rundir::rebuild_call_graph(run, outcome);
    graph.complete = true;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(run.call_graph_file().c_str(), "w"), &std::fclose);
    text::Output output(::fileno(file.get()));
    exchange::write_hatchet(graph, {}, output);
    output.flush();
}

// `text` must be that of the file in testdata/runs. With PROXIMA_UPDATE_TESTDATA in the
// environment it becomes that.
void expect_golden(const std::string& name, const std::string& text);

} // namespace proxima::cli::test
