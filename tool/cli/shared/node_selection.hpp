// Selects nodes by the globs of `--node`.
#pragma once

#include <proxima/node/global_view.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::cli {

// Keeps the nodes that one of `globs` matches, or all if there are none. Throws base::Error if one
// matches no node of `run`, or nothing is left.
void select_nodes(node::GlobalView& view, const std::filesystem::path& run,
                  const std::vector<std::string>& globs);

} // namespace proxima::cli
