#include "knowledge/learnt_costs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace proxima::online {
namespace {

constexpr double remembered_calls = 20'000;
constexpr double fewest_calls = 50;
// Longer calls, as a multiple of what is expected, have waited: they count for the mean only.
constexpr double longest = 5;
constexpr int rounds = 500; // of the fit; each parameter takes its turn in each

// Returns the elements of a row for a constant and these parameters; nothing if one is missing.
std::vector<std::size_t> elements_of(const std::vector<std::string>& wanted,
                                     const std::vector<std::string>& known) {
    std::vector<std::size_t> elements{0};
    for (const std::string& name : wanted) {
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end()) {
            return {};
        }
        elements.push_back(static_cast<std::size_t>(found - known.begin()) + 1);
    }
    return elements;
}

} // namespace

void LearntCosts::Sums::forget(double kept) {
    for (double& product : products) {
        product *= kept;
    }
    calls *= kept;
    taken *= kept;
}

void LearntCosts::Sums::add(const double* values, double microseconds, double limit) {
    std::vector<double> row{1};
    row.insert(row.end(), values, values + width);
    row.push_back(std::min(microseconds, limit));
    for (std::size_t i = 0; i < row.size(); ++i) {
        for (std::size_t j = 0; j < row.size(); ++j) {
            products[i * row.size() + j] += row[i] * row[j];
        }
    }
    calls += 1;
    taken += microseconds;
}

// Least squares by coordinate descent, which keeps each coefficient from becoming negative; scaled,
// so that neither that nor limited times change the sum.
std::vector<double> LearntCosts::Sums::fit(const std::vector<std::size_t>& elements) const {
    const std::size_t time = width + 1;
    std::vector<double> coefficients(elements.size(), 0);
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            double left = of(elements[i], time);
            for (std::size_t j = 0; j < elements.size(); ++j) {
                left -= i == j ? 0 : coefficients[j] * of(elements[i], elements[j]);
            }
            const double own = of(elements[i], elements[i]);
            coefficients[i] = own > 0 ? std::max(0.0, left / own) : 0;
        }
    }
    double fitted = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        fitted += coefficients[i] * of(0, elements[i]);
    }
    for (double& coefficient : coefficients) {
        coefficient *= fitted > 0 ? taken / fitted : 1;
    }
    return coefficients;
}

void LearntCosts::add(const Invocations& some) {
    const std::size_t width = some.parameters.size();
    const Sums none{width, std::vector<double>((width + 2) * (width + 2), 0)};
    Sums& sums = overloads_.try_emplace({some.instance + "." + some.method, some.parameters}, none)
                     .first->second;
    std::vector<std::size_t> all(width + 1);
    std::iota(all.begin(), all.end(), 0);
    const bool is_known = sums.calls >= fewest_calls;
    const std::vector<double> known = sums.fit(all);
    sums.forget(std::exp(-static_cast<double>(some.count()) / remembered_calls));
    for (std::size_t call = 0; call < some.count(); ++call) {
        const double* const values = some.values_of(call);
        if (std::any_of(values, values + width, [](double one) { return std::isnan(one); })) {
            continue; // a value is missing
        }
        const double expected = std::inner_product(values, values + width, &known[1], known[0]);
        const double taken = some.durations_us[call];
        sums.add(values, taken, is_known && expected > 0 ? longest * expected : taken);
    }
}

std::vector<double> LearntCosts::microseconds(const std::string& method,
                                              const std::vector<std::string>& parameters,
                                              const std::vector<double>& values) const {
    const Sums* sums = nullptr;
    std::vector<std::size_t> elements;
    for (auto one = overloads_.lower_bound({method, {}});
         one != overloads_.end() && one->first.first == method; ++one) {
        auto found = elements_of(parameters, one->first.second);
        const double calls = std::max(fewest_calls, sums == nullptr ? 0 : sums->calls);
        if (!found.empty() && one->second.calls >= calls) {
            sums = &one->second;
            elements = std::move(found);
        }
    }
    if (sums == nullptr) {
        return {};
    }
    const std::vector<double> coefficients = sums->fit(elements);
    std::vector<double> costs;
    for (auto row = values.begin(); row != values.end();
         row += static_cast<std::ptrdiff_t>(parameters.size())) {
        costs.push_back(std::inner_product(coefficients.begin() + 1, coefficients.end(), row,
                                           coefficients.front()));
    }
    return costs;
}

} // namespace proxima::online
