#include <proxima/base/graphviz.hpp>
#include <proxima/base/text.hpp>

namespace proxima::base {
namespace {

std::string escaped(std::string_view text) {
    std::string made;
    for (const char c : printable(text)) {
        made += c == '"' || c == '\\' ? "\\" : "";
        made += c;
    }
    return made;
}

std::string in_quotes(std::string_view text) {
    return '"' + escaped(text) + '"';
}

} // namespace

Graphviz::Graphviz(std::string_view name, std::string_view settings)
    : text_("digraph " + std::string(name) + " {\n  graph [" + std::string(settings) +
            ", fontname=\"Helvetica\"];\n"
            "  node [shape=box, style=\"filled,rounded\", fillcolor=\"#ffffff\", "
            "fontname=\"Helvetica\", fontsize=11];\n"
            "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n") {
}

void Graphviz::append(const Attributes& attributes) {
    for (const auto& [name, value] : attributes) {
        text_ += (text_.back() == '[' ? "" : " ") + std::string(name) + "=" + in_quotes(value);
    }
    text_ += "];\n";
}

void Graphviz::node(std::string_view id, const std::vector<std::string>& lines,
                    const Attributes& attributes) {
    std::string label;
    for (const auto& line : lines) {
        label += (label.empty() ? "" : "\\n") + escaped(line);
    }
    text_ += "  " + in_quotes(id) + " [label=\"" + label + '"';
    append(attributes);
}

void Graphviz::edge(std::string_view from, std::string_view to, const Attributes& attributes) {
    text_ += "  " + in_quotes(from) + " -> " + in_quotes(to) + " [";
    append(attributes);
}

std::string Graphviz::end(std::string_view label) {
    return std::move(text_) + (label.empty() ? "" : "  label=" + in_quotes(label) + ";\n") + "}\n";
}

} // namespace proxima::base
