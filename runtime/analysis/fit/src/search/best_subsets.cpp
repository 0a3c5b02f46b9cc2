#include "search/best_subsets.hpp"

#include "data/constants.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
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
        std::map<std::vector<Index>, double> made;
        const auto fits = [&](Index column) { return in_sums_[static_cast<std::size_t>(column)]; };
        for (const auto& one : all) {
            if (!std::all_of(one.columns.begin(), one.columns.end(), fits)) {
                continue;
            }
            const bool all_pairs = one.columns.size() == 1; // tries each pair once
            for (Index i = all_pairs ? one.columns.back() + 1 : 0; i < gram_.norms.size(); ++i) {
                auto columns = one.columns;
                columns.insert(std::lower_bound(columns.begin(), columns.end(), i), i);
                if (gram_.norms[i] > 0 && (one.columns.empty() || fits(i)) &&
                    std::find(one.columns.begin(), one.columns.end(), i) == one.columns.end()) {
                    made.emplace(std::move(columns), 0);
                }
            }
        }
        std::vector<Subset> subsets;
        for (const auto& [columns, ignored] : made) {
            Eigen::Vector4d solution;
            if (const auto squares = residual_squares(columns, solution); std::isfinite(squares)) {
                subsets.push_back({columns, squares});
            }
        }
        std::sort(subsets.begin(), subsets.end(), [](const auto& a, const auto& b) {
            return a.residual_squares < b.residual_squares;
        });
        return subsets;
    }

    // Pads smaller systems with equations whose coefficients are 0.
    double residual_squares(const std::vector<Index>& columns, Eigen::Vector4d& solution) const {
        static_assert(constants::most_columns == 4);
        Eigen::Matrix4d products = Eigen::Matrix4d::Identity();
        Eigen::Vector4d right = Eigen::Vector4d::Zero();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            right[static_cast<Index>(i)] = gram_.with_means[columns[i]];
            for (std::size_t j = 0; j < columns.size(); ++j) {
                products(static_cast<Index>(i), static_cast<Index>(j)) =
                    gram_.products(columns[i], columns[j]);
            }
        }
        const Eigen::LDLT<Eigen::Matrix4d> decomposed(products);
        if (decomposed.vectorD().minCoeff() < 1e-13) {
            return std::numeric_limits<double>::infinity(); // linearly dependent
        }
        solution = decomposed.solve(right);
        return gram_.of_means - solution.dot(right);
    }

    void drop_negative(std::vector<Subset>& subsets) const {
        std::erase_if(subsets, [&](const Subset& one) {
            Eigen::Vector4d solution;
            residual_squares(one.columns, solution);
            const auto count = static_cast<Index>(one.columns.size());
            return positive_ && solution.head(count).minCoeff() <= 0;
        });
    }

    const Gram& gram_;
    bool positive_;
    const std::vector<bool>& in_sums_;
};

} // namespace

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
