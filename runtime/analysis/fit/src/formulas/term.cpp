#include "formulas/term.hpp"

#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace proxima::fit {
namespace {

std::string power_text(const std::string& base, int numerator, int denominator) {
    if (denominator != 1) {
        return base + "^(" + std::to_string(numerator) + "/" + std::to_string(denominator) + ")";
    }
    return numerator == 1 ? base : base + "^" + std::to_string(numerator);
}

// Texts of a numerator, and of a denominator with its ` / `.
struct Fraction {
    std::string above;
    std::string below;

    void multiply(const std::string& base, int numerator, int denominator = 1) {
        if (numerator != 0) {
            auto& side = numerator > 0 ? above : below;
            side += numerator > 0 && side.empty() ? "" : numerator > 0 ? " * " : " / ";
            side += power_text(base, std::abs(numerator), denominator);
        }
    }
};

} // namespace

const std::vector<TermExponents>& term_exponents() {
    static const std::vector<TermExponents> all{
        {0, 1, 1}, {0, 1, 2}, {1, 4, 0}, {1, 3, 0}, {1, 4, 1},  {1, 3, 1}, {1, 4, 2},
        {1, 3, 2}, {1, 2, 0}, {1, 2, 1}, {1, 2, 2}, {2, 3, 0},  {3, 4, 0}, {2, 3, 1},
        {3, 4, 1}, {4, 5, 0}, {2, 3, 2}, {3, 4, 2}, {1, 1, 0},  {1, 1, 1}, {1, 1, 2},
        {5, 4, 0}, {5, 4, 1}, {4, 3, 0}, {4, 3, 1}, {3, 2, 0},  {3, 2, 1}, {3, 2, 2},
        {5, 3, 0}, {7, 4, 0}, {2, 1, 0}, {2, 1, 1}, {2, 1, 2},  {9, 4, 0}, {7, 3, 0},
        {5, 2, 0}, {5, 2, 1}, {5, 2, 2}, {8, 3, 0}, {11, 4, 0}, {3, 1, 0}, {3, 1, 1}};
    return all;
}

double Factor::value(double x) const {
    const double power =
        std::pow(x, static_cast<double>(exponents.numerator) / exponents.denominator);
    return exponents.logarithm == 0 ? power : power * std::pow(std::log2(x), exponents.logarithm);
}

int Factor::exponent_penalty() const {
    const auto& [numerator, denominator, logarithm] = exponents;
    const bool whole = denominator == 1;
    if (whole && std::abs(numerator) == 1 && logarithm == 0) {
        return 0;
    }
    const bool root = denominator == 2 && std::abs(numerator) == 1 && logarithm == 0;
    const bool times_log = whole && numerator == 1 && logarithm == 1;
    const bool of_powers = whole && numerator * logarithm == 0 && std::abs(logarithm) < 2;
    return root || times_log || of_powers ? 1 : whole && std::abs(logarithm) < 2 ? 2 : 3;
}

std::string Regime::text(const std::vector<std::string>& names) const {
    const auto& name = names[parameter];
    const auto least = std::isfinite(from) ? name + " >= " + number_text(from) : "";
    const auto most = std::isfinite(below) ? name + " < " + number_text(below) : "";
    return least + (least.empty() || most.empty() ? "" : " && ") + most;
}

double Term::value(std::span<const double> at) const {
    double product = !regime || regime->contains(at) ? 1 : 0;
    for (const auto& factor : factors) {
        product *= product == 0 ? 0 : factor.value(at[factor.parameter]);
    }
    return product;
}

bool Term::has_usual_exponents() const {
    return std::all_of(factors.begin(), factors.end(),
                       [](const Factor& factor) { return factor.exponent_penalty() < 2; });
}

std::string Term::text(const std::vector<std::string>& names) const {
    Fraction fraction;
    for (const auto& factor : factors) {
        const auto& name = names[factor.parameter];
        fraction.multiply(name, factor.exponents.numerator, factor.exponents.denominator);
        fraction.multiply("log2(" + name + ")", factor.exponents.logarithm);
    }
    return (fraction.above.empty() ? "1" : fraction.above) + fraction.below;
}

std::string Term::expression(const std::vector<std::string>& names) const {
    return regime ? regime->text(names) + " ? " + text(names) + " : 0" : text(names);
}

bool has_regimes(const Terms& terms) {
    return !terms.empty() && terms.front().regime.has_value();
}

std::size_t regime_count(const Terms& terms) {
    std::size_t count = has_regimes(terms) ? 1 : 0;
    for (std::size_t i = 1; i < terms.size(); ++i) {
        count += terms[i].regime != terms[i - 1].regime ? 1 : 0;
    }
    return count;
}

Terms without_constant(Terms terms) {
    std::erase_if(terms, [](const Term& term) { return term.is_constant(); });
    return terms;
}

std::set<std::size_t> parameters_of(const Terms& terms) {
    std::set<std::size_t> parameters;
    for (const auto& term : terms) {
        for (const auto& factor : term.factors) {
            parameters.insert(factor.parameter);
        }
        if (term.regime) {
            parameters.insert(term.regime->parameter);
        }
    }
    return parameters;
}

std::string sum_text(const Terms& terms, const std::vector<double>& coefficients,
                     const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const bool negative = coefficients[i] < 0;
        const bool begins = i == 0 || terms[i].regime != terms[i - 1].regime;
        if (begins && terms[i].regime) {
            text += i == 0 ? "" : " : ";
            text += std::isfinite(terms[i].regime->below)
                        ? names[terms[i].regime->parameter] + " < " +
                              number_text(terms[i].regime->below) + " ? "
                        : "";
        }
        text += begins ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += number_text(std::fabs(coefficients[i]));
        const auto term = terms[i].text(names);
        text += term == "1"               ? std::string()
                : term.starts_with("1 /") ? term.substr(1)
                                          : " * " + term;
    }
    return text.empty() ? "0" : text;
}

} // namespace proxima::fit
