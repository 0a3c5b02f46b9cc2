#include "shared/node_selection.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::cli {

void select_nodes(node::GlobalView& view, const std::filesystem::path& run,
                  const std::vector<std::string>& globs) {
    std::vector<std::string> names;
    for (const auto& node : view.nodes) {
        names.push_back(node.name);
    }
    if (names.empty()) {
        throw base::Error(run, "has no samples");
    }
    for (const auto& glob : globs) {
        if (std::none_of(names.begin(), names.end(),
                         [&](const auto& name) { return base::matches_glob(glob, name); })) {
            throw base::Error(
                run, fmt::format("has no node `{}`; it has {}", glob, fmt::join(names, ", ")));
        }
    }
    std::erase_if(view.nodes, [&](const node::NodeView& node) {
        return !globs.empty() && std::none_of(globs.begin(), globs.end(), [&](const auto& glob) {
            return base::matches_glob(glob, node.name);
        });
    });
}

} // namespace proxima::cli
