// An assembly of components as it is written down: commands, one after another. Scripts (.rc) and
// JSON are two ways to write the same.
#pragma once

#include <proxima/base/error.hpp>

#include <string>
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
    std::vector<std::string> directories; ///< as written; init: those of the environment
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
    std::string field; ///< empty: all
};
struct SetParameter {
    PortName port;
    std::string field;
    std::string value;
};
struct Display {
    enum class What { classes, instances, component, connections };
    What what;
    std::string instance; ///< of component
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
    std::vector<Error> unreadable = {}; ///< what was meant for a command, but is none
};

/// Reads a file: JSON if it ends in .json, else a script. Throws Error, of what is
/// unreadable the first.
Assembly read_assembly(const std::string& file);

/// The same, but reports all unreadable commands. Throws for a file that is not text, or not JSON.
Assembly read_what_is_readable(const std::string& file);

/// The same assembly, written down.
std::string to_script(const Assembly& assembly);
/// Throws Error for commands without a place in JSON, which describes states, not actions.
std::string to_json(const Assembly& assembly);

/// The wiring diagram for Graphviz: instances, and connections from users to providers.
/// Throws Error for instances that are not there.
std::string to_dot(const Assembly& assembly);

/// What the commands up to the end leave connected. Throws Error.
struct Wiring {
    std::vector<Instantiate> instances;
    struct Wire {
        PortName user;
        PortName provider;
        Place place;
    };
    std::vector<Wire> wires;
    std::vector<PortName> starts; ///< what `go` is called of
};
Wiring wiring_of(const Assembly& assembly);

} // namespace proxima::assembly
