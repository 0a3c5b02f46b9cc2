#include "kb/kb_filters.hpp"

#include "run/messages.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

namespace proxima::cli {
namespace {

/// `inf` and `nan` are names, as others.
std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return is_number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

knowledge::ParameterFilter parameter_filter(const std::string& condition) {
    const auto at = condition.find('=');
    const auto fail = [&] {
        throw UsageError("`" + condition +
                         "` is not NAME=VALUE, NAME=LOW..HIGH, NAME>=NUMBER or NAME<=NUMBER");
    };
    if (at == std::string::npos || at == 0 || at + 1 == condition.size()) {
        fail();
    }
    knowledge::ParameterFilter filter;
    const std::string value = condition.substr(at + 1);
    const bool is_least = condition[at - 1] == '>';
    const bool is_most = condition[at - 1] == '<';
    filter.name = condition.substr(0, is_least || is_most ? at - 1 : at);
    const auto dots = value.find("..");
    if (is_least || is_most) {
        (is_least ? filter.low : filter.high) = number(value);
        if (!number(value)) {
            fail();
        }
    } else if (dots != std::string::npos && number(value.substr(0, dots)) &&
               number(value.substr(dots + 2))) {
        filter.low = number(value.substr(0, dots));
        filter.high = number(value.substr(dots + 2));
        if (*filter.low > *filter.high) {
            throw UsageError("`" + condition +
                             "` has its limits in the wrong order; exchange them");
        }
    } else if (number(value)) {
        filter.low = filter.high = number(value);
    } else {
        filter.text = value;
    }
    if (filter.name.empty()) {
        fail();
    }
    return filter;
}

} // namespace proxima::cli
