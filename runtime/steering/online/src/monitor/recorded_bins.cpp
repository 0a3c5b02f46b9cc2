#include "monitor/recorded_bins.hpp"

#include <proxima/base/error.hpp>
#include <proxima/detail/run_facts.hpp>

#include <vector>

namespace proxima::online {
namespace {

constexpr double us = 1e-3; // one nanosecond

Totals totals_of(const rundir::Durations& durations) {
    Totals totals;
    totals.calls = durations.calls();
    totals.sum_us = totals.inclusive_us = durations.total_ns() * us;
    totals.squares_us2 = durations.sum_of_squares_ns2() * us * us;
    totals.min_us = durations.min_ns() * us;
    totals.max_us = durations.max_ns() * us;
    return totals;
}

} // namespace

MethodBins RecordedBins::look() {
    const std::string directory = detail::run_directory();
    MethodBins bins;
    try {
        if (directory != directory_) {
            follower_.reset();
            directory_ = directory;
        }
        if (directory.empty()) {
            return bins;
        }
        if (!follower_) {
            follower_.emplace(rundir::RunDirectory::open(directory),
                              static_cast<std::uint64_t>(detail::run_facts().rank));
        }
    } catch (const base::Error&) { // no records yet
        return bins;
    }
    std::vector<std::string> ignored;
    const rundir::CallGraph graph = follower_->look(ignored);
    for (const rundir::NodeBin& bin : graph.bins) {
        const rundir::CallSite& of = graph.component(graph.nodes[bin.node]);
        bins[{of.instance, of.method, of.port, of.binding->user, of.binding->uses_port}][bin.bin] +=
            totals_of(bin.durations);
    }
    return bins;
}

} // namespace proxima::online
