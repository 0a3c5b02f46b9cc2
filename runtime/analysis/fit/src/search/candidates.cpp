#include "search/candidates.hpp"

#include "formulas/regression.hpp"
#include "search/best_subsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace proxima::fit {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double least_value(const Data& data, std::size_t parameter) {
    double least = data.at.front()[parameter];
    for (const auto& at : data.at) {
        least = std::min(least, at[parameter]);
    }
    return least;
}

// Finds the factors of one parameter that explain the means best, alone or in pairs, along lines of
// points. Each line has its own coefficients.
class LineFit {
public:
    LineFit(const SearchSpace& search, std::size_t parameter)
        : factors_(factors_of(search.data, parameter)) {
        const auto weights = search.data.weights_at(search.data.mean);
        for (const auto& line : lines_along(search.data, search.parameters, parameter)) {
            MatrixXd columns(static_cast<Index>(line.size()), static_cast<Index>(factors_.size()));
            for (Index i = 0; i < columns.rows(); ++i) {
                const auto& at =
                    search.data.at[static_cast<std::size_t>(line[static_cast<std::size_t>(i)])];
                for (Index j = 0; j < columns.cols(); ++j) {
                    columns(i, j) = factors_[static_cast<std::size_t>(j)].value(at[parameter]);
                }
            }
            lines_.emplace_back(std::move(columns), weights(line), search.data.mean(line));
            all_ += lines_.back().of_means;
        }
    }

    // Returns the factors of the best `alone` single ones and of the best `pairs`, without
    // duplicates.
    std::vector<Factor> find(std::size_t alone, std::size_t pairs) const {
        std::vector<std::pair<double, std::vector<Index>>> singles;
        std::vector<std::pair<double, std::vector<Index>>> doubles;
        for (Index i = 0; i < count(); ++i) {
            singles.emplace_back(std::round(left_by(i) / all_ / rounding), std::vector{i});
            for (Index j = i + 1; j < count() && pairs > 0; ++j) {
                if (const double left = left_by(i, j); std::isfinite(left)) {
                    doubles.emplace_back(left, std::vector{i, j});
                }
            }
        }
        std::sort(singles.begin(), singles.end());
        std::sort(doubles.begin(), doubles.end());
        singles.resize(std::min(singles.size(), alone));
        doubles.resize(std::min(doubles.size(), pairs));
        singles.insert(singles.end(), doubles.begin(), doubles.end());
        std::vector<Factor> found;
        for (const auto& [left, numbers] : singles) {
            for (const auto number : numbers) {
                const auto& factor = factors_[static_cast<std::size_t>(number)];
                if (std::find(found.begin(), found.end(), factor) == found.end()) {
                    found.push_back(factor);
                }
            }
        }
        return found;
    }

    // Share of the variance along the lines that the best single factor explains.
    double explained() const {
        double least = all_;
        for (Index i = 0; i < count(); ++i) {
            least = std::min(least, left_by(i));
        }
        return all_ > 0 ? 1 - least / all_ : 0;
    }

private:
    static constexpr double rounding = 1e-9;

    Index count() const { return static_cast<Index>(factors_.size()); }

    // Residual sum of squares with one factor.
    double left_by(Index i) const {
        double left = 0;
        for (const auto& line : lines_) {
            left += line.of_means - line.with_means[i] * line.with_means[i];
        }
        return left;
    }

    // Residual sum of squares with two factors; infinite if one has a negative coefficient.
    double left_by(Index i, Index j) const {
        double left = 0;
        double first = 0;
        double second = 0;
        for (const auto& line : lines_) {
            const double both = line.products(i, j);
            const double rest = 1 - both * both;
            if (line.norms[i] <= 0 || line.norms[j] <= 0 || rest < 1e-12) {
                left += line.of_means - line.with_means[i] * line.with_means[i];
                continue;
            }
            const double of_j = (line.with_means[j] - both * line.with_means[i]) / rest;
            const double of_i = line.with_means[i] - both * of_j;
            left += line.of_means - of_i * line.with_means[i] - of_j * line.with_means[j];
            first += of_i;
            second += of_j;
        }
        return first > 0 && second > 0 ? left : std::numeric_limits<double>::infinity();
    }

