#include "search/search_space.hpp"

#include <proxima/fit/expression.hpp>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace proxima::fit {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Makes distinct names of the parameters for expressions.
std::vector<std::string> expression_names(const std::vector<std::string>& parameters) {
    std::vector<std::string> names;
    for (const auto& parameter : parameters) {
        auto name = variable_name(parameter.substr(0, constants::longest_parameter_name));
        while (std::find(names.begin(), names.end(), name) != names.end()) {
            name += "_";
        }
        names.push_back(name);
    }
    return names;
}

VectorXd column_of(const Data& data, std::size_t parameter) {
    VectorXd values(static_cast<Index>(data.size()));
    for (std::size_t i = 0; i < data.size(); ++i) {
        values[static_cast<Index>(i)] = data.at[i][parameter];
    }
    return values;
}

bool is_size(const VectorXd& values) {
    return values.minCoeff() >= 0 && values.maxCoeff() > values.minCoeff();
}

// True if each value of one belongs to one value of the other.
bool determine_each_other(const VectorXd& a, const VectorXd& b) {
    std::map<double, double> of_a;
    std::map<double, double> of_b;
    for (Index i = 0; i < a.size(); ++i) {
        if (of_a.emplace(a[i], b[i]).first->second != b[i] ||
            of_b.emplace(b[i], a[i]).first->second != a[i]) {
            return false;
        }
    }
    return true;
}

// Returns the columns whose linear combination is `right`; unset if there are none.
std::optional<std::vector<std::size_t>> parts_of(const std::vector<VectorXd>& columns,
                                                 const VectorXd& right) {
    MatrixXd rows(right.size(), static_cast<Index>(columns.size()) + 1);
    rows.col(0).setOnes();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        rows.col(static_cast<Index>(i) + 1) =
            columns[i] / std::max(columns[i].norm(), constants::tiny);
    }
    if (rows.rows() <= rows.cols()) {
        return std::nullopt; // few points would fit by chance
    }
    const VectorXd unit = right / std::max(right.norm(), constants::tiny);
    const VectorXd solution = rows.colPivHouseholderQr().solve(unit);
    if (!((rows * solution - unit).norm() < constants::dependence)) {
        return std::nullopt;
    }
    std::vector<std::size_t> parts;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (std::fabs(solution[static_cast<Index>(i) + 1]) > constants::dependence) {
            parts.push_back(i);
        }
    }
    return parts;
}

VectorXd logarithms(const VectorXd& values) {
    return values.array().log();
}

struct Dependence {
    std::size_t parameter = 0;
    std::vector<std::size_t> from;
};

struct Sizes {
    std::vector<std::size_t> independent;
    std::vector<Dependence> dependent;
};

// Finds the `known` parameters that determine this one: one by one, as a sum, or as a product.
std::vector<std::size_t> follows_from(const std::vector<VectorXd>& known, const VectorXd& values) {
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (determine_each_other(known[i], values)) {
            return {i};
        }
    }
    if (known.size() < 2) {
        return {};
    }
    if (auto sum = parts_of(known, values)) {
        return *sum;
    }
    std::vector<VectorXd> logs(known.size());
    std::transform(known.begin(), known.end(), logs.begin(), logarithms);
    const auto product = parts_of(logs, logarithms(values));
    return product.value_or(std::vector<std::size_t>());
}

Sizes sizes_of(const Data& all) {
    const Data data = thinned(all, constants::most_searched_points);
    Sizes sizes;
    std::vector<VectorXd> known;
    for (std::size_t i = 0; !data.at.empty() && i < data.at.front().size(); ++i) {
        auto values = column_of(data, i);
        if (!is_size(values)) {
            continue;
        }
        auto from = follows_from(known, values);
        if (from.empty()) {
            sizes.independent.push_back(i);
            known.push_back(std::move(values));
            continue;
        }
        for (auto& number : from) {
            number = sizes.independent[number];
        }
        sizes.dependent.push_back({i, std::move(from)});
    }
    return sizes;
}

} // namespace

SearchSpace search_space_of(const Data& data, const gather::Measurements& measurements) {
    return {data, expression_names(measurements.parameters), sizes_of(data).independent};
}

std::vector<std::string> dependence_notes(const Data& data,
                                          const gather::Measurements& measurements) {
    std::vector<std::string> texts;
    for (const auto& [parameter, from] : sizes_of(data).dependent) {
        std::string others;
        for (const auto other : from) {
            others += (others.empty() ? "" : " and ") + measurements.parameters[other];
        }
        texts.push_back(
            measurements.parameters[parameter] + " follows from " + others +
            " at all points, so the data cannot tell which of them matters: measure with " +
            measurements.parameters[parameter] + " changed alone");
    }
    return texts;
}

} // namespace proxima::fit
