#include "analysis/parse/given_paths.hpp"

#include <filesystem>
#include <sstream>

namespace proxima::gen {

GivenPaths::GivenPaths(const std::string& header) {
    const std::filesystem::path path(header);
    const std::string name = path.filename().string();
    const std::string whole = std::filesystem::absolute(path).lexically_normal().string();
    absolute_ = whole.substr(0, whole.size() - name.size());
    given_ = header.substr(0, header.size() - name.size());
}

std::string GivenPaths::spell(const std::string& path) const {
    return path.starts_with(absolute_) ? given_ + path.substr(absolute_.size()) : path;
}

void GivenPaths::respell(PortClass& port) const {
    const auto change = [this](SourcePosition& position) { position.file = spell(position.file); };
    change(port.position);
    change(port.refusal_position);
    for (PortMethod& method : port.methods) {
        change(method.position);
    }
    for (Note& note : port.notes) {
        change(note.position);
    }
}

std::string GivenPaths::respell_diagnostics(const std::string& text) const {
    static const std::string frame = "In file included from ";
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        const std::string start = line.starts_with(frame) ? frame : "";
        result += start + spell(line.substr(start.size())) + "\n";
    }
    return result;
}

} // namespace proxima::gen
