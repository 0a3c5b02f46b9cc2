#include "solver/solvers.hpp"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <set>
#include <utility>

namespace proxima::select {
namespace {

// Origin of a partial solution: a value of a variable, or two partial solutions combined.
struct Trace {
    std::uint32_t left;
    std::uint32_t right;
    std::uint32_t variable;
    std::uint32_t value;
};

constexpr std::size_t labels_between_clock_reads = 256;
constexpr std::uint32_t no_trace = 0;
constexpr std::uint32_t no_variable = static_cast<std::uint32_t>(-1);

// A partial solution.
struct Label {
    CostVector costs;
    std::uint32_t trace = no_trace;
};

using Labels = std::vector<Label>;

// Partial solutions for each combination of the variables in scope; the last variable varies
// fastest.
struct Message {
    std::vector<std::size_t> scope;
    std::vector<Labels> cells;
};

// Thrown if the search would keep too many partial solutions, or if time is up.
struct LimitReached {};

class Elimination {
public:
    Elimination(const CombinedNetwork& network, const EliminationOrder& order,
                const EliminationLimits& limits)
        : network_(network), order_(order.order), limits_(limits), pairs_(order_.size()),
          messages_(order_.size()), position_(order_.size()), assignment_(order_.size(), 0),
          traces_(1) {
        for (std::size_t i = 0; i < order_.size(); ++i) {
            position_[order_[i]] = i;
        }
        for (const auto& pair : network.pairs()) {
            pairs_[first_of({pair.first, pair.second})].push_back(&pair);
        }
    }

    std::vector<Assignment> run() {
        Labels whole{{network_.empty_sum(), no_trace}};
        for (const auto variable : order_) {
            auto message = message_without(variable);
            if (message.scope.empty()) {
                whole = joined(whole, message.cells.front());
            } else {
                messages_[first_of(message.scope)].push_back(std::move(message));
            }
        }
        std::vector<Assignment> found;
        for (const auto& label : whole) {
            found.push_back(assignment_of(label));
        }
        return found;
    }

private:
    std::size_t first_of(const std::vector<std::size_t>& scope) const {
        return *std::min_element(scope.begin(), scope.end(),
                                 [this](auto a, auto b) { return position_[a] < position_[b]; });
    }

    const Labels& cell_of(const Message& message) const {
        std::size_t index = 0;
        for (const auto variable : message.scope) {
            index = index * network_.values(variable).size() + assignment_[variable];
        }
        return message.cells[index];
    }

    // Eliminates a variable: finds its best values for all combinations of the others in its
    // bucket.
    Message message_without(std::size_t variable) {
        const auto messages = std::move(messages_[variable]);
        std::set<std::size_t> others;
        Message made;
        for (const auto* pair : pairs_[variable]) {
            others.insert({pair->first, pair->second});
        }
        for (const auto& message : messages) {
            others.insert(message.scope.begin(), message.scope.end());
        }
        others.erase(variable);
        made.scope.assign(others.begin(), others.end());
        do {
            if (limits_.deadline.is_over()) {
                throw LimitReached();
            }
            made.cells.push_back(best_of(variable, messages));
        } while (next_assignment(made.scope));
        return made;
    }

    bool next_assignment(const std::vector<std::size_t>& scope) {
        for (auto i = scope.size(); i-- > 0;) {
            if (++assignment_[scope[i]] < network_.values(scope[i]).size()) {
                return true;
            }
            assignment_[scope[i]] = 0;
        }
        return false;
    }

    // Best partial solutions over all values of `variable`, for the present values of the others.
    Labels best_of(std::size_t variable, const std::vector<Message>& messages) {
        Labels all;
        for (std::size_t value = 0; value < network_.values(variable).size(); ++value) {
            assignment_[variable] = value;
            Label own{network_.values(variable)[value], no_trace};
            for (const auto* pair : pairs_[variable]) {
                const auto columns = network_.values(pair->second).size();
                own.costs[0] +=
                    pair->costs[assignment_[pair->first] * columns + assignment_[pair->second]];
            }
            if (!network_.is_feasible(own.costs)) {
                continue;
            }
            own.trace = trace({no_trace, no_trace, static_cast<std::uint32_t>(variable),
                               static_cast<std::uint32_t>(value)});
            Labels labels{own};
            for (const auto& message : messages) {
                labels = joined(labels, cell_of(message));
            }
            all.insert(all.end(), labels.begin(), labels.end());
        }
        assignment_[variable] = 0;
        keep_best(all);
        return all;
    }

