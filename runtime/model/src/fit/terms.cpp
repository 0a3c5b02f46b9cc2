// Terms x^i log2(x)^j, one or several, of one parameter or several.
#include "fit/data.hpp"
#include "fit/divided_work.hpp"
#include "fit/families.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Adds, exchanges and removes terms while that makes the sum better.
class Stepwise {
public:
    Stepwise(const Search& search)
        : search_(search), few_(thinned(search.data, most_points)),
          small_{few_, search.names, search.parameters, search.criterion} {
        for (const auto parameter : search.parameters) {
            for (auto& term : rising_terms(few_, parameter, search.names[parameter])) {
                singles_.push_back(std::move(term));
            }
            // Work that is divided, among ranks for example.
            constexpr TermExponents inverse{-1, 1, 0};
            if (search.parameters.size() > 1 && least_value(few_, parameter) > 0) {
                singles_.push_back(term_feature(inverse, parameter, search.names[parameter]));
            }
        }
        values_ = feature_values(few_, singles_);
        // The best of so many candidates that do nothing takes this much off twice the
        // log-likelihood, of which the criterion knows nothing.
        const auto tried = static_cast<double>(candidates().size());
        worth_a_term_ = std::max(2.0, 2 * std::log(std::max(tried, 1.0)) - 2);
    }

    /// From nothing; and from one term of each parameter, since what is taken first for the sum of
    /// several is often a product that no single step leads away from.
    std::optional<Regression> run() {
        improve({});
        const auto from_nothing = chosen_;
        const double reached = penalised();
        const auto terms = one_of_each();
        if (terms.size() > 1 && terms.size() + 1 <= most_terms()) {
            improve(terms);
            if (penalised() >= reached || chosen_.size() > from_nothing.size()) {
                chosen_ = from_nothing;
            }
        }
        return chosen_.empty() ? std::nullopt : regress(search_.data, shape_of(chosen_));
    }

private:
    static constexpr std::size_t most_points = 512;
    static constexpr std::size_t tried_in_full = 12;
    static constexpr double better = 1e-6; ///< so that rounding does not go on for ever

    /// A single term, or the product of terms of different parameters.
    using Product = std::vector<std::size_t>;

    void improve(const std::vector<Product>& start) {
        chosen_ = start;
        best_ = regress(few_, shape_of(start));
        for (bool improved = best_.has_value(); improved;) {
            improved = chosen_.size() + 1 < most_terms() && extend();
            improved = exchange() || improved;
            improved = remove() || improved;
        }
    }

    /// The score, with what each term must pay for having been chosen among many.
    double penalised() const {
        return best_ ? small_.score(*best_) + worth_a_term_ * static_cast<double>(chosen_.size())
                     : std::numeric_limits<double>::infinity();
    }

    /// The sum of all parameters.
    std::vector<Product> one_of_each() const {
        std::vector<Product> terms;
        for (const auto parameter : search_.parameters) {
            const auto linear =
                std::find_if(singles_.begin(), singles_.end(), [&](const auto& single) {
                    return single.parameters.front() == parameter &&
                           single.text == search_.names[parameter];
                });
            if (linear != singles_.end()) {
                terms.push_back({static_cast<std::size_t>(linear - singles_.begin())});
            }
        }
        return terms;
    }

    std::size_t most_terms() const {
        constexpr std::size_t readable = 5;
        return std::min(small_.most_features(), readable);
    }

    Feature feature_of(const Product& factors) const {
        Feature made = singles_[factors.front()];
        for (std::size_t i = 1; i < factors.size(); ++i) {
            made = product(made, singles_[factors[i]]);
        }
        return made;
    }

    Shape shape_of(const std::vector<Product>& products) const {
        const bool single = products.size() == 1 && products.front().size() == 1;
        Shape shape{single ? "term" : "sum of terms", {constant_feature()}, Link::identity, 0};
        for (const auto& factors : products) {
            shape.features.push_back(feature_of(factors));
        }
        return shape;
    }

    VectorXd values_of(const Product& factors) const {
        VectorXd values = values_.col(static_cast<Index>(factors.front()));
        for (std::size_t i = 1; i < factors.size(); ++i) {
            values = values.cwiseProduct(values_.col(static_cast<Index>(factors[i])));
        }
        return values;
    }

    /// All single terms, all products of two, and what multiplies a chosen product by one more.
    std::vector<Product> candidates() const {
        std::vector<Product> all;
        for (std::size_t i = 0; i < singles_.size(); ++i) {
            all.push_back({i});
            for (std::size_t j = i + 1; j < singles_.size(); ++j) {
                if (singles_[i].parameters != singles_[j].parameters) {
                    all.push_back({i, j});
                }
            }
        }
        for (const auto& factors : chosen_) {
            add_extensions(factors, all);
        }
        return all;
    }

    void add_extensions(const Product& factors, std::vector<Product>& all) const {
        for (std::size_t i = 0; factors.size() > 1 && i < singles_.size(); ++i) {
            const bool taken = std::any_of(factors.begin(), factors.end(), [&](auto factor) {
                return singles_[factor].parameters == singles_[i].parameters;
            });
            if (!taken) {
                all.push_back(factors);
                all.back().push_back(i);
            }
        }
    }

