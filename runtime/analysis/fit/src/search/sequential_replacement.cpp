#include "search/sequential_replacement.hpp"

#include "search/candidates.hpp"

#include <Eigen/QR>
#include <utility>

namespace proxima::fit {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SequentialReplacement::SequentialReplacement(const SearchSpace& search) : search_(search) {
    for (const auto parameter : search.parameters) {
        auto& known = candidates_[parameter];
        known.factors = factors_of(search.data, parameter);
        known.values.resize(search.data.mean.size(), static_cast<Index>(known.factors.size()));
        for (std::size_t i = 0; i < known.factors.size(); ++i) {
            known.values.col(static_cast<Index>(i)) =
                term_values(search.data, Term{{known.factors[i]}});
        }
    }
}

void SequentialReplacement::improve(Regression& best) const {
    bool improved = true;
    for (int round = 0; improved && round < constants::most_replacement_rounds; ++round) {
        improved = false;
        for (std::size_t i = 0; i < best.terms.size(); ++i) {
            // A replacement may drop the constant, which renumbers the terms.
            for (std::size_t j = 0; i < best.terms.size() && j < best.terms[i].factors.size();
                 ++j) {
                improved = replace(best, i, j) || improved;
            }
        }
    }
}

bool SequentialReplacement::replace(Regression& best, std::size_t term, std::size_t factor) const {
    auto terms = best.terms;
    terms[term].factors[factor] = best_replacement(best, term, factor);
    auto made = regress(search_.data, without_constant(std::move(terms)));
    const bool better = made && made->aicc < best.aicc - 1e-6;
    if (better) {
        best = std::move(*made);
    }
    return better;
}

Factor SequentialReplacement::best_replacement(const Regression& best, std::size_t term,
                                               std::size_t factor) const {
    const auto& data = search_.data;
    const VectorXd weight = data.weights_at(best.fitted);
    MatrixXd kept(best.fitted.size(), static_cast<Index>(best.terms.size()));
    kept.col(0) = weight;
    Index column = 0;
    for (std::size_t i = 0; i < best.terms.size(); ++i) {
        if (i != term && !best.terms[i].is_constant()) {
            kept.col(++column) = weight.cwiseProduct(term_values(data, best.terms[i]));
        }
    }
    kept.conservativeResize(Eigen::NoChange, column + 1);
    const Eigen::HouseholderQR<MatrixXd> qr(kept);
    const MatrixXd thin = qr.householderQ() * MatrixXd::Identity(kept.rows(), kept.cols());
    const auto projected = [&](const VectorXd& values) {
        return VectorXd(values - thin * (thin.transpose() * values));
    };
    const VectorXd residuals = projected(weight.cwiseProduct(data.mean));
    auto tried = best.terms[term];
    const auto old = tried.factors[factor];
    tried.factors[factor].exponents = {0, 1, 0};
    const VectorXd others = weight.cwiseProduct(term_values(data, tried));
    Factor most = old;
    double gain = 0;
    const auto& candidates = candidates_.at(old.parameter);
    for (std::size_t i = 0; i < candidates.factors.size(); ++i) {
        VectorXd values = others.cwiseProduct(candidates.values.col(static_cast<Index>(i)));
        const double before = values.squaredNorm();
        values = projected(values);
        const double along = values.dot(residuals);
        const double squares = values.squaredNorm();
        const bool shrinks = data.is_cost() && along <= 0;
        if (!shrinks && squares > 1e-12 * before && along * along > gain * squares) {
            gain = along * along / squares;
            most = candidates.factors[i];
        }
    }
    return most;
}

} // namespace proxima::fit
