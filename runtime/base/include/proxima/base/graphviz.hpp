// Writes directed graphs for Graphviz, all in one style.
//
//     base::Graphviz drawing("calls", "rankdir=TB");
//     drawing.node("a", {"solver", "12 calls"}, {{"penwidth", "2"}});
//     drawing.node("b", {"flux"});
//     drawing.edge("a", "b");
//     std::cout << drawing.end("two methods");
//
// Ownership: values.
// Thread safety: one thread at a time uses an object.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::base {

/// Names, labels and attributes may have any characters; control characters become `?`.
class Graphviz {
public:
    using Attributes = std::vector<std::pair<std::string_view, std::string>>;

    /// `settings` is Graphviz' own text, such as `rankdir=LR`.
    Graphviz(std::string_view name, std::string_view settings);

    void node(std::string_view id, const std::vector<std::string>& lines,
              const Attributes& attributes = {});
    void edge(std::string_view from, std::string_view to, const Attributes& attributes = {});

    /// Ends the graph, below which stands `label`, and returns the text.
    std::string end(std::string_view label = "");

private:
    void append(const Attributes& attributes);

    std::string text_;
};

} // namespace proxima::base
