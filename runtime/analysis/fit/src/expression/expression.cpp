#include <proxima/base/text.hpp>
#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <muParser.h>
#include <string>
#include <utility>

namespace proxima::fit {
namespace {

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr const char* name_characters =
    "0123456789_.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

bool contains(std::string_view characters, char c) {
    return characters.find(c) != std::string_view::npos;
}

bool is_assignment(std::string_view text, std::size_t at) {
    const bool after_comparison = at > 0 && contains("<>=!", text[at - 1]);
    const bool before_equals = at + 1 < text.size() && text[at + 1] == '=';
    return text[at] == '=' && !after_comparison && !before_equals;
}

void check_character(std::string_view text, std::size_t at) {
    const char c = text[at];
    if (!contains(name_characters, c) && !contains(" \t\n\r+-*/^()<>=!&|?:,", c)) {
        const bool printable = c > ' ' && c < '\x7f';
        throw ExpressionError(at, printable ? "`" + std::string(1, c) +
                                                  "` is not allowed in an expression"
                                            : "a character that is not allowed in an expression");
    }
    if (is_assignment(text, at)) {
        throw ExpressionError(at, "an expression cannot assign; compare with ==");
    }
}

bool nests(char c) {
    return c == '(' || c == '?';
}

// Throws ExpressionError if `text` is too long, nests too deeply, or has characters that no
// expression has. muParser has no bounds, and would accept assignments and strings.
void check_text(std::string_view text) {
    if (text.size() > Expression::longest_text) {
        throw ExpressionError(Expression::longest_text,
                              "longer than " + std::to_string(Expression::longest_text) +
                                  " characters; use a shorter formula");
    }
    if (text.find_first_not_of(" \t\n\r") == std::string_view::npos) {
        throw ExpressionError(0, "an empty expression; write a number or a formula");
    }
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        check_character(text, at);
        depth += nests(text[at]) ? 1 : 0;
        depth -= text[at] == ')' && depth > 0 ? 1 : 0;
        if (depth > Expression::deepest_nesting) {
            throw ExpressionError(at, "nested more than " +
                                          std::to_string(Expression::deepest_nesting) +
                                          " deep; use a simpler formula");
        }
    }
}

double smallest(const double* values, int count) {
    return *std::min_element(values, values + count);
}

double largest(const double* values, int count) {
    return *std::max_element(values, values + count);
}

void define_functions(mu::Parser& parser) {
    using Unary = double (*)(double);
    parser.ClearFun();
    parser.ClearConst();
    const std::pair<const char*, Unary> functions[] = {
        {"exp", std::exp},     {"log", std::log},   {"ln", std::log},    {"log2", std::log2},
        {"log10", std::log10}, {"sqrt", std::sqrt}, {"cbrt", std::cbrt}, {"abs", std::fabs},
        {"floor", std::floor}, {"ceil", std::ceil}};
    for (const auto& [name, function] : functions) {
        parser.DefineFun(name, function);
    }
    parser.DefineFun("pow", static_cast<double (*)(double, double)>(std::pow));
    parser.DefineFun("min", smallest);
    parser.DefineFun("max", largest);
}

// Rewrites muParser's messages, which name its own positions and tokens.
std::string problem_of(const mu::ParserError& error, const std::vector<std::string>& variables) {
    const auto& token = error.GetToken();
    switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
        if (token.find_first_of("0123456789") == 0) {
            return "`" + token + "` is not a number";
        }
        return "`" + token + "` is not a variable or function; the variables are " +
               (variables.empty() ? "none" : "`" + base::joined(variables, "`, `") + "`");
    case mu::ecUNEXPECTED_EOF:
        return "the expression ends too early; a value is missing";
    case mu::ecMISSING_PARENS:
        return "a `)` is missing";
    case mu::ecUNEXPECTED_PARENS:
        return "this parenthesis has no partner";
    case mu::ecUNEXPECTED_ARG_SEP:
        return "a `,` outside of a function's arguments";
    case mu::ecTOO_MANY_PARAMS:
        return "too many arguments";
    case mu::ecTOO_FEW_PARAMS:
        return "too few arguments";
    default:
        return token.empty() ? "not an expression" : "`" + token + "` is not expected here";
    }
}

} // namespace

ExpressionError::ExpressionError(std::size_t position, const std::string& problem)
    : std::runtime_error("character " + std::to_string(position + 1) + ": " + problem) {
}

// Checked text. muParser keeps pointers into `values`, which must not move. A parser takes
// kilobytes, so it is kept only of expressions that are evaluated.
struct Expression::Parsed {
    Parsed(std::string text_given, std::vector<std::string> variables_given)
        : text(std::move(text_given)), variables(std::move(variables_given)),
          values(variables.size()) {
        check_text(text);
        try {
            parse();
            parser.reset();
        } catch (const mu::ParserError& error) {
            const auto position = static_cast<std::size_t>(std::max(error.GetPos(), 0));
            throw ExpressionError(std::min(position, text.size()), problem_of(error, variables));
        }
    }

    Parsed(const Parsed& other)
        : text(other.text), variables(other.variables), values(variables.size()) {}
    Parsed& operator=(const Parsed&) = delete;
    ~Parsed() = default;

    double value() {
        if (!parser) {
            parse();
        }
        return parser->Eval();
    }

    void parse() {
        parser = std::make_unique<mu::Parser>();
        define_functions(*parser);
        parser->DefineNameChars(name_characters);
        for (std::size_t i = 0; i < variables.size(); ++i) {
            if (!is_variable_name(variables[i])) {
                throw ExpressionError(0, "`" + variables[i] + "` cannot be the name of a variable");
            }
            parser->DefineVar(variables[i], &values[i]);
        }
        parser->SetExpr(text);
        int results = 0;
        parser->Eval(results);
        if (results != 1) {
            throw ExpressionError(0, "several formulas; keep one");
        }
    }

    std::string text;
    std::vector<std::string> variables;
    std::vector<double> values;
    std::unique_ptr<mu::Parser> parser;
};

Expression::Expression(std::string text, std::vector<std::string> variables)
    : parsed_(std::make_unique<Parsed>(std::move(text), std::move(variables))) {
}

Expression::Expression(const Expression& other)
    : parsed_(std::make_unique<Parsed>(*other.parsed_)) {
}

Expression::Expression(Expression&& other) noexcept = default;

Expression& Expression::operator=(const Expression& other) {
    *this = Expression(other);
    return *this;
}

Expression& Expression::operator=(Expression&& other) noexcept = default;
Expression::~Expression() = default;

const std::string& Expression::text() const noexcept {
    return parsed_->text;
}

const std::vector<std::string>& Expression::variables() const noexcept {
    return parsed_->variables;
}

double Expression::operator()(std::span<const double> values) const {
    if (values.size() != parsed_->values.size()) {
        throw std::invalid_argument("an expression of " + std::to_string(parsed_->values.size()) +
                                    " variables got " + std::to_string(values.size()) + " values");
    }
    std::copy(values.begin(), values.end(), parsed_->values.begin());
    return parsed_->value();
}

bool is_variable_name(std::string_view name) {
    return !name.empty() && (contains(letters, name.front()) || name.front() == '_') &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return contains(name_characters, c); });
}

std::string variable_name(std::string_view name) {
    std::string made(name);
    for (char& c : made) {
        if (!contains(name_characters, c)) {
            c = '_';
        }
    }
    return is_variable_name(made) ? made : "_" + made;
}

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", value);
    return text;
}

std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string exact_text(double value) {
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
}

} // namespace proxima::fit
