#include "names.hpp"

#include <proxima/base/edit_distance.hpp>

#include <algorithm>

namespace proxima::framework {
namespace {

// Longer lists end in an ellipsis.
constexpr std::size_t most_listed = 12;

} // namespace

std::string enumerate(const std::vector<std::string>& names) {
    std::string text;
    const std::size_t listed = std::min(names.size(), most_listed);
    for (std::size_t i = 0; i < listed; ++i) {
        const bool is_last = i + 1 == names.size();
        text += (i == 0 ? "" : is_last ? " and " : ", ") + names[i];
    }
    return listed < names.size() ? text + " ..." : text;
}

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    if (const auto nearest = base::nearest_names(wanted, known, 1); !nearest.empty()) {
        return "; did you mean " + nearest.front() + "?";
    }
    return known.empty() ? "; there are none" : "; " + std::string(what) + ": " + enumerate(known);
}

bool is_name(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char character) {
        return static_cast<unsigned char>(character) > ' ' && character != 127;
    });
}

bool is_identifier(std::string_view text) noexcept {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && !is_digit(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
           });
}

} // namespace proxima::framework
