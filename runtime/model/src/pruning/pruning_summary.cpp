#include <proxima/model/pruning.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace proxima::model {
namespace {

std::vector<bool> kept_groups(const std::vector<Fate>& fates,
                              const std::vector<std::size_t>& groups) {
    std::vector<bool> is_kept;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        is_kept.resize(std::max(is_kept.size(), groups[i] + 1), false);
        if (fates[i] == Fate::kept) {
            is_kept[groups[i]] = true;
        }
    }
    return is_kept;
}

/// Whoever survives a threshold survives smaller ones, and is kept if all its ancestors survive,
/// too. So a node is known by two numbers: how many alphas and how many betas keep it.
class Sensitivity {
public:
    Sensitivity(const Pruner& pruner, const std::vector<double>& alphas,
                const std::vector<double>& betas)
        : pruner_(pruner), alphas_(alphas), betas_(betas), width_(betas.size() + 1),
          nodes_((alphas.size() + 1) * width_, 0), times_(nodes_.size(), 0) {
        for (const double alpha : alphas) {
            for (const double beta : betas) {
                check({alpha, beta});
            }
        }
        if (alphas.size() > most || betas.size() > most ||
            !std::is_sorted(alphas.begin(), alphas.end()) ||
            !std::is_sorted(betas.begin(), betas.end())) {
            throw std::invalid_argument(
                "thresholds must be in ascending order, at most 7 of each kind");
        }
    }

    std::vector<PruningSummary> count(const std::vector<std::size_t>& groups) {
        place_nodes(groups);
        std::vector<PruningSummary> result;
        for (std::size_t a = 0; a < alphas_.size(); ++a) {
            for (std::size_t b = 0; b < betas_.size(); ++b) {
                result.push_back(summary_of(a, b));
            }
        }
        return result;
    }

private:
    static constexpr std::size_t most = 7; // 8 times 8 cells are the bits of a mask

    void place_nodes(const std::vector<std::size_t>& groups) {
        const auto& forest = pruner_.forest();
        std::vector<std::uint8_t> cells(forest.parents.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto node = pruner_.in_order(i);
            const auto parent = forest.parents[node];
            const std::size_t parent_cell =
                parent == no_parent ? alphas_.size() * width_ + betas_.size() : cells[parent];
            std::size_t a = 0;
            while (a < parent_cell / width_ && pruner_.siblings_suffice(node, alphas_[a])) {
                ++a;
            }
            std::size_t b = 0;
            while (b < parent_cell % width_ && pruner_.suffices_beside_siblings(node, betas_[b])) {
                ++b;
            }
            const auto cell = a * width_ + b;
            cells[node] = static_cast<std::uint8_t>(cell);
            ++nodes_[cell];
            // Dropped branches begin where the parent is kept and the node is not.
            times_[parent_cell] += forest.times[node];
            times_[cell] -= forest.times[node];
            masks_.resize(std::max(masks_.size(), groups[node] + 1), 0);
            masks_[groups[node]] |= std::uint64_t{1} << cell;
        }
    }

    PruningSummary summary_of(std::size_t alpha, std::size_t beta) const {
        PruningSummary result;
        result.groups = masks_.size();
        result.total = pruner_.total();
        std::uint64_t keeping = 0;
        for (std::size_t cell = 0; cell < nodes_.size(); ++cell) {
            result.nodes += nodes_[cell];
            if (cell / width_ > alpha && cell % width_ > beta) {
                result.kept_nodes += nodes_[cell];
                result.dropped += times_[cell];
                keeping |= std::uint64_t{1} << cell;
            }
        }
        result.dropped = std::max(result.dropped, 0.0);
        result.kept_groups = static_cast<std::size_t>(
            std::count_if(masks_.begin(), masks_.end(),
                          [keeping](std::uint64_t mask) { return (mask & keeping) != 0; }));
        return result;
    }

    const Pruner& pruner_;
    const std::vector<double>& alphas_;
    const std::vector<double>& betas_;
    std::size_t width_;
    std::vector<std::size_t> nodes_;   ///< in each cell (alphas that keep, betas that keep)
    std::vector<double> times_;        ///< see place_nodes()
    std::vector<std::uint64_t> masks_; ///< of each group: the cells that its nodes are in
};

} // namespace

PruningSummary summary(const Pruner& pruner, const std::vector<Fate>& fates,
                       const std::vector<std::size_t>& groups) {
    const auto is_kept = kept_groups(fates, groups);
    PruningSummary result;
    result.nodes = fates.size();
    result.kept_nodes =
        static_cast<std::size_t>(std::count(fates.begin(), fates.end(), Fate::kept));
    result.groups = is_kept.size();
    result.kept_groups = static_cast<std::size_t>(std::count(is_kept.begin(), is_kept.end(), true));
    result.total = pruner.total();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] != Fate::kept && fates[i] != Fate::below) {
            result.dropped += pruner.forest().times[i];
        }
    }
    return result;
}

double unreached_time(const Pruner& pruner, const std::vector<Fate>& fates,
                      const std::vector<std::size_t>& groups) {
    const auto is_kept = kept_groups(fates, groups);
    const auto& forest = pruner.forest();
    const auto counts = [&](std::size_t node) {
        return fates[node] != Fate::kept && !is_kept[groups[node]];
    };
    // A node's own time is what its children do not have.
    double time = 0;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        const auto parent = forest.parents[i];
        time += counts(i) ? forest.times[i] : 0;
        time -= parent != no_parent && counts(parent) ? forest.times[i] : 0;
    }
    return std::max(time, 0.0);
}

std::vector<PruningSummary> sensitivity(const Pruner& pruner, const std::vector<double>& alphas,
                                        const std::vector<double>& betas,
                                        const std::vector<std::size_t>& groups) {
    return Sensitivity(pruner, alphas, betas).count(groups);
}

} // namespace proxima::model
