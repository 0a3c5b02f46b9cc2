// The section `graph` of a call graph file: which nodes there are, and below which.
#pragma once

#include "call_graph/components.hpp"
#include "call_graph/known_texts.hpp"
#include "call_graph/node_ids.hpp"
#include "files/json_cursor.hpp"
#include "files/key_order.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::rundir {

/// Nodes in the order of the file.
class NodeReader {
public:
    /// What stands in `data` of a node.
    struct NodeData {
        std::size_t component = 0;
        bool folded = false;
    };

    NodeReader(const std::filesystem::path& file, JsonCursor& json) : file_(file), json_(json) {}

    /// Takes the entries of `graph`.
    void take_trees();

    std::size_t size() const { return nodes_.size(); }
    const NodeData& operator[](std::size_t index) const { return nodes_[index]; }
    const NodeIds& ids() const { return ids_; }

    /// For each node its parent, or Node::no_parent; refuses children that do not exist and those
    /// with two parents.
    std::vector<std::size_t> parents() const;

    std::vector<Component> take_components() { return components_.take(); }

private:
    struct Link {
        std::size_t parent;
        std::uint64_t child_id;
    };

    [[noreturn]] void refuse(const std::string& problem) const;

    void take_node();
    void take_children(std::uint64_t id);
    std::optional<NodeData> take_data();
    std::optional<NodeData> parse_data(std::string_view text);
    std::uint64_t parse_id(std::string_view text) const;

    const std::filesystem::path& file_;
    JsonCursor& json_;
    KeyOrder keys_{"data", "children"};
    NodeIds ids_;
    std::vector<NodeData> nodes_;
    std::vector<Link> links_;
    Components components_;
    /// Nodes of one component are written alike: text that was met before need not be taken apart.
    KnownTexts<NodeData> known_data_;
};

} // namespace proxima::rundir
