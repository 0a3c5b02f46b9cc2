#include "fit/divided_work.hpp"

#include "fit/data.hpp"

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

/// Of one invocation, relative, over all points.
double relative_variance(const Data& data) {
    double sum = 0;
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        sum += data.mean[i] == 0 ? 0 : data.variance[i] / (data.mean[i] * data.mean[i]);
    }
    return sum / static_cast<double>(data.size());
}

/// Some mean lies lower than that at the least value, by more than three standard errors of both.
bool falls(const Data& data, std::size_t parameter) {
    constexpr double certain = 3;
    const double variance = relative_variance(data);
    const auto first =
        static_cast<Eigen::Index>(std::min_element(data.at.begin(), data.at.end(),
                                                   [&](const auto& a, const auto& b) {
                                                       return a[parameter] < b[parameter];
                                                   }) -
                                  data.at.begin());
    const auto variance_of = [&](Eigen::Index i) {
        return variance * data.mean[i] * data.mean[i] / data.effective[i];
    };
    for (Eigen::Index i = 0; i < data.mean.size(); ++i) {
        const double error = std::sqrt(variance_of(first) + variance_of(i));
        if (data.mean[first] - data.mean[i] > certain * error) {
            return true;
        }
    }
    return false;
}

/// Parts of a cost add up; with a negative one a sum falls below nothing further on.
bool is_sum_of_costs(const Regression& regression) {
    return std::all_of(regression.coefficients.begin(), regression.coefficients.end(),
                       [](double coefficient) { return coefficient > 0; });
}

void try_sum(std::optional<Regression>& best, const Search& search, const std::string& family,
             std::vector<Feature> features) {
    if (features.size() > search.most_features()) {
        return;
    }
    auto made = regress(search.data, {family, std::move(features), Link::identity, 0});
    if (made && is_sum_of_costs(*made)) {
        keep_better(best, std::move(made), search);
    }
}

} // namespace

std::vector<Feature> divided_terms(const Search& search, std::size_t parameter) {
    std::vector<Feature> terms;
    if (search.parameters.size() == 1 && least_value(search.data, parameter) > 0 &&
        falls(search.data, parameter)) {
        for (const auto& exponents :
             {TermExponents{-1, 1, 0}, TermExponents{-1, 2, 0}, TermExponents{-2, 1, 0}}) {
            terms.push_back(term_feature(exponents, parameter, search.names[parameter]));
        }
    }
    return terms;
}

std::optional<Regression> best_divided_work(const Search& search) {
    std::optional<Regression> best;
    for (const auto parameter : search.parameters) {
        for (const auto& divided : divided_terms(search, parameter)) {
            try_sum(best, search, "term", {constant_feature(), divided});
        }
    }
    return best;
}

std::optional<Regression> best_divided_work_with_overhead(const Search& search) {
    std::optional<Regression> best;
    for (const auto parameter : search.parameters) {
        const auto rising = rising_terms(search.data, parameter, search.names[parameter]);
        for (const auto& divided : divided_terms(search, parameter)) {
            for (const auto& overhead : rising) {
                try_sum(best, search, "sum of terms", {divided, overhead});
                try_sum(best, search, "sum of terms", {constant_feature(), divided, overhead});
            }
        }
    }
    return best;
}

} // namespace proxima::model