    /// The candidates that take most of what `kept` leave unexplained, the best first.
    std::vector<Product> promising(const std::vector<Product>& kept) const {
        MatrixXd basis(values_.rows(), static_cast<Index>(kept.size() + 1));
        basis.col(0).setOnes();
        for (std::size_t i = 0; i < kept.size(); ++i) {
            basis.col(static_cast<Index>(i + 1)) = values_of(kept[i]);
        }
        const VectorXd size = best_->fitted.cwiseAbs().cwiseMax(1e-3 * few_.mean.cwiseAbs().mean());
        const VectorXd weight =
            (few_.effective.array() / size.array().pow(few_.variance_power)).sqrt();
        basis = weight.asDiagonal() * basis;
        const Eigen::HouseholderQR<MatrixXd> qr(basis);
        const MatrixXd thin = qr.householderQ() * MatrixXd::Identity(basis.rows(), basis.cols());
        VectorXd residual = weight.cwiseProduct(few_.mean);
        residual -= thin * (thin.transpose() * residual);
        return best_by_gain(thin, weight, residual);
    }

    std::vector<Product> best_by_gain(const MatrixXd& thin, const VectorXd& weight,
                                      const VectorXd& residual) const {
        auto all = candidates();
        std::vector<std::pair<double, std::size_t>> gains;
        for (std::size_t i = 0; i < all.size(); ++i) {
            VectorXd column = weight.cwiseProduct(values_of(all[i]));
            const double before = column.squaredNorm();
            column -= thin * (thin.transpose() * column);
            const double squares = column.squaredNorm();
            const double along = column.dot(residual);
            if (squares > 1e-12 * before) {
                gains.emplace_back(along * along / squares, i);
            }
        }
        const auto count = std::min(tried_in_full, gains.size());
        std::partial_sort(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(count),
                          gains.end(), std::greater<>());
        std::vector<Product> best;
        for (std::size_t i = 0; i < count; ++i) {
            best.push_back(all[gains[i].second]);
        }
        return best;
    }

    /// Takes the best of `kept` with one more, if that is better by `margin`.
    bool try_one_more(const std::vector<Product>& kept, double margin) {
        bool improved = false;
        for (const auto& candidate : promising(kept)) {
            auto products = kept;
            products.push_back(candidate);
            auto made = regress(few_, shape_of(products));
            const double bound = small_.score(*best_) - (improved ? better : margin);
            if (made && small_.score(*made) < bound) {
                best_ = std::move(made);
                chosen_ = std::move(products);
                improved = true;
            }
        }
        return improved;
    }

    bool extend() { return best_ && try_one_more(std::vector<Product>(chosen_), worth_a_term_); }

    bool exchange() {
        bool improved = false;
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            auto kept = chosen_;
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            improved = try_one_more(kept, better) || improved;
        }
        return improved;
    }

    bool remove() {
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            auto fewer = chosen_;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            auto made = regress(few_, shape_of(fewer));
            if (made && small_.score(*made) < small_.score(*best_) + worth_a_term_ - better) {
                best_ = std::move(made);
                chosen_ = std::move(fewer);
                return true;
            }
        }
        return false;
    }

    const Search& search_;
    Data few_;
    Search small_; ///< on these
    std::vector<Feature> singles_;
    MatrixXd values_; ///< of these
    double worth_a_term_ = 0;
    std::vector<Product> chosen_;
    std::optional<Regression> best_;
};

} // namespace

std::vector<Feature> rising_terms(const Data& data, std::size_t parameter,
                                  const std::string& name) {
    const double least = least_value(data, parameter);
    std::vector<Feature> terms;
    for (const auto& exponents : term_exponents()) {
        const bool logarithm = exponents.logarithm != 0;
        const bool whole = exponents.denominator == 1;
        if ((logarithm && least < 1) || (!whole && least < 0)) {
            continue;
        }
        terms.push_back(term_feature(exponents, parameter, name));
    }
    return terms;
}

std::optional<Regression> best_term(const Search& search) {
    if (search.data.size() < 4) {
        return std::nullopt;
    }
    std::optional<Regression> best;
    for (const auto parameter : search.parameters) {
        for (const auto& term : rising_terms(search.data, parameter, search.names[parameter])) {
            keep_better(
                best, regress(search.data, {"term", {constant_feature(), term}, Link::identity, 0}),
                search);
        }
    }
    return best;
}

std::optional<Regression> best_sum_of_terms(const Search& search) {
    if (search.parameters.empty() || search.most_features() < 2) {
        return std::nullopt;
    }
    return Stepwise(search).run();
}

std::vector<Regression> neighbours(const Search& search, const Regression& regression) {
    std::vector<Regression> made;
    if (regression.shape.family != "term" && regression.shape.family != "sum of terms") {
        return made;
    }
    const auto& features = regression.shape.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const auto factors = factors_of(features[i]);
        for (std::size_t j = 0; j < factors.size(); ++j) {
            if (factors[j].parameters.empty()) {
                continue; // the constant
            }
            const auto parameter = factors[j].parameters.front();
            auto terms = rising_terms(search.data, parameter, search.names[parameter]);
            for (auto& divided : divided_terms(search, parameter)) {
                terms.push_back(std::move(divided));
            }
            for (const auto& term : terms) {
                Feature other = j == 0 ? term : factors.front();
                for (std::size_t k = 1; k < factors.size(); ++k) {
                    other = product(other, k == j ? term : factors[k]);
                }
                Shape shape = regression.shape;
                shape.features[i] = std::move(other);
                if (auto fitted = regress(search.data, shape)) {
                    fitted->handicap = regression.handicap;
                    made.push_back(std::move(*fitted));
                }
            }
        }
    }
    return made;
}

} // namespace proxima::model
