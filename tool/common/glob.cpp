#include "common/glob.hpp"

#include "text/glob.hpp"

namespace proxima::tool {

bool matches_glob(std::string_view pattern, std::string_view text) {
    return detail::matches(pattern, text);
}

} // namespace proxima::tool
