#include "fit/feature.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>
#include <utility>

namespace proxima::model {
namespace {

std::string power_text(const std::string& name, const TermExponents& exponents) {
    if (exponents.numerator == 0) {
        return {};
    }
    if (exponents.denominator != 1) {
        return name + "^(" + std::to_string(exponents.numerator) + "/" +
               std::to_string(exponents.denominator) + ")";
    }
    return exponents.numerator == 1 ? name : name + "^" + std::to_string(exponents.numerator);
}

std::string logarithm_text(const std::string& function, const std::string& name, int power) {
    const std::string text = function + "(" + name + ")";
    return power == 1 ? text : text + "^" + std::to_string(power);
}

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

Feature constant_feature() {
    return {"1", [](std::span<const double>) { return 1.0; }, {}};
}

Feature term_feature(const TermExponents& exponents, std::size_t parameter,
                     const std::string& name) {
    std::string text = power_text(name, exponents);
    if (exponents.logarithm != 0) {
        text += (text.empty() ? "" : " * ") + logarithm_text("log2", name, exponents.logarithm);
    }
    const double power = static_cast<double>(exponents.numerator) / exponents.denominator;
    return {text,
            [parameter, power, logarithm = exponents.logarithm](std::span<const double> at) {
                const double x = at[parameter];
                const double of_log = logarithm == 0 ? 1 : std::pow(std::log2(x), logarithm);
                return std::pow(x, power) * of_log;
            },
            {parameter}};
}

Feature product(const Feature& left, const Feature& right) {
    std::set<std::size_t> parameters(left.parameters.begin(), left.parameters.end());
    parameters.insert(right.parameters.begin(), right.parameters.end());
    auto factors = factors_of(left);
    const auto more = factors_of(right);
    factors.insert(factors.end(), more.begin(), more.end());
    return {left.text + " * " + right.text,
            [left = left.value, right = right.value](std::span<const double> at) {
                return left(at) * right(at);
            },
            {parameters.begin(), parameters.end()},
            std::move(factors)};
}

std::vector<Feature> factors_of(const Feature& feature) {
    return feature.factors.empty() ? std::vector<Feature>{feature} : feature.factors;
}

Feature log_feature(std::size_t parameter, const std::string& name, int power) {
    return {logarithm_text("log", name, power),
            [parameter, power](std::span<const double> at) {
                return std::pow(std::log(at[parameter]), power);
            },
            {parameter}};
}

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", value);
    return text;
}

std::string exact_text(double value) {
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
}

std::string sum_text(const std::vector<Feature>& features, const std::vector<double>& coefficients,
                     std::string (*number)(double)) {
    std::string text;
    for (std::size_t i = 0; i < features.size(); ++i) {
        const double size = std::fabs(coefficients[i]);
        const bool negative = coefficients[i] < 0;
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += number(size);
        text += features[i].text == "1" ? "" : " * " + features[i].text;
    }
    return text.empty() ? "0" : text;
}

} // namespace proxima::model
