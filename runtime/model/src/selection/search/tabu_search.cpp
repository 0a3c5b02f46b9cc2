#include "selection/search/tabu_search.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace proxima::model {
namespace {

constexpr int bits_dropped = 12; // so that sums of many costs that are never paid do not overflow
constexpr WholeCost dear = WholeCost{1} << 40;

WholeCost scaled(WholeCost cost) {
    return std::min(cost >> bits_dropped, dear);
}

class TabuSearch {
public:
    TabuSearch(const WholeCosts& costs, Incumbents& best)
        : costs_(costs), best_(best), neighbours_(costs.variables()),
          assignment_(costs.variables()), prices_(costs.variables()),
          free_again_(costs.variables()) {
        for (const auto& pair : costs.pairs()) {
            neighbours_[pair.first].push_back({&pair, true});
            neighbours_[pair.second].push_back({&pair, false});
        }
        for (std::size_t i = 0; i < costs.variables(); ++i) {
            prices_[i].resize(costs.costs(i).size());
            free_again_[i].assign(costs.costs(i).size(), 0);
            work_of_step_ += costs.costs(i).size();
        }
    }

    void run(std::size_t most_work) {
        start();
        const auto steps = most_work / work_of_step_;
        for (std::size_t step = 1; step <= steps; ++step) {
            if (!move(step)) {
                return;
            }
            if (cost_ < least_) {
                least_ = cost_;
                offer();
            }
        }
    }

private:
    struct Neighbour {
        const WholeCosts::Pair* pair;
        bool is_first;
    };

    std::size_t other(const Neighbour& neighbour) const {
        return neighbour.is_first ? neighbour.pair->second : neighbour.pair->first;
    }

    WholeCost cost(const Neighbour& neighbour, std::size_t own, std::size_t others) const {
        const auto& pair = *neighbour.pair;
        const auto columns = costs_.costs(pair.second).size();
        return scaled(
            pair.costs[neighbour.is_first ? own * columns + others : others * columns + own]);
    }

    /// One variable after the other, each with the best value beside those that have one.
    void start() {
        for (std::size_t i = 0; i < costs_.variables(); ++i) {
            for (std::size_t value = 0; value < prices_[i].size(); ++value) {
                prices_[i][value] += scaled(costs_.costs(i)[value]);
            }
            const auto least = std::min_element(prices_[i].begin(), prices_[i].end());
            assignment_[i] = static_cast<std::size_t>(least - prices_[i].begin());
            cost_ += *least;
            for (const auto& neighbour : neighbours_[i]) {
                auto& prices = prices_[other(neighbour)];
                for (std::size_t value = 0; value < prices.size(); ++value) {
                    prices[value] += cost(neighbour, assignment_[i], value);
                }
            }
        }
        least_ = cost_;
        offer();
    }

    bool move(std::size_t step) {
        std::size_t best = costs_.variables();
        std::size_t best_value = 0;
        WholeCost best_change = never;
        for (std::size_t i = 0; i < costs_.variables(); ++i) {
            const auto now = prices_[i][assignment_[i]];
            for (std::size_t value = 0; value < prices_[i].size(); ++value) {
                const auto change = prices_[i][value] - now;
                const bool is_free = step >= free_again_[i][value] || cost_ + change < least_;
                if (value != assignment_[i] && is_free && change < best_change) {
                    best = i;
                    best_value = value;
                    best_change = change;
                }
            }
        }
        if (best == costs_.variables()) {
            return step < 2 * longest_ban; // all may be free again
        }
        free_again_[best][assignment_[best]] =
            step + shortest_ban + random_() % (longest_ban - shortest_ban);
        cost_ += best_change;
        change(best, best_value);
        return true;
    }

    void change(std::size_t variable, std::size_t value) {
        for (const auto& neighbour : neighbours_[variable]) {
            auto& prices = prices_[other(neighbour)];
            for (std::size_t i = 0; i < prices.size(); ++i) {
                prices[i] += cost(neighbour, value, i) - cost(neighbour, assignment_[variable], i);
            }
        }
        assignment_[variable] = value;
    }

    void offer() {
        Assignment assignment(assignment_.size());
        for (std::size_t i = 0; i < assignment.size(); ++i) {
            assignment[costs_.order()[i]] = assignment_[i];
        }
        best_.offer(assignment);
    }

    static constexpr std::size_t shortest_ban = 5; // steps
    static constexpr std::size_t longest_ban = 25;

    const WholeCosts& costs_;
    Incumbents& best_;
    std::vector<std::vector<Neighbour>> neighbours_;
    Assignment assignment_;
    std::vector<std::vector<WholeCost>> prices_; ///< of each value beside the others' now
    std::vector<std::vector<std::size_t>> free_again_;
    std::size_t work_of_step_ = 1;
    WholeCost cost_ = 0;
    WholeCost least_ = 0;
    std::mt19937 random_{1};
};

} // namespace

void tabu_search(const WholeCosts& costs, std::size_t most_work, Incumbents& best) {
    TabuSearch(costs, best).run(most_work);
}

} // namespace proxima::model
