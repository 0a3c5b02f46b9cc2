// What models are sums of.
#pragma once

#include <proxima/model/fit.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace proxima::model {

/// A function of the parameters, as a value and as text.
struct Feature {
    std::string text; ///< `1` for the constant
    std::function<double(std::span<const double>)> value;
    std::vector<std::size_t> parameters; ///< that it depends on
    std::vector<Feature> factors = {};   ///< of a product
};

Feature constant_feature();

/// x^i log2(x)^j of parameter number `parameter`, which expressions call `name`.
Feature term_feature(const TermExponents& exponents, std::size_t parameter,
                     const std::string& name);

Feature product(const Feature& left, const Feature& right);

/// The feature alone, if it is no product.
std::vector<Feature> factors_of(const Feature& feature);

/// log(x)^power.
Feature log_feature(std::size_t parameter, const std::string& name, int power);

/// Twelve digits: more than measurements have, and short enough to read.
std::string number_text(double value);

/// The shortest that reads back as the same number.
std::string exact_text(double value);

/// `3 + 0.5 * n - 2 * n^2`.
std::string sum_text(const std::vector<Feature>& features, const std::vector<double>& coefficients,
                     std::string (*number)(double));

} // namespace proxima::model
