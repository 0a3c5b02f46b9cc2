#include "input/glob.hpp"

#include "text/glob.hpp"

namespace proxima::gen {

bool glob_matches(std::string_view pattern, std::string_view text) {
    return detail::matches(pattern, text);
}

bool glob_matches_but_for_spaces(std::string pattern, std::string text) {
    std::erase(pattern, ' ');
    std::erase(text, ' ');
    return glob_matches(pattern, text);
}

bool has_wildcard(std::string_view pattern) {
    return pattern.find_first_of("*?") != std::string_view::npos;
}

} // namespace proxima::gen
