#include "run/names.hpp"

#include "common/edit_distance.hpp"

#include <algorithm>
#include <utility>

namespace proxima::cli {
namespace {

std::string_view last_part(std::string_view name) {
    const auto separator = name.find_last_of(":.");
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

/// Somebody who types `eval_h` means `ns::TNLP::eval_f` more than its distance to the whole name
/// says.
std::size_t distance(std::string_view wanted, std::string_view name) {
    return std::min(tool::edit_distance(wanted, name),
                    tool::edit_distance(last_part(wanted), last_part(name)));
}

} // namespace

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
    return wanted.find_first_of("*?") != std::string_view::npos && matches_glob(wanted, name);
}

std::vector<std::string> nearest(std::string_view wanted,
                                 const std::vector<std::string>& candidates, std::size_t most) {
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const auto& candidate : candidates) {
        const auto differing = distance(wanted, candidate);
        if (differing * 2 <= std::max<std::size_t>(last_part(wanted).size(), 2)) {
            ranked.emplace_back(differing, candidate);
        }
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.resize(std::min(ranked.size(), most));
    std::vector<std::string> names;
    names.reserve(ranked.size());
    for (auto& entry : ranked) {
        names.push_back(std::move(entry.second));
    }
    return names;
}

} // namespace proxima::cli
