#include "non_negative.hpp"

#include <proxima/base/range.hpp>
#include <proxima/platform/shares.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::platform {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Expected distance of a share from proportional spreading, as a standard deviation: without data,
// a share may be anything from 0 to 1.
constexpr double expected_spread = 0.5;
constexpr double deviations = 1.96; // standard deviations of a 95 % interval

class Regression {
public:
    Regression(const Activity& activity, const std::vector<Used>& used)
        : rows_(Eigen::Map<const Rows>(activity.seconds.data(),
                                       static_cast<Index>(activity.intervals()),
                                       static_cast<Index>(activity.components))),
          used_(rows_.rows()), error_(rows_.rows()) {
        for (Index i = 0; i < rows_.rows(); ++i) {
            used_[i] = used[static_cast<std::size_t>(i)].seconds;
            error_[i] = used[static_cast<std::size_t>(i)].error;
        }
        gram_ = rows_.transpose() * rows_;
        spread_ = proportional();
    }

    std::vector<Estimate> estimate() const {
        const double scale = gram_.trace() / static_cast<double>(gram_.rows());
        constexpr double slight = 1e-10; // keeps undetermined shares near proportional ones
        const double least = std::max(slight * scale, std::numeric_limits<double>::min());
        const double variance = noise(residuals(solve(least)));
        const double pull = std::max(variance / (expected_spread * expected_spread), least);
        const VectorXd shares = solve(pull);
        const VectorXd deviation = deviations_of(shares, variance, pull);
        std::vector<Estimate> made;
        for (Index i = 0; i < shares.size(); ++i) {
            const double half = deviations * deviation[i];
            made.push_back(
                {shares[i], base::Range{std::max(shares[i] - half, 0.0), shares[i] + half}});
        }
        return made;
    }

private:
    // Spreads the use in each interval over the components that were active in it.
    VectorXd proportional() const {
        VectorXd sums = VectorXd::Zero(rows_.cols());
        for (Index i = 0; i < rows_.rows(); ++i) {
            const double active = rows_.row(i).sum();
            if (active > 0) {
                sums += rows_.row(i).transpose() * (used_[i] / active);
            }
        }
        const VectorXd active = rows_.colwise().sum();
        return (active.array() > 0).select(sums.cwiseQuotient(active), 0.0);
    }

    // Least squares with a pull towards proportional spreading.
    VectorXd solve(double pull) const {
        const Eigen::LLT<MatrixXd> root(pulled(pull));
        const VectorXd right = root.matrixL().solve(rows_.transpose() * used_ + pull * spread_);
        return non_negative_least_squares(root.matrixU(), right);
    }

    MatrixXd pulled(double pull) const {
        return gram_ + pull * MatrixXd::Identity(gram_.rows(), gram_.cols());
    }

    VectorXd residuals(const VectorXd& shares) const { return used_ - rows_ * shares; }

    // Variance of an interval, from the residuals `left`. Too few intervals fit any shares; then
    // the residuals of proportional spreading count.
    double noise(const VectorXd& left) const {
        const auto count = rows_.rows();
        const double seen =
            count >= 2 * rows_.cols()
                ? left.squaredNorm() / static_cast<double>(count - rows_.cols())
                : residuals(spread_).squaredNorm() / static_cast<double>(std::max<Index>(count, 1));
        return std::max(seen,
                        error_.squaredNorm() / static_cast<double>(std::max<Index>(count, 1)));
    }

    // The larger of two deviations: with equal noise in all intervals, and with the noise of each
    // interval (sandwich estimator), because only one component's use may vary.
    VectorXd deviations_of(const VectorXd& shares, double variance, double pull) const {
        const MatrixXd inverse =
            pulled(pull).llt().solve(MatrixXd::Identity(gram_.rows(), gram_.cols()));
        const VectorXd left = residuals(shares).cwiseAbs().cwiseMax(error_);
        const MatrixXd weighted = left.asDiagonal() * rows_;
        const double free = static_cast<double>(std::max<Index>(rows_.rows() - rows_.cols(), 1));
        MatrixXd meat =
            weighted.transpose() * weighted * (static_cast<double>(rows_.rows()) / free);
        meat.diagonal().array() += std::pow(pull * expected_spread, 2);
        const VectorXd uneven = (inverse * meat * inverse).diagonal();
        return uneven.cwiseMax(variance * inverse.diagonal()).cwiseSqrt();
    }

    Rows rows_;
    VectorXd used_, error_;
    MatrixXd gram_;
    VectorXd spread_;
};

} // namespace

std::vector<Estimate> shares_of_time(const Activity& activity, const std::vector<Used>& used) {
    if (used.empty() || activity.components == 0) {
        return std::vector<Estimate>(activity.components);
    }
    return Regression(activity, used).estimate();
}

} // namespace proxima::platform
