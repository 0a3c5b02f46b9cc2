// Writes assemblies as scripts and as JSON.
#include "text_forms.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

using Json = nlohmann::ordered_json;

class JsonAssembly {
public:
    void add(const Command& command) {
        place_ = &command.place;
        std::visit([this](const auto& action) { apply(action); }, command.action);
    }
    Json take() { return std::move(json_); }

private:
    [[noreturn]] void refuse(const char* what) const {
        throw Error(*place_, fmt::format("{} cannot be written as JSON, which describes an "
                                         "assembly, not changes to it",
                                         what));
    }
    void apply(const SetPath& path) {
        Json& directories = json_["path"];
        if (path.how == SetPath::How::prepend && !directories.empty()) {
            refuse("`path prepend` after other directories");
        }
        for (const auto& directory : path.directories) {
            directories.push_back(directory);
        }
        if (directories.is_null()) {
            directories = Json::array();
        }
    }
    void apply(const Load&) {}
    void apply(const ShowParameters&) {}
    void apply(const Display&) {}
    void apply(const Quit&) {}
    void apply(const Instantiate& made) {
        refuse_after_go();
        json_["components"][made.instance]["class"] = made.class_name;
    }
    void apply(const SetParameter& set) {
        refuse_after_go();
        json_["components"][set.port.instance]["parameters"][set.port.port][set.field] = set.value;
    }
    void apply(const Connect& made) {
        refuse_after_go();
        const auto plain = [](const PortName& port) {
            return port.port.find('.') == std::string::npos &&
                   port.instance.find(" -> ") == std::string::npos;
        };
        if (plain(made.user) && plain(made.provider)) {
            json_["connections"].push_back(made.user.instance + "." + made.user.port + " -> " +
                                           made.provider.instance + "." + made.provider.port);
            return;
        }
        json_["connections"].push_back({{"user", made.user.instance},
                                        {"uses", made.user.port},
                                        {"provider", made.provider.instance},
                                        {"provides", made.provider.port}});
    }
    void apply(const Go& start) {
        json_["go"].push_back(start.port.instance + "." + start.port.port);
    }
    [[noreturn]] void apply(const Disconnect&) { refuse("`disconnect`"); }
    [[noreturn]] void apply(const Remove&) { refuse("`remove`"); }
    void refuse_after_go() const {
        if (json_.contains("go")) {
            refuse("what comes after `go`");
        }
    }

    const Place* place_ = nullptr;
    Json json_ = Json::object();
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

std::string to_json(const Assembly& assembly) {
    JsonAssembly json;
    for (const Command& command : assembly.commands) {
        json.add(command);
        if (std::holds_alternative<Quit>(command.action)) {
            break;
        }
    }
    return json.take().dump(4) + "\n";
}

} // namespace proxima::assembly
