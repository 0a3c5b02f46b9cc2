// Formulas in named variables, as models write them: `-8.13 + 0.16 * Q`.
//
//     const fit::Expression time("exp(1.19 * log(Q) - 3.68)", {"Q"});
//     const double values[] = {1e4};
//     std::cout << time(values) << " us\n";
//
// Ownership: values; copies are independent.
// Thread safety: one thread at a time evaluates an expression, also through const.
// Errors: the constructor throws ExpressionError if the text is wrong.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::fit {

/// Reports a mistake in the text of an expression; what() has its position and reason in one line.
class ExpressionError : public std::runtime_error {
public:
    /// `position` counts from 0.
    ExpressionError(std::size_t position, const std::string& problem);
};

/// Evaluates numbers, variables, `+ - * / ^`, comparisons `< <= > >= == !=`, `&& ||`, `condition ?
/// a : b`, and the functions exp, log or ln (natural), log2, log10, sqrt, cbrt, pow(x, y), abs,
/// floor, ceil, min and max of any number of arguments. `^` binds from the right, 2^3^2 is 2^9, and
/// stronger than a sign, -2^2 is -4.
///
/// The text may come from untrusted files: its length and depth are bounded, and it can neither
/// assign nor name anything but its variables.
class Expression {
public:
    static constexpr std::size_t longest_text = 4096;
    static constexpr std::size_t deepest_nesting = 100;

    /// Throws ExpressionError. The text need not use all of `variables`.
    Expression(std::string text, std::vector<std::string> variables);
    Expression(const Expression& other);
    Expression(Expression&& other) noexcept;
    Expression& operator=(const Expression& other);
    Expression& operator=(Expression&& other) noexcept;
    ~Expression();

    const std::string& text() const noexcept;
    const std::vector<std::string>& variables() const noexcept;

    /// Returns the value for `values` of variables(), in this order; not finite where the formula
    /// has no value. Throws std::invalid_argument unless there is one value for each variable.
    double operator()(std::span<const double> values) const;

private:
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

/// True if `name` has only letters, digits, `_` and `.`, and begins with a letter or `_`.
bool is_variable_name(std::string_view name);

/// Replaces characters that variable names cannot have: `v->size` becomes `v__size`.
std::string variable_name(std::string_view name);

/// Writes twelve digits: more than measurements have, and short enough to read.
std::string number_text(double value);

/// Writes a number with six digits, for messages.
std::string short_number(double value);

/// Writes the shortest text that reads back as the same number.
std::string exact_text(double value);

} // namespace proxima::fit
