// An assembly of components as written: a list of commands, from a script (.rc).
//
//     const assembly::Assembly app = assembly::read_assembly("application.rc");
//     std::cout << assembly::to_dot(app); // for Graphviz
//     for (const auto& instance : assembly::wiring_of(app).instances) {
//         std::cout << instance.instance << ": " << instance.class_name << '\n';
//     }
//
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: functions throw Error, with file and line.
#pragma once

#include <proxima/base/error.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace proxima::assembly {

using base::Error;
using base::Place;

/// One end of a connection.
struct PortName {
    std::string instance;
    std::string port;
};

struct SetPath {
    enum class How { init, append, prepend, set };
    How how;
    std::vector<std::string> directories; ///< as written; for `init`, those of the environment
};
struct Load {
    std::string class_name;
};
struct Instantiate {
    std::string class_name;
    std::string instance;
};
struct Connect {
    PortName user;
    PortName provider;
};
struct Disconnect {
    PortName user;
    PortName provider;
};
struct ShowParameters {
    PortName port;
    std::string field; ///< empty for all fields
};
struct SetParameter {
    PortName port;
    std::string field;
    std::string value;
};
struct Display {
    enum class What { classes, instances, component, connections };
    What what;
    std::string instance; ///< for `component`
};
struct Go {
    PortName port;
};
struct Remove {
    std::string instance;
};
struct Quit {};

using Action = std::variant<SetPath, Load, Instantiate, Connect, Disconnect, ShowParameters,
                            SetParameter, Display, Go, Remove, Quit>;

struct Command {
    Command(Place where, Action what) : place(std::move(where)), action(std::move(what)) {}

    Place place;
    Action action;
};

struct Assembly {
    std::string file;
    std::vector<Command> commands;
    std::vector<Error> unreadable = {}; ///< commands that could not be parsed
};

/// Reads a script. Throws the first error in it.
Assembly read_assembly(const std::string& file);

/// Reads a script, but collects the unreadable commands. Throws if the file is not text.
Assembly read_what_is_readable(const std::string& file);

/// Parses the text of a script, without a byte order mark; collects the unreadable commands. `file`
/// is for messages.
Assembly parse_script(const std::string& file, std::string_view text);

/// Writes an assembly as a script.
std::string to_script(const Assembly& assembly);

/// Draws the wiring for Graphviz: instances, and connections from users to providers. Throws for
/// unknown instances.
std::string to_dot(const Assembly& assembly);

/// Instances and connections that exist after the last command.
struct Wiring {
    std::vector<Instantiate> instances;
    struct Wire {
        PortName user;
        PortName provider;
        Place place;
    };
    std::vector<Wire> wires;
    std::vector<PortName> starts; ///< ports that `go` commands start
};

/// Computes the wiring without running anything. Throws for unknown instances.
Wiring wiring_of(const Assembly& assembly);

} // namespace proxima::assembly
