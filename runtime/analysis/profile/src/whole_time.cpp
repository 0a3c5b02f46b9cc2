#include <proxima/base/units.hpp>
#include <proxima/profile/rank_spread.hpp>
#include <proxima/profile/whole_time.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::profile {

double WholeTime::base_us(double part_us, std::uint64_t of) const {
    const double elapsed_us = us / static_cast<double>(ranks);
    const double least = std::ceil(part_us / elapsed_us - 1e-9);
    const auto known = static_cast<double>(std::max(ranks, std::min(of, threads)));
    return elapsed_us * std::max(known, least);
}

double WholeTime::share(double part_us, std::uint64_t of) const {
    return us > 0 ? std::min(part_us / base_us(part_us, of), 1.0) : 0;
}

std::string WholeTime::text(double part_us, std::uint64_t of) const {
    return us > 0 ? base::human_share(share(part_us, of)) : "-";
}

double WholeTime::us_of_rank(const rundir::CallGraph& graph) const {
    return us / static_cast<double>(std::max<std::uint64_t>(ranks_of(graph), 1));
}

std::uint64_t threads_at_once(const rundir::RunInfo& info,
                              const std::optional<rundir::MpiUse>& mpi) {
    return std::max({info.buffers, info.ranks, mpi ? mpi->size : 0, std::uint64_t{1}});
}

WholeTime whole_time(const std::optional<rundir::RunInfo>& info, const rundir::CallGraph& graph,
                     const std::optional<rundir::MpiUse>& mpi) {
    const double measured_us = graph.total_us();
    if (!info || info->duration_us <= 0) {
        return {measured_us, "of calls"};
    }
    const auto ranks = std::max({info->ranks, mpi ? mpi->size : 0, std::uint64_t{1}});
    const double run_us = info->duration_us * static_cast<double>(ranks);
    // Ranks begin and end at different times; the duration is that of the first.
    const auto threads = threads_at_once(*info, mpi);
    return {threads > ranks ? run_us : std::max(run_us, measured_us), "of run", ranks, threads};
}

} // namespace proxima::profile
