#include "formula.hpp"

#include <algorithm>
#include <cctype>

namespace proxima::study {
namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Behind the number that begins at `at`; the sign of an exponent is part of it.
std::size_t end_of_number(const std::string& text, std::size_t at) {
    while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) {
        ++at;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const bool is_signed = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
        const auto digits = at + (is_signed ? 2 : 1);
        if (digits < text.size() && is_digit(text[digits])) {
            at = digits;
            while (at < text.size() && is_digit(text[at])) {
                ++at;
            }
        }
    }
    return at;
}

} // namespace

std::vector<std::string> names_in_formula(const std::string& formula) {
    std::vector<std::string> names;
    std::size_t at = 0;
    while (at < formula.size()) {
        if (is_digit(formula[at])) {
            at = end_of_number(formula, at);
            continue;
        }
        if (!begins_name(formula[at])) {
            ++at;
            continue;
        }
        auto end = at;
        while (end < formula.size() &&
               (begins_name(formula[end]) || is_digit(formula[end]) || formula[end] == '.')) {
            ++end;
        }
        const auto next = formula.find_first_not_of(" \t", end);
        const bool is_function = next != std::string::npos && formula[next] == '(';
        const auto name = formula.substr(at, end - at);
        if (!is_function && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
        at = end;
    }
    return names;
}

} // namespace proxima::study
