// Bringing nodes that name their parents into the preorder that CallGraph keeps.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <cstddef>
#include <vector>

namespace proxima::rundir {

/// Nodes in any order, as they were found in a file; `parent` is an index into the same vector.
using UnorderedNodes = std::vector<Node>;

/// Sorts `nodes` into preorder, keeping siblings in their order, and sets depth and subtree_end.
/// Nodes that no root reaches, because they lie on a cycle, are left out. If `positions` is given
/// it receives for each old index the new one (Node::no_parent for a node left out).
std::vector<Node> in_preorder(UnorderedNodes nodes, std::vector<std::size_t>* positions = nullptr);

/// The same for nodes of which no more is known than their parents: those that are returned have
/// a parent, a depth and a subtree_end.
std::vector<Node> nodes_in_preorder(const std::vector<std::size_t>& parents,
                                    std::vector<std::size_t>& positions);

} // namespace proxima::rundir
