// Writes assemblies as scripts.
#include "text_forms.hpp"

#include <fmt/format.h>

namespace proxima::assembly {
namespace {

std::string word(const std::string& text) {
    if (!text.empty() && text.find_first_of(" \t\"\\#!") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return quoted + "\"";
}

std::string words(const PortName& port) {
    return word(port.instance) + " " + word(port.port);
}

class ScriptWriter {
public:
    std::string operator()(const SetPath& path) const {
        static constexpr const char* names[] = {"init", "append", "prepend", "set"};
        std::string line = fmt::format("path {}", names[static_cast<int>(path.how)]);
        if (path.how == SetPath::How::init) {
            return line;
        }
        std::string directories;
        for (const auto& directory : path.directories) {
            directories += (directories.empty() ? "" : ":") + directory;
        }
        return line + " " + word(directories);
    }
    std::string operator()(const Load& load) const {
        return "repository get-global " + word(load.class_name);
    }
    std::string operator()(const Instantiate& made) const {
        return "instantiate " + word(made.class_name) + " " + word(made.instance);
    }
    std::string operator()(const Connect& made) const {
        return "connect " + words(made.user) + " " + words(made.provider);
    }
    std::string operator()(const Disconnect& broken) const {
        return "disconnect " + words(broken.user) + " " + words(broken.provider);
    }
    std::string operator()(const ShowParameters& shown) const {
        return "parameters " + words(shown.port) +
               (shown.field.empty() ? "" : " " + word(shown.field));
    }
    std::string operator()(const SetParameter& set) const {
        return "parameters " + words(set.port) + " " + word(set.field) + " " + word(set.value);
    }
    std::string operator()(const Display& display) const {
        static constexpr const char* names[] = {"palette", "arena", "component", "chain"};
        return fmt::format("display {}{}", names[static_cast<int>(display.what)],
                           display.instance.empty() ? "" : " " + word(display.instance));
    }
    std::string operator()(const Go& start) const { return "go " + words(start.port); }
    std::string operator()(const Remove& removed) const {
        return "remove " + word(removed.instance);
    }
    std::string operator()(const Quit&) const { return "quit"; }
};

} // namespace

std::string to_line(const Action& action) {
    return std::visit(ScriptWriter(), action);
}

std::string to_script(const Assembly& assembly) {
    std::string text = "#!ccaffeine bootstrap file.\n";
    for (const Command& command : assembly.commands) {
        text += to_line(command.action) + "\n";
    }
    return text;
}

} // namespace proxima::assembly
