#include "analysis/classes/nearest_names.hpp"

#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace proxima::gen {

std::vector<std::string> nearest_names(const std::vector<std::string>& names,
                                       const std::string& name) {
    constexpr std::size_t shown = 3;
    const auto distance = [&](const std::string& candidate) {
        const llvm::StringRef wanted(name);
        const llvm::StringRef offered(candidate);
        const unsigned whole = offered.edit_distance_insensitive(wanted);
        const auto last = [](llvm::StringRef text) {
            return text.rsplit("::").second.empty() ? text : text.rsplit("::").second;
        };
        return std::min(whole, 1 + last(offered).edit_distance_insensitive(last(wanted)));
    };
    std::vector<std::pair<unsigned, std::string>> ranked;
    for (const std::string& candidate : names) {
        const unsigned far = distance(candidate);
        if (far <= std::max<std::size_t>(3, name.size() / 3)) {
            ranked.emplace_back(far, candidate);
        }
    }
    std::sort(ranked.begin(), ranked.end());
    ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < std::min(shown, ranked.size()); ++i) {
        nearest.push_back(ranked[i].second);
    }
    return nearest;
}

} // namespace proxima::gen