    Labels joined(const Labels& left, const Labels& right) {
        Labels sums;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
        for (const auto& one : left) {
            for (const auto& other : right) {
                const Label sum{network_.combined(one.costs, other.costs),
                                static_cast<std::uint32_t>(parts.size())};
                if (network_.is_feasible(sum.costs)) {
                    parts.emplace_back(one.trace, other.trace);
                    sums.push_back(sum);
                }
            }
            check_size(sums.size());
        }
        if (left.size() > 1) { // else they are those of `right`, shifted
            keep_best(sums);
        }
        for (auto& sum : sums) {
            const auto [one, other] = parts[sum.trace];
            sum.trace = one == no_trace ? other : trace({one, other, no_variable, 0});
        }
        return sums;
    }

    // Dominance filter: drops labels that at least `best` others weakly dominate. Those before a
    // label cost no more, so that only its criteria are compared.
    void keep_best(Labels& labels) const {
        std::sort(labels.begin(), labels.end(),
                  [](const Label& a, const Label& b) { return a.costs < b.costs; });
        network_.criteria() == 2 ? keep_best_of_two(labels) : keep_best_of_many(labels);
    }

    // Fronts of one quality have thousands of labels: the largest of the least ones decides.
    void keep_best_of_two(Labels& labels) const {
        std::priority_queue<double> least;
        std::erase_if(labels, [&](const Label& label) {
            if (least.size() == limits_.best) {
                if (least.top() <= label.costs[1]) {
                    return true;
                }
                least.pop();
            }
            least.push(label.costs[1]);
            return false;
        });
    }

    void keep_best_of_many(Labels& labels) const {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            std::size_t better = 0;
            for (std::size_t j = kept; j-- > 0 && better < limits_.best;) {
                better += weakly_dominates(labels[j].costs, labels[i].costs) ? 1 : 0;
            }
            if (better < limits_.best) {
                labels[kept++] = labels[i];
            }
            if (i % labels_between_clock_reads == 1 && limits_.deadline.is_over()) {
                throw LimitReached();
            }
        }
        labels.resize(kept);
    }

    bool weakly_dominates(const CostVector& one, const CostVector& other) const {
        bool result = true;
        for (std::size_t i = 1; i < network_.criteria(); ++i) {
            result = result && one[i] <= other[i];
        }
        return result;
    }

    std::uint32_t trace(const Trace& trace) {
        check_size(traces_.size());
        traces_.push_back(trace);
        return static_cast<std::uint32_t>(traces_.size() - 1);
    }

    void check_size(std::size_t labels) const {
        if (labels > limits_.labels) {
            throw LimitReached();
        }
    }

    Assignment assignment_of(const Label& label) const {
        Assignment result(network_.variables(), 0);
        std::vector<std::uint32_t> open{label.trace};
        while (!open.empty()) {
            const auto at = open.back();
            open.pop_back();
            if (at == no_trace) {
                continue;
            }
            const auto& trace = traces_[at];
            if (trace.variable != no_variable) {
                result[trace.variable] = trace.value;
                continue;
            }
            open.push_back(trace.left);
            open.push_back(trace.right);
        }
        return result;
    }

    const CombinedNetwork& network_;
    const std::vector<std::size_t>& order_;
    const EliminationLimits& limits_;
    std::vector<std::vector<const CostNetwork::Pair*>> pairs_; // by bucket
    std::vector<std::vector<Message>> messages_;               // by bucket
    std::vector<std::size_t> position_; // position of each variable in the order
    Assignment assignment_;
    std::vector<Trace> traces_;
};

} // namespace

std::optional<std::vector<Assignment>> eliminate(const CombinedNetwork& network,
                                                 const EliminationOrder& order,
                                                 const EliminationLimits& limits) {
    if (order.cells > static_cast<double>(limits.labels)) {
        return std::nullopt;
    }
    try {
        return Elimination(network, order, limits).run();
    } catch (const LimitReached&) {
        return std::nullopt;
    }
}

} // namespace proxima::select
