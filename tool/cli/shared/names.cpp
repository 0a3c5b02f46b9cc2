#include "shared/names.hpp"

#include <proxima/base/text.hpp>

namespace proxima::cli {
bool selects(std::string_view wanted, std::string_view name) {
    if (wanted == name) {
        return true;
    }
    if (!wanted.empty() && wanted.size() < name.size() &&
        name.substr(name.size() - wanted.size()) == wanted) {
        const char before = name[name.size() - wanted.size() - 1];
        if (before == ':' || before == '.') {
            return true;
        }
    }
    return base::has_wildcard(wanted) && base::matches_glob(wanted, name);
}

} // namespace proxima::cli
