#include <proxima/profile/rank_spread.hpp>

#include <algorithm>

namespace proxima::profile {

std::vector<RankSpread> rank_spreads(const rundir::CallGraph& graph) {
    const auto has_rows = [](const rundir::RunPart& part) {
        return part.rank != rundir::RunPart::other_ranks;
    };
    const auto ranks = std::count_if(graph.parts.begin(), graph.parts.end(), has_rows);
    if (ranks < 2) {
        return {};
    }
    std::vector<RankSpread> spreads(graph.nodes.size());
    std::vector<std::ptrdiff_t> met(graph.nodes.size());
    for (const auto& row : graph.rows) {
        if (!has_rows(graph.parts[row.part])) {
            continue;
        }
        auto& spread = spreads[row.node];
        const double computed_us = row.statistics.computation_us;
        spread.least_us = met[row.node] == 0 ? computed_us : std::min(spread.least_us, computed_us);
        spread.most_us = std::max(spread.most_us, computed_us);
        spread.mean_us += computed_us / static_cast<double>(ranks);
        ++met[row.node];
    }
    for (std::size_t node = 0; node < spreads.size(); ++node) {
        if (met[node] < ranks) { // the others have not called it
            spreads[node].least_us = 0;
        }
    }
    return spreads;
}

} // namespace proxima::profile
