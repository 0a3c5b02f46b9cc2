#include <proxima/profile/rank_spread.hpp>

#include <algorithm>

namespace proxima::profile {

std::uint64_t ranks_of(const rundir::CallGraph& graph) {
    std::uint64_t others = 0;
    for (const auto& node : graph.others) {
        others = std::max(others, node.ranks);
    }
    return others + static_cast<std::uint64_t>(
                        std::count_if(graph.parts.begin(), graph.parts.end(), [](const auto& part) {
                            return part.rank != rundir::RunPart::other_ranks;
                        }));
}

std::vector<RankSpread> rank_spreads(const rundir::CallGraph& graph) {
    const auto ranks = ranks_of(graph);
    if (ranks < 2) {
        return {};
    }
    std::vector<RankSpread> spreads(graph.nodes.size());
    std::vector<std::uint64_t> met(graph.nodes.size());
    for (const auto& row : graph.rows) {
        const bool is_one_rank = graph.parts[row.part].rank != rundir::RunPart::other_ranks;
        const double computed_us = row.statistics.computation_us;
        const rundir::OtherRanks of_row =
            is_one_rank || graph.others.empty()
                ? rundir::OtherRanks{is_one_rank ? 1U : 0U, computed_us, computed_us, 0}
                : graph.others[row.node];
        auto& spread = spreads[row.node];
        if (of_row.ranks > 0) {
            spread.least_us =
                met[row.node] == 0 ? of_row.least_us : std::min(spread.least_us, of_row.least_us);
            spread.most_us = std::max(spread.most_us, of_row.most_us);
            spread.mean_us += computed_us / static_cast<double>(ranks);
            met[row.node] += of_row.ranks;
        }
    }
    for (std::size_t node = 0; node < spreads.size(); ++node) {
        if (met[node] < ranks) { // the others have not called it
            spreads[node].least_us = 0;
        }
    }
    return spreads;
}

} // namespace proxima::profile