    std::vector<Factor> factors_;
    std::vector<Gram> lines_;
    double all_ = 0;
};

// The parameters that explain most of the variance, at most constants::most_parameters.
std::vector<std::size_t> strongest(const SearchSpace& search) {
    if (search.parameters.size() <= constants::most_parameters) {
        return search.parameters;
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (const auto parameter : search.parameters) {
        order.emplace_back(-LineFit(search, parameter).explained(), parameter);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < constants::most_parameters; ++i) {
        chosen.push_back(order[i].second);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

std::vector<Term> building_blocks(const SearchSpace& search) {
    struct Counts {
        std::size_t alone;
        std::size_t pairs;
    };
    constexpr Counts of_number[] = {{0, 0}, {0, 0}, {4, 2}, {2, 1}, {1, 1}};
    if (search.parameters.size() == 1) {
        return products_of({factors_of(search.data, search.parameters.front())});
    }
    std::vector<std::vector<Factor>> of_parameters;
    const auto parameters = strongest(search);
    const auto counts = of_number[parameters.size()];
    for (const auto parameter : parameters) {
        of_parameters.push_back(LineFit(search, parameter).find(counts.alone, counts.pairs));
    }
    return products_of(of_parameters);
}

} // namespace

std::vector<Factor> factors_of(const Data& data, std::size_t parameter) {
    const double least = least_value(data, parameter);
    std::vector<Factor> factors;
    for (auto exponents : term_exponents()) {
        if (exponents.logarithm == 0 || least >= 1) {
            factors.push_back({parameter, exponents});
        }
        exponents.numerator = -exponents.numerator;
        exponents.logarithm = -exponents.logarithm;
        if (least > (exponents.logarithm == 0 ? 0 : 1)) {
            factors.push_back({parameter, exponents});
        }
    }
    return factors;
}

std::vector<Term> products_of(const std::vector<std::vector<Factor>>& of_parameters) {
    std::vector<Term> products{Term{}};
    for (const auto& factors : of_parameters) {
        const auto count = products.size();
        for (std::size_t i = 0; i < count; ++i) {
            for (const auto& factor : factors) {
                products.push_back(products[i]);
                products.back().factors.push_back(factor);
            }
        }
    }
    products.erase(products.begin()); // the constant
    return products;
}

std::vector<std::vector<Terms>> promising_sums(const SearchSpace& search) {
    if (search.parameters.empty()) {
        return {};
    }
    const auto blocks = building_blocks(search);
    MatrixXd columns(static_cast<Index>(search.data.size()), static_cast<Index>(blocks.size()));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        columns.col(static_cast<Index>(i)) = term_values(search.data, blocks[i]);
    }
    const Gram gram(std::move(columns), search.data.weights_at(search.data.mean), search.data.mean);
    const auto carried = search.data.size() > 4 ? search.data.size() - 3 : 1;
    const auto most =
        std::min(carried, search.parameters.size() == 1 ? constants::most_columns_of_one_parameter
                                                        : constants::most_columns);
    // Few points hardly show a second term, and none with unusual exponents.
    std::vector<bool> in_sums;
    for (const auto& block : blocks) {
        in_sums.push_back(search.data.size() >= constants::points_for_standard_error ||
                          block.has_usual_exponents());
    }
    std::vector<std::vector<Terms>> all;
    for (const auto& subsets : best_subsets(gram, search.data.is_cost(), most, in_sums)) {
        all.emplace_back();
        for (const auto& subset : subsets) {
            all.back().emplace_back();
            for (const auto column : subset.columns) {
                all.back().back().push_back(blocks[static_cast<std::size_t>(column)]);
            }
        }
    }
    return all;
}

} // namespace proxima::fit
