// A formula in named variables, as models are written: `-8.13 + 0.16 * Q`.
//
//     const Expression time("exp(1.19 * log(Q) - 3.68)", {"Q"});
//     const double microseconds = time({{1e4}});
//
// Ownership: values; copies are independent. Thread-safety: an expression is evaluated by one
// thread at a time, also through const.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::fit {

/// The text of an expression is wrong. what() gives the position and the reason in one line.
class ExpressionError : public std::runtime_error {
public:
    /// `position` counts from 0.
    ExpressionError(std::size_t position, const std::string& problem);
};

/// Numbers, variables, `+ - * / ^`, comparisons `< <= > >= == !=`, `&& ||`, `condition ? a : b`,
/// and the functions exp, log or ln (natural), log2, log10, sqrt, cbrt, pow(x, y), abs, floor,
/// ceil, min and max of any number of arguments. `^` binds from the right: 2^3^2 is 2^9, and
/// stronger than a sign: -2^2 is -4.
///
/// The text may come from anywhere: its length and its depth are bounded, it cannot assign, and
/// names nothing but its variables.
class Expression {
public:
    static constexpr std::size_t longest_text = 4096;
    static constexpr std::size_t deepest_nesting = 100;

    /// Throws ExpressionError. `variables` may have more names than the text uses.
    Expression(std::string text, std::vector<std::string> variables);
    Expression(const Expression& other);
    Expression(Expression&& other) noexcept;
    Expression& operator=(const Expression& other);
    Expression& operator=(Expression&& other) noexcept;
    ~Expression();

    const std::string& text() const noexcept;
    const std::vector<std::string>& variables() const noexcept;

    /// The value where the variables have `values`, in the order of variables(). Not a number or
    /// infinite where the formula has no value there. Throws std::invalid_argument unless there is
    /// one value for each variable.
    double operator()(std::span<const double> values) const;

private:
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

/// Whether a variable may be called so: letters, digits, `_` and `.`, not a digit or `.` at first.
bool is_variable_name(std::string_view name);

/// The nearest name that is_variable_name(): `v->size` becomes `v__size`.
std::string variable_name(std::string_view name);

/// `value` with twelve digits: more than measurements have, and short enough to read.
std::string number_text(double value);

/// `value` with six digits, for messages.
std::string short_number(double value);

/// The shortest text that reads back as the same number.
std::string exact_text(double value);

} // namespace proxima::fit
