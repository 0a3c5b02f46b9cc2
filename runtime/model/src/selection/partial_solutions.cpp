#include "selection/partial_solutions.hpp"

#include "selection/betters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::size_t most_criteria = most_eliminated_criteria;

using Numbers = std::array<double, 1 + most_criteria>; // the cost, then the criteria

/// How a partial solution came about: a value of a variable, or two partial solutions together.
struct Trace {
    std::uint32_t left;
    std::uint32_t right;
    std::uint32_t variable;
    std::uint32_t value;
};

constexpr std::uint32_t nothing = 0;
constexpr std::uint32_t no_variable = static_cast<std::uint32_t>(-1);

/// A partial solution.
struct Label {
    Numbers numbers{};
    std::uint32_t trace = nothing;
};

using Labels = std::vector<Label>;

/// Partial solutions for each combination of the variables in scope, the last one fastest.
struct LabelTable {
    std::vector<std::size_t> scope;
    std::vector<Labels> cells;
    Numbers least{}; ///< that its costs could add
};

/// More would have to be kept than is allowed, or time is up.
struct GivenUp {};

constexpr std::size_t labels_between_looks = 4096; // at the clock

class Elimination {
public:
    Elimination(const CostNetwork& network, const std::vector<Objective>& criteria,
                const EliminationLimits& limits)
        : network_(network), criteria_(criteria), limits_of_work_(limits), traces_(1) {
        if (criteria.size() > most_criteria) {
            throw std::invalid_argument("at most two criteria besides the cost");
        }
        for (std::size_t i = 0; i < criteria.size(); ++i) {
            is_worst_[i + 1] = criteria[i].is_worst;
            limits_[i + 1] = criteria[i].limit + criteria[i].rounding();
        }
    }

    std::vector<TradeOff> find() {
        collect();
        Labels whole{start()};
        Numbers least{};
        for (const auto variable : order_) {
            if (auto rest = eliminate(variable)) {
                add(rest->least, least);
                whole = joined(whole, rest->cells.front());
                keep_possible(whole, least);
            }
        }
        std::vector<TradeOff> found;
        for (const auto& label : whole) {
            found.push_back(trade_off(label));
        }
        std::sort(found.begin(), found.end(),
                  [](const auto& a, const auto& b) { return a.cost < b.cost; });
        return found;
    }

private:
    /// Costs that are no solutions of their own: one number in one of the places.
    struct Term {
        std::vector<std::size_t> scope;
        const std::vector<double>* costs;
        std::size_t place;
    };

    Label start() const {
        Label label;
        for (std::size_t i = 0; i <= most_criteria; ++i) {
            label.numbers[i] = is_worst_[i] ? -forbidden : 0;
        }
        return label;
    }

    void collect() {
        add_terms(network_, 0);
        for (std::size_t i = 0; i < criteria_.size(); ++i) {
            add_terms(criteria_[i].costs, i + 1);
        }
        CostNetwork all = network_; // for its shape
        for (const auto& criterion : criteria_) {
            all = all.plus(criterion.costs, 1);
        }
        for (const auto& term : terms_) {
            add(term, least_);
        }
        order_ = min_fill_order(all).order;
        position_.resize(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            position_[order_[i]] = i;
        }
        messages_.resize(order_.size());
    }

    void add_terms(const CostNetwork& costs, std::size_t place) {
        for (std::size_t i = 0; i < costs.variables(); ++i) {
            terms_.push_back({{i}, &costs.costs(i), place});
        }
        for (const auto& pair : costs.pairs()) {
            terms_.push_back({{pair.first, pair.second}, &pair.costs, place});
        }
    }

    static void add(const Term& term, Numbers& least) {
        least[term.place] += *std::min_element(term.costs->begin(), term.costs->end());
    }

    static void add(const Numbers& more, Numbers& least) {
        std::transform(more.begin(), more.end(), least.begin(), least.begin(), std::plus<>());
    }

    std::size_t first_of(const std::vector<std::size_t>& scope) const {
        return *std::min_element(scope.begin(), scope.end(),
                                 [this](auto a, auto b) { return position_[a] < position_[b]; });
    }

    std::size_t index(const std::vector<std::size_t>& scope, const Assignment& assignment) const {
        std::size_t index = 0;
        for (const auto variable : scope) {
            index = index * network_.values(variable) + assignment[variable];
        }
        return index;
    }

    /// What is left without `variable`, or nothing if that has been put into a bucket.
    std::optional<LabelTable> eliminate(std::size_t variable) {
        std::vector<const Term*> terms;
        std::set<std::size_t> others;
        Numbers least{};
        for (const auto& term : terms_) {
            if (first_of(term.scope) == variable) {
                add(term, least);
                terms.push_back(&term);
                others.insert(term.scope.begin(), term.scope.end());
            }
        }
        const auto messages = std::move(messages_[variable]);
        for (const auto& message : messages) {
            add(message.least, least);
            others.insert(message.scope.begin(), message.scope.end());
        }
        others.erase(variable);
        LabelTable table{{others.begin(), others.end()}, {}, least};
        Assignment assignment(network_.variables(), 0);
        for (bool is_done = false; !is_done;) {
            table.cells.push_back(best_of(variable, terms, messages, assignment));
            keep_possible(table.cells.back(), least);
            is_done = true;
            for (auto i = table.scope.size(); i-- > 0 && is_done;) {
                is_done = ++assignment[table.scope[i]] == network_.values(table.scope[i]);
                if (is_done) {
                    assignment[table.scope[i]] = 0;
                }
            }
        }
        if (table.scope.empty()) {
            return table;
        }
        messages_[first_of(table.scope)].push_back(std::move(table));
        return std::nullopt;
    }

