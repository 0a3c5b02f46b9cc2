// Cuts blocks along the curve into the shares of ranks.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace hydro::amr {

// Costs of blocks, and speeds of ranks.
struct Load {
    std::vector<double> weights; // of the blocks of this rank, along the curve; empty: all equal
    double speed = 1;            // of this rank; only ratios matter
};

// Returns how many of some blocks each rank gets so that all ranks take equally long. `before` is
// the weight of all blocks before these, `total` that of all blocks.
inline std::vector<int> shares(const std::vector<double>& weights, double before, double total,
                               const std::vector<double>& speeds) {
    std::vector<double> ends(speeds.size()); // of the ranks' shares
    std::partial_sum(speeds.begin(), speeds.end(), ends.begin());
    std::vector<int> counts(speeds.size(), 0);
    for (const double weight : weights) {
        const double middle = (before + weight / 2) / total * ends.back();
        const auto end = std::upper_bound(ends.begin(), ends.end() - 1, middle);
        ++counts[static_cast<std::size_t>(end - ends.begin())];
        before += weight;
    }
    return counts;
}

} // namespace hydro::amr
