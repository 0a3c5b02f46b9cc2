#include "non_negative.hpp"

#include <Eigen/QR>
#include <vector>

namespace proxima::platform {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Solves for the columns in `free`; the others get 0.
VectorXd solve(const MatrixXd& rows, const VectorXd& right, const std::vector<bool>& free) {
    std::vector<Index> columns;
    for (Index i = 0; i < rows.cols(); ++i) {
        if (free[static_cast<std::size_t>(i)]) {
            columns.push_back(i);
        }
    }
    VectorXd all = VectorXd::Zero(rows.cols());
    if (!columns.empty()) {
        const MatrixXd part = rows(Eigen::all, columns);
        all(columns) = part.colPivHouseholderQr().solve(right);
    }
    return all;
}

} // namespace

VectorXd non_negative_least_squares(const MatrixXd& rows, const VectorXd& right) {
    const Index count = rows.cols();
    std::vector<bool> free(static_cast<std::size_t>(count), false);
    VectorXd x = VectorXd::Zero(count);
    const double small = 1e-12 * (rows.transpose() * right).cwiseAbs().maxCoeff();
    for (Index round = 0; round < 3 * count; ++round) {
        const VectorXd gain = rows.transpose() * (right - rows * x);
        Index best = -1;
        for (Index i = 0; i < count; ++i) {
            if (!free[static_cast<std::size_t>(i)] && gain[i] > small &&
                (best < 0 || gain[i] > gain[best])) {
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        free[static_cast<std::size_t>(best)] = true;
        for (VectorXd next = solve(rows, right, free);; next = solve(rows, right, free)) {
            double step = 1; // largest step towards `next` without a negative value
            Index first = -1;
            for (Index i = 0; i < count; ++i) {
                if (free[static_cast<std::size_t>(i)] && next[i] <= 0) {
                    const double fraction = x[i] > next[i] ? x[i] / (x[i] - next[i]) : 0;
                    if (first < 0 || fraction < step) {
                        step = fraction;
                        first = i;
                    }
                }
            }
            x += step * (next - x);
            if (first < 0) {
                break;
            }
            x[first] = 0;
            free[static_cast<std::size_t>(first)] = false;
        }
    }
    return x;
}

} // namespace proxima::platform
