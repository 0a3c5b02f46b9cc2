// Determines the time that all shares in a report refer to.
//
//     #include <proxima/rundir/run_directory.hpp>
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto graph = rundir::load_call_graph(run.call_graph_file());
//     const auto whole = profile::whole_time({}, graph, {});
//     std::puts(whole.text(graph.total_us()).c_str()); // 100%
//
// Units: microseconds.
#pragma once

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace proxima::profile {

struct WholeTime {
    double us = 0;                 ///< of one thread of each rank
    const char* column = "of run"; ///< title of a column of shares
    std::uint64_t ranks = 1;
    std::uint64_t threads = 1; ///< at the same time, on all ranks

    /// Returns the elapsed time of the `of` threads that took the part, or of one thread of each
    /// rank if these are more. If the part is longer, more threads took it in turns: counts as many
    /// as it needs.
    double base_us(double part_us, std::uint64_t of = 1) const;
    double share(double part_us, std::uint64_t of = 1) const;
    double us_of_rank(const rundir::CallGraph& graph) const;
    /// `73.4%`; `-` if it is not known
    std::string text(double part_us, std::uint64_t of = 1) const;
};

/// The number of threads at the same time, on all ranks.
std::uint64_t threads_at_once(const rundir::RunInfo& info,
                              const std::optional<rundir::MpiUse>& mpi);

/// The elapsed time, of all ranks; if it is unknown, all measured calls.
WholeTime whole_time(const std::optional<rundir::RunInfo>& info, const rundir::CallGraph& graph,
                     const std::optional<rundir::MpiUse>& mpi);

} // namespace proxima::profile
