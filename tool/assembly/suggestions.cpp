#include "suggestions.hpp"

#include "text/likeness.hpp"

#include <fmt/ranges.h>

namespace proxima::assembly {

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    if (const std::string* const nearest = detail::nearest_name(wanted, known)) {
        return "; did you mean " + *nearest + "?";
    }
    return known.empty() ? fmt::format("; there are no {}", what)
                         : fmt::format("; {} are {}", what, fmt::join(known, ", "));
}

} // namespace proxima::assembly
