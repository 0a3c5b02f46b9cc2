#include "selection/interaction_regression.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::model {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double separate = 1e-6; // how far a term may be from what the rows span

/// Terms whose cost is to be found; of the others it is 0.
std::vector<InteractionTerm> free_terms(const std::set<InteractionTerm>& terms) {
    std::vector<InteractionTerm> found;
    std::set<std::pair<std::string, std::string>> seen; // connections
    for (const auto& term : terms) {
        const bool is_reference = seen.insert(term.ends).second && seen.size() > 1;
        if (!is_reference) {
            found.push_back(term);
        }
    }
    return found;
}

} // namespace

void InteractionRegression::add_row(const std::map<InteractionTerm, double>& calls,
                                    double residual_us, double noise, double model_variance,
                                    double own_calls) {
    if (calls.empty()) {
        return;
    }
    rows_.push_back({calls, residual_us, noise, own_calls});
    model_variance_per_call_ =
        std::max(model_variance_per_call_, model_variance / (own_calls * own_calls));
}

std::map<InteractionTerm, InteractionEstimate> InteractionRegression::solve() const {
    std::set<InteractionTerm> terms;
    for (const auto& row : rows_) {
        for (const auto& [term, calls] : row.calls) {
            terms.insert(term);
        }
    }
    std::map<InteractionTerm, InteractionEstimate> estimates;
    for (const auto& term : terms) {
        estimates[term].variance = 0; // of references; the others follow
    }
    const auto columns = free_terms(terms);
    if (columns.empty()) {
        return estimates;
    }
    const bool knows_noise =
        std::all_of(rows_.begin(), rows_.end(), [](const auto& row) { return row.noise > 0; });
    Matrix design = Matrix::Zero(static_cast<Eigen::Index>(rows_.size()),
                                 static_cast<Eigen::Index>(columns.size()));
    Vector residuals(design.rows());
    for (Eigen::Index r = 0; r < design.rows(); ++r) {
        const auto& row = rows_[static_cast<std::size_t>(r)];
        const double sigma = knows_noise ? std::sqrt(row.noise) : row.own_calls;
        residuals[r] = row.residual_us / sigma;
        for (Eigen::Index c = 0; c < design.cols(); ++c) {
            const auto calls = row.calls.find(columns[static_cast<std::size_t>(c)]);
            design(r, c) = calls == row.calls.end() ? 0 : calls->second / sigma;
        }
    }
    const Vector scale = design.colwise().norm();
    design = design * scale.cwiseInverse().asDiagonal();
    const Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition(design);
    const Matrix inverse = decomposition.pseudoInverse();
    const Vector costs = inverse * residuals;
    const Matrix spanned = inverse * design;
    const auto freedom = design.rows() - decomposition.rank();
    const double shown =
        freedom > 0 ? (residuals - design * costs).squaredNorm() / static_cast<double>(freedom) : 0;
    for (Eigen::Index c = 0; c < design.cols(); ++c) {
        auto& estimate = estimates.at(columns[static_cast<std::size_t>(c)]);
        estimate.us_per_call = costs[c] / scale[c];
        estimate.is_separate = std::abs(spanned(c, c) - 1) < separate;
        estimate.variance.reset();
        if (knows_noise || freedom > 0) {
            estimate.variance = inverse.row(c).squaredNorm() / (scale[c] * scale[c]) *
                                    (knows_noise ? std::max(shown, 1.0) : shown) +
                                model_variance_per_call_;
        }
    }
    return estimates;
}

} // namespace proxima::model
