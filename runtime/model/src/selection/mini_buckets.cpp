#include "selection/mini_buckets.hpp"

#include <algorithm>
#include <set>

namespace proxima::model {
namespace {

/// How the cell of a table moves while all variables of a larger scope are counted through.
class Cursor {
public:
    Cursor(const CostNetwork& network, const CostTable& table,
           const std::vector<std::size_t>& scope)
        : costs_(table.costs.data()), strides_(scope.size(), 0) {
        std::size_t stride = 1;
        for (auto i = table.scope.size(); i-- > 0;) {
            const auto place = std::find(scope.begin(), scope.end(), table.scope[i]);
            strides_[static_cast<std::size_t>(place - scope.begin())] = stride;
            stride *= network.values(table.scope[i]);
        }
    }

    void advance(std::size_t variable) { costs_ += strides_[variable]; }
    void rewind(std::size_t variable, std::size_t values) {
        costs_ -= strides_[variable] * (values - 1);
    }
    double cost() const { return *costs_; }

private:
    const double* costs_;
    std::vector<std::size_t> strides_;
};

} // namespace

MiniBuckets::MiniBuckets(const CostNetwork& network, const std::vector<std::size_t>& order,
                         std::size_t cells)
    : network_(network), position_(order.size()), bucket_(order.size()), messages_(order.size()),
      constants_(order.size(), 0) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        position_[order[i]] = i;
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        put_away({{i}, network.costs(i)});
    }
    for (const auto& pair : network.pairs()) {
        put_away({{pair.first, pair.second}, pair.costs});
    }
    for (const auto variable : order) {
        eliminate(variable, cells);
    }
}

double MiniBuckets::cells_without_split(const CostNetwork& network,
                                        const std::vector<std::size_t>& order) {
    std::vector<std::set<std::size_t>> neighbours(network.variables());
    for (const auto& pair : network.pairs()) {
        neighbours[pair.first].insert(pair.second);
        neighbours[pair.second].insert(pair.first);
    }
    double sum = 0;
    for (const auto variable : order) {
        double cells = 1;
        for (const auto one : neighbours[variable]) {
            cells *= static_cast<double>(network.values(one));
            neighbours[one].erase(variable);
            neighbours[one].insert(neighbours[variable].begin(), neighbours[variable].end());
            neighbours[one].erase(one);
        }
        sum += cells;
    }
    return sum;
}

void MiniBuckets::put_away(CostTable table) {
    const auto first =
        *std::min_element(table.scope.begin(), table.scope.end(),
                          [this](auto a, auto b) { return position_[a] < position_[b]; });
    bucket_[first].push_back(tables_.size());
    tables_.push_back(std::move(table));
}

/// Tables with many variables first, each to the first part in which there is room for it.
std::vector<std::vector<std::size_t>> MiniBuckets::partition(std::size_t variable,
                                                             std::size_t cells) const {
    auto tables = bucket_[variable];
    std::sort(tables.begin(), tables.end(), [this](auto a, auto b) {
        const auto left = tables_[a].scope.size();
        const auto right = tables_[b].scope.size();
        return left != right ? left > right : a < b;
    });
    struct Part {
        std::set<std::size_t> scope;
        std::vector<std::size_t> tables;
    };
    std::vector<Part> parts;
    const auto has_room = [&](const Part& part, std::size_t table) {
        auto scope = part.scope;
        scope.insert(tables_[table].scope.begin(), tables_[table].scope.end());
        double size = 1;
        for (const auto one : scope) {
            size *= one == variable ? 1 : static_cast<double>(network_.values(one));
        }
        return scope.size() == part.scope.size() || size <= static_cast<double>(cells);
    };
    for (const auto table : tables) {
        auto part = std::find_if(parts.begin(), parts.end(),
                                 [&](const Part& one) { return has_room(one, table); });
        if (part == parts.end()) {
            part = parts.insert(parts.end(), Part{});
        }
        part->scope.insert(tables_[table].scope.begin(), tables_[table].scope.end());
        part->tables.push_back(table);
    }
    std::vector<std::vector<std::size_t>> result;
    result.reserve(parts.size());
    for (auto& part : parts) {
        result.push_back(std::move(part.tables));
    }
    return result;
}

void MiniBuckets::eliminate(std::size_t variable, std::size_t cells) {
    const auto parts = partition(variable, cells);
    is_exact_ = is_exact_ && parts.size() <= 1;
    for (const auto& part : parts) {
        auto message = joined_minimum(variable, part);
        if (message.scope.empty()) {
            constants_[variable] += message.costs.front();
            constant_ += message.costs.front();
        } else {
            messages_[variable].push_back(tables_.size());
            put_away(std::move(message));
        }
    }
}

CostTable MiniBuckets::joined_minimum(std::size_t variable,
                                      const std::vector<std::size_t>& tables) const {
    std::set<std::size_t> others;
    for (const auto table : tables) {
        others.insert(tables_[table].scope.begin(), tables_[table].scope.end());
    }
    others.erase(variable);
    CostTable message{{others.begin(), others.end()}, {}};
    std::size_t cells = 1;
    for (const auto one : message.scope) {
        cells *= network_.values(one);
    }
    message.costs.reserve(cells);
    auto scope = message.scope;
    scope.push_back(variable);
    std::vector<Cursor> cursors;
    for (const auto table : tables) {
        cursors.emplace_back(network_, tables_[table], scope);
    }
    const auto inner = scope.size() - 1;
    const auto inner_values = network_.values(variable);
    std::vector<std::size_t> values(scope.size(), 0);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        double least = forbidden;
        for (std::size_t value = 0; value < inner_values; ++value) {
            double sum = 0;
            for (auto& cursor : cursors) {
                sum += cursor.cost();
                if (value + 1 < inner_values) {
                    cursor.advance(inner);
                } else {
                    cursor.rewind(inner, inner_values);
                }
            }
            least = std::min(least, sum);
        }
        message.costs.push_back(least);
        for (auto i = inner; i-- > 0;) {
            const auto most = network_.values(scope[i]);
            const bool wraps = ++values[i] == most;
            for (auto& cursor : cursors) {
                if (wraps) {
                    cursor.rewind(i, most);
                } else {
                    cursor.advance(i);
                }
            }
            if (!wraps) {
                break;
            }
            values[i] = 0;
        }
    }
    return message;
}

double MiniBuckets::before(std::size_t variable, const Assignment& assignment) const {
    double sum = constants_[variable];
    for (const auto table : messages_[variable]) {
        sum += tables_[table].at(network_, assignment);
    }
    return sum;
}

double MiniBuckets::after(std::size_t variable, const Assignment& assignment) const {
    double sum = 0;
    for (const auto table : bucket_[variable]) {
        sum += tables_[table].at(network_, assignment);
    }
    return sum;
}

} // namespace proxima::model
