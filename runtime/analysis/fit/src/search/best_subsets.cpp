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

class BestSubsets {
public:
    BestSubsets(const Gram& gram, bool positive, const std::vector<bool>& in_sums)
        : gram_(gram), positive_(positive), in_sums_(in_sums) {}

    std::vector<std::vector<Subset>> find(std::size_t most) const {
        std::vector<std::vector<Subset>> all;
        std::vector<Subset> fewer{{{}, gram_.of_means}};
        for (std::size_t size = 1; size <= most && !fewer.empty(); ++size) {
            auto made = extended(fewer);
            fewer = made;
            if (size > 1) {
                fewer.resize(std::min(fewer.size(), constants::sums_tried / column_count() + 1));
            }
            drop_negative(made);
            made.resize(std::min(made.size(),
                                 size == 1 ? constants::most_single_terms : constants::most_sums));
            all.push_back(std::move(made));
        }
        return all;
    }

private:
    std::size_t column_count() const { return static_cast<std::size_t>(gram_.norms.size()); }

    std::vector<Subset> extended(const std::vector<Subset>& all) const {
        std::vector<Columns> made;
        const auto fits = [&](Index column) { return in_sums_[static_cast<std::size_t>(column)]; };
        for (const auto& [columns, squares] : all) {
            if (!std::all_of(columns.begin(), columns.end(), fits)) {
                continue;
            }
            const bool all_pairs = columns.count == 1; // tries each pair once
            for (Index i = all_pairs ? *columns.begin() + 1 : 0; i < gram_.norms.size(); ++i) {
                if (gram_.norms[i] > 0 && (columns.count == 0 || fits(i)) &&
                    std::find(columns.begin(), columns.end(), i) == columns.end()) {
                    made.push_back(columns.with(i));
                }
            }
        }
        std::sort(made.begin(), made.end());
        made.erase(std::unique(made.begin(), made.end()), made.end());
        std::vector<Subset> subsets;
        for (const auto& columns : made) {
            if (const double squares = solve(columns).residual_squares; std::isfinite(squares)) {
                subsets.push_back({columns, squares});
            }
        }
        std::sort(subsets.begin(), subsets.end(), [](const auto& a, const auto& b) {
            return a.residual_squares < b.residual_squares;
        });
        return subsets;
    }

    struct Solution {
        double residual_squares = std::numeric_limits<double>::infinity();
        std::array<double, constants::most_columns> coefficients{};
    };

    // Solves the normal equations of these columns by Cholesky's decomposition. Returns the result
    // by value: g++ 12 with -O2 drops what is stored through a reference where the value is unused.
    Solution solve(const Columns& columns) const {
        double lower[constants::most_columns][constants::most_columns];
        std::array<double, constants::most_columns> forward{};
        Solution solution;
        double left = gram_.of_means;
        for (std::size_t i = 0; i < columns.count; ++i) {
            const Index row = columns.numbers[i];
            double rest = gram_.with_means[row];
            for (std::size_t j = 0; j <= i; ++j) {
                double product = gram_.products(row, columns.numbers[j]);
                for (std::size_t k = 0; k < j; ++k) {
                    product -= lower[i][k] * lower[j][k];
                }
                if (i == j && product < constants::dependent_columns) {
                    return solution;
                }
                lower[i][j] = i == j ? std::sqrt(product) : product / lower[j][j];
                rest -= i == j ? 0 : lower[i][j] * forward[j];
            }
            forward[i] = rest / lower[i][i];
            left -= forward[i] * forward[i];
        }
        for (std::size_t i = columns.count; i-- > 0;) {
            double rest = forward[i];
            for (std::size_t j = i + 1; j < columns.count; ++j) {
                rest -= lower[j][i] * solution.coefficients[j];
            }
            solution.coefficients[i] = rest / lower[i][i];
        }
        solution.residual_squares = left;
        return solution;
    }

    void drop_negative(std::vector<Subset>& subsets) const {
        std::erase_if(subsets, [&](const Subset& one) {
            const auto [squares, all] = solve(one.columns);
            return positive_ &&
                   std::any_of(all.begin(),
                               all.begin() + static_cast<std::ptrdiff_t>(one.columns.count),
                               [](double coefficient) { return coefficient <= 0; });
        });
    }

    const Gram& gram_;
    bool positive_;
    const std::vector<bool>& in_sums_;
};

} // namespace

Columns Columns::with(Index column) const {
    auto more = *this;
    const auto place = std::lower_bound(more.numbers.begin(), more.numbers.begin() + count, column);
    std::copy_backward(place, more.numbers.begin() + count, more.numbers.begin() + count + 1);
    *place = column;
    ++more.count;
    return more;
}

Gram::Gram(MatrixXd columns, const VectorXd& weights, VectorXd means) {
    const VectorXd unit = weights.normalized();
    columns = weights.asDiagonal() * columns;
    means = weights.cwiseProduct(means);
    const VectorXd before = columns.colwise().norm();
    columns -= unit * (unit.transpose() * columns);
    means -= unit * unit.dot(means);
    norms = columns.colwise().norm();
    for (Index i = 0; i < columns.cols(); ++i) {
        const bool constant = !(norms[i] > 1e-9 * before[i]) || !std::isfinite(norms[i]);
        norms[i] = constant ? 0 : norms[i];
        columns.col(i) = constant ? VectorXd(VectorXd::Zero(columns.rows()))
                                  : VectorXd(columns.col(i) / norms[i]);
    }
    products = columns.transpose() * columns;
    with_means = columns.transpose() * means;
    of_means = means.squaredNorm();
}

std::vector<std::vector<Subset>> best_subsets(const Gram& gram, bool positive, std::size_t most,
                                              const std::vector<bool>& in_sums) {
    return BestSubsets(gram, positive, in_sums).find(most);
}

} // namespace proxima::fit
