#include "suggestions.hpp"

#include "common/edit_distance.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::assembly {

std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what) {
    const auto nearest =
        std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
            return tool::edit_distance(wanted, a) < tool::edit_distance(wanted, b);
        });
    if (nearest != known.end() &&
        tool::edit_distance(wanted, *nearest) * 2 <= std::max<std::size_t>(wanted.size(), 2)) {
        return "; did you mean " + *nearest + "?";
    }
    return known.empty() ? fmt::format("; there are no {}", what)
                         : fmt::format("; {} are {}", what, fmt::join(known, ", "));
}

} // namespace proxima::assembly
