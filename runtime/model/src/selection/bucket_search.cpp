#include "selection/bucket_search.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

/// Sums of the same costs in different orders differ by some last bits.
constexpr double rounding = 1e-12;
constexpr std::uint64_t nodes_between_looks = 1024; // at the clock

} // namespace

bool BucketSearch::run(std::uint64_t most_nodes, const std::function<bool()>& stops) {
    open(buckets_.lower_bound());
    while (!levels_.empty()) {
        auto& level = levels_.back();
        if (level.next == level.branches.size() || is_useless(level.branches[level.next].bound)) {
            levels_.pop_back();
            continue;
        }
        if (++nodes_ > most_nodes || (nodes_ % nodes_between_looks == 0 && stops())) {
            return false;
        }
        const auto branch = level.branches[level.next++];
        assignment_[variable(levels_.size())] = branch.value;
        if (levels_.size() == order_.size()) {
            best_.offer(assignment_);
        } else {
            open(branch.bound);
        }
    }
    return true;
}

double BucketSearch::open_bound() const {
    double least = forbidden;
    for (const auto& level : levels_) {
        if (level.next < level.branches.size()) {
            least = std::min(least, level.branches[level.next].bound);
        }
    }
    return least;
}

bool BucketSearch::is_useless(double bound) const {
    const double limit = best_.limit();
    return limit == forbidden ? bound == forbidden : bound >= limit - rounding * std::abs(limit);
}

void BucketSearch::open(double bound) {
    levels_.emplace_back();
    const auto next = variable(levels_.size());
    measure_room();
    const double before = buckets_.before(next, assignment_);
    auto& branches = levels_.back().branches;
    for (std::size_t value = 0; value < network_.values(next); ++value) {
        assignment_[next] = value;
        const double after = buckets_.after(next, assignment_);
        if (after < forbidden && has_room(next, value)) {
            branches.push_back({value, bound - before + after});
        }
    }
    std::sort(branches.begin(), branches.end(), [](const auto& a, const auto& b) {
        return a.bound != b.bound ? a.bound < b.bound : a.value < b.value;
    });
}

/// For the next variable, and what those after it add beyond their least.
void BucketSearch::measure_room() {
    const auto& sums = best_.sums();
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
        room_[sum] = sums.most(sum) - sums.least(sum);
        for (std::size_t level = 1; level < levels_.size(); ++level) {
            const auto known = variable(level);
            room_[sum] -= sums.cost(sum, known, assignment_[known]) - sums.least(sum, known);
        }
    }
}

bool BucketSearch::has_room(std::size_t variable, std::size_t value) const {
    const auto& sums = best_.sums();
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
        if (sums.cost(sum, variable, value) - sums.least(sum, variable) > room_[sum]) {
            return false;
        }
    }
    return true;
}

} // namespace proxima::model
