#include "expression/expression_text.hpp"

#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <string>

namespace proxima::fit {
namespace {

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
        throw ExpressionError(at, printable
                                      ? "`" + std::string(1, c) + "` is no part of an expression"
                                      : "a character that is no part of an expression");
    }
    if (is_assignment(text, at)) {
        throw ExpressionError(at, "an expression cannot assign; compare with ==");
    }
}

bool nests(char c) {
    return c == '(' || c == '?';
}

} // namespace

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

} // namespace proxima::fit
