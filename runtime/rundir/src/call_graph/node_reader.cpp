#include "call_graph/node_reader.hpp"

#include "call_graph/row_reader.hpp"

#include <proxima/rundir/error.hpp>

#include <charconv>
#include <utility>

namespace proxima::rundir {

void NodeReader::refuse(const std::string& problem) const {
    throw Error(file_, problem);
}

void NodeReader::take_trees() {
    json_.array([this] {
        if (json_.peek() != '{') {
            json_.skip();
            refuse("an entry of `graph` is not an object");
        }
        json_.members([this] { take_node(); });
    });
}

std::uint64_t NodeReader::parse_id(std::string_view text) const {
    std::uint64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc() || stop != end) {
        refuse("node id `" + std::string(text) + "` is not a whole number");
    }
    return id;
}

void NodeReader::take_node() {
    const auto id = parse_id(json_.key());
    const auto who = [id] { return "node " + std::to_string(id); };
    if (json_.peek() != '{') {
        json_.skip();
        refuse(who() + " is not an object");
    }
    std::optional<NodeData> data;
    bool has_children = false;
    keys_.object(json_, [&](std::size_t key) {
        if (key == 0) {
            data = take_data();
        } else if (key == 1 && json_.peek() == '[') {
            has_children = true;
            take_children(id);
        } else {
            json_.skip();
        }
    });
    if (!data) {
        refuse(who() + " has no `data` with a `name`");
    }
    if (!ids_.add(id)) {
        refuse(who() + " is defined twice");
    }
    if (!has_children) {
        refuse(who() + " has no list of `children`");
    }
    nodes_.push_back(*data);
}

/// Of the node that will be the next.
void NodeReader::take_children(std::uint64_t id) {
    json_.array([&] {
        const auto child = read_maybe_number(json_);
        if (!child.number.is_unsigned()) {
            refuse("node " + std::to_string(id) + " has a child that is not a node id" +
                   shown(child.text));
        }
        links_.push_back({nodes_.size(), child.number.magnitude});
    });
}

std::optional<NodeReader::NodeData> NodeReader::take_data() {
    const bool is_object = json_.peek() == '{';
    if (const auto* known = is_object ? known_data_.take(json_) : nullptr) {
        return *known;
    }
    const auto rest = json_.rest();
    const auto text = json_.skip();
    if (!is_object) {
        return std::nullopt;
    }
    if (const auto* known = known_data_.find(text, rest)) {
        return *known;
    }
    const auto data = parse_data(text);
    if (data) {
        known_data_.add(text, *data);
    }
    return data;
}

namespace {

Binding read_binding(JsonCursor& json) {
    Binding binding;
    if (json.peek() != '{') {
        json.skip();
        return binding;
    }
    json.object([&](std::string_view key) {
        if (key == "user") {
            binding.user = read_optional_text(json);
        } else if (key == "uses port") {
            binding.uses_port = read_optional_text(json);
        } else if (key == "provides port") {
            binding.provides_port = read_optional_text(json);
        } else {
            json.skip();
        }
    });
    return binding;
}

} // namespace

std::optional<NodeReader::NodeData> NodeReader::parse_data(std::string_view text) {
    JsonCursor json(file_, text.data(), text.data() + text.size());
    Component component;
    bool folded = false;
    json.object([&](std::string_view key) {
        if (key == "name") {
            component.name = read_optional_text(json);
        } else if (key == "instance") {
            component.instance = read_optional_text(json);
        } else if (key == "port") {
            component.port = read_optional_text(json);
        } else if (key == "method") {
            component.method = read_optional_text(json);
        } else if (key == "signature") {
            component.signature = read_optional_text(json);
        } else if (key == "binding") {
            component.binding = read_binding(json);
        } else if (key == "folded") {
            folded = json.skip() == "true";
        } else {
            json.skip();
        }
    });
    if (component.name.empty()) {
        return std::nullopt;
    }
    return NodeData{components_.add(std::move(component)), folded};
}

std::vector<std::size_t> NodeReader::parents() const {
    std::vector<std::size_t> parents(nodes_.size(), Node::no_parent);
    for (const auto& link : links_) {
        const auto parent_id = [&] { return std::to_string(ids_.id(link.parent)); };
        const auto child = ids_.find(link.child_id);
        if (!child) {
            refuse("node " + parent_id() + " as a parent names node " +
                   std::to_string(link.child_id) + ", which does not exist");
        }
        auto& parent = parents[*child];
        if (parent != Node::no_parent) {
            refuse("node " + std::to_string(link.child_id) + " has two parents, " +
                   std::to_string(ids_.id(parent)) + " and " + parent_id());
        }
        parent = link.parent;
    }
    return parents;
}

} // namespace proxima::rundir