    /// The partial solutions over all values of `variable`.
    Labels best_of(std::size_t variable, const std::vector<const Term*>& terms,
                   const std::vector<LabelTable>& messages, Assignment& assignment) {
        Labels all;
        for (std::size_t value = 0; value < network_.values(variable); ++value) {
            assignment[variable] = value;
            Label own = start();
            for (const auto* term : terms) {
                auto& number = own.numbers[term->place];
                const double cost = (*term->costs)[index(term->scope, assignment)];
                number = is_worst_[term->place] ? std::max(number, cost) : number + cost;
            }
            if (!counts(own)) {
                continue;
            }
            own.trace = trace({nothing, nothing, static_cast<std::uint32_t>(variable),
                               static_cast<std::uint32_t>(value)});
            Labels labels{own};
            for (const auto& message : messages) {
                labels = joined(labels, message.cells[index(message.scope, assignment)]);
            }
            all.insert(all.end(), labels.begin(), labels.end());
        }
        assignment[variable] = 0;
        keep_best(all);
        return all;
    }

    Labels joined(const Labels& left, const Labels& right) {
        Labels sums;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
        for (const auto& one : left) {
            for (const auto& other : right) {
                Label sum;
                for (std::size_t i = 0; i <= most_criteria; ++i) {
                    sum.numbers[i] = is_worst_[i] ? std::max(one.numbers[i], other.numbers[i])
                                                  : one.numbers[i] + other.numbers[i];
                }
                if (counts(sum)) {
                    sum.trace = static_cast<std::uint32_t>(parts.size());
                    parts.emplace_back(one.trace, other.trace);
                    sums.push_back(sum);
                }
            }
            check_size(sums.size());
        }
        made_ += sums.size();
        if (made_ > limits_of_work_.most_made) {
            throw GivenUp();
        }
        keep_best(sums);
        for (auto& sum : sums) {
            const auto [one, other] = parts[sum.trace];
            sum.trace = other == nothing ? one
                        : one == nothing ? other
                                         : trace({one, other, no_variable, 0});
        }
        return sums;
    }

    bool counts(const Label& label) const {
        for (std::size_t i = 0; i <= most_criteria; ++i) {
            if ((is_worst_[i] && label.numbers[i] > limits_[i]) || label.numbers[i] == forbidden) {
                return false;
            }
        }
        return true;
    }

    /// Drops labels that exceed a limit even if all that is not in them adds the least.
    void keep_possible(Labels& labels, const Numbers& least) const {
        std::erase_if(labels, [&](const Label& label) {
            for (std::size_t i = 1; i <= most_criteria; ++i) {
                if (!is_worst_[i] && label.numbers[i] + (least_[i] - least[i]) > limits_[i]) {
                    return true;
                }
            }
            return false;
        });
    }

    /// Drops labels than which so many others are nowhere worse that they cannot be wanted.
    void keep_best(Labels& labels) {
        std::sort(labels.begin(), labels.end(),
                  [](const Label& a, const Label& b) { return a.numbers < b.numbers; });
        Betters betters(limits_of_work_.best, criteria_.size());
        std::size_t kept = 0;
        for (const auto& label : labels) {
            if (++looked_at_ % labels_between_looks == 0 && limits_of_work_.stops &&
                limits_of_work_.stops()) {
                throw GivenUp();
            }
            if (betters.add(label.numbers[1], label.numbers[2])) {
                labels[kept++] = label;
            }
        }
        labels.resize(kept);
    }

    std::uint32_t trace(const Trace& trace) {
        check_size(traces_.size());
        traces_.push_back(trace);
        return static_cast<std::uint32_t>(traces_.size() - 1);
    }

    void check_size(std::size_t labels) const {
        if (labels > limits_of_work_.most) {
            throw GivenUp();
        }
    }

    TradeOff trade_off(const Label& label) const {
        TradeOff result;
        result.assignment.resize(network_.variables());
        std::vector<std::uint32_t> open{label.trace};
        while (!open.empty()) {
            const auto at = open.back();
            open.pop_back();
            if (at == nothing) {
                continue;
            }
            const auto& trace = traces_[at];
            if (trace.variable != no_variable) {
                result.assignment[trace.variable] = trace.value;
            }
            open.push_back(trace.left);
            open.push_back(trace.right);
        }
        result.cost = network_.cost(result.assignment);
        for (const auto& criterion : criteria_) {
            result.criteria.push_back(criterion.of(result.assignment));
        }
        return result;
    }

    const CostNetwork& network_;
    const std::vector<Objective>& criteria_;
    const EliminationLimits& limits_of_work_;
    std::array<bool, 1 + most_criteria> is_worst_{};
    Numbers limits_{forbidden, forbidden, forbidden};
    Numbers least_{}; ///< of all terms together
    std::size_t looked_at_ = 0;
    std::size_t made_ = 0;
    std::vector<Trace> traces_;
    std::vector<Term> terms_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> position_;
    std::vector<std::vector<LabelTable>> messages_; ///< in the bucket of each variable
};

} // namespace

std::optional<std::vector<TradeOff>>
trade_offs_by_elimination(const CostNetwork& network, const std::vector<Objective>& criteria,
                          const EliminationLimits& limits) {
    try {
        return Elimination(network, criteria, limits).find();
    } catch (const GivenUp&) {
        return std::nullopt;
    }
}

std::vector<TradeOff> pareto_front(const CostNetwork& network,
                                   const std::vector<Objective>& criteria, std::size_t most) {
    EliminationLimits limits;
    limits.most = most;
    auto front = trade_offs_by_elimination(network, criteria, limits);
    if (!front) {
        throw TooManyTradeOffs("more than " + std::to_string(most) +
                               " partial solutions are trade-offs");
    }
    return std::move(*front);
}

} // namespace proxima::model
