// Reads assemblies written in JSON, comments allowed.
#include "text_forms.hpp"

#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace proxima::assembly {
namespace {

using base::LocatedJson;
using Kind = LocatedJson::Kind;

class Reader {
public:
    Reader(const std::string& file, const LocatedJson& root) : assembly_{file, {}, {}} {
        read(root);
    }

    Assembly take() { return std::move(assembly_); }

private:
    [[noreturn]] static void refuse(const LocatedJson& at, const std::string& message) {
        throw Error(at.place(), message);
    }

    static const LocatedJson& expect(const LocatedJson& value, Kind kind, std::string_view what) {
        if (value.kind != kind) {
            refuse(value, fmt::format("{} is {}, not {}", what, LocatedJson::describe(kind),
                                      LocatedJson::describe(value.kind)));
        }
        return value;
    }

    static void expect_keys(const LocatedJson& object, const std::vector<std::string>& known) {
        for (const auto& member : object.members) {
            if (std::find(known.begin(), known.end(), member.key.text) == known.end()) {
                refuse(member.key, fmt::format("there is no key \"{}\" here{}", member.key.text,
                                               base::instead(member.key.text, known, "the keys")));
            }
        }
    }

    static std::string text_at(const LocatedJson& object, const char* key) {
        const LocatedJson* const value = object.find(key);
        if (value == nullptr) {
            refuse(object, fmt::format("\"{}\" is missing", key));
        }
        return expect(*value, Kind::string, fmt::format("\"{}\"", key)).text;
    }

    // Splits "instance.port" at the last dot.
    static PortName port_name(const LocatedJson& at, std::string_view text) {
        const std::size_t dot = text.rfind('.');
        if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size()) {
            refuse(at, fmt::format("`{}` is not a port; write INSTANCE.PORT", text));
        }
        return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1))};
    }

    // Calls `part`, and collects its error instead of throwing it.
    template <class Part>
    void attempt(const Part& part) {
        try {
            part();
        } catch (const Error& error) {
            assembly_.unreadable.push_back(error);
        }
    }

    Place line_of(const LocatedJson& at) const { return {assembly_.file, at.line, 0}; }

    void add(const LocatedJson& at, Action action) {
        assembly_.commands.emplace_back(line_of(at), std::move(action));
    }

    void read(const LocatedJson& root) {
        expect(root, Kind::object, "an assembly");
        attempt([&] { expect_keys(root, {"path", "components", "connections", "go"}); });
        if (const auto* path = root.find("path")) {
            attempt([&] { read_path(*path); });
        }
        const auto* const components = root.find("components");
        if (components == nullptr) {
            refuse(root, "an assembly has \"components\": {\"instance\": {\"class\": ...}}");
        }
        for (const auto& member : expect(*components, Kind::object, "\"components\"").members) {
            attempt([&] { read_component(member); });
        }
        for (const auto& member : components->members) {
            attempt([&] { read_parameters(member); });
        }
        if (const auto* connections = root.find("connections")) {
            for (const auto& each : expect(*connections, Kind::array, "\"connections\"").elements) {
                attempt([&] { read_connection(each); });
            }
        }
        if (const auto* start = root.find("go")) {
            read_starts(*start);
        }
        std::stable_sort(
            assembly_.unreadable.begin(), assembly_.unreadable.end(),
            [](const auto& one, const auto& other) { return one.place() < other.place(); });
    }

    void read_starts(const LocatedJson& start) {
        if (start.kind != Kind::array) {
            attempt([&] { read_go(start); });
        }
        for (const auto& each : start.elements) {
            attempt([&] { read_go(each); });
        }
    }

    void read_path(const LocatedJson& path) {
        SetPath set{SetPath::How::append, {}};
        for (const auto& each : expect(path, Kind::array, "\"path\"").elements) {
            set.directories.push_back(expect(each, Kind::string, "a directory").text);
        }
        add(path, SetPath{SetPath::How::init, {}});
        if (!set.directories.empty()) {
            add(path, set);
        }
    }

    void read_component(const LocatedJson::Member& member) {
        const LocatedJson& component = expect(member.value, Kind::object, "a component");
        expect_keys(component, {"class", "parameters"});
        add(member.key, Instantiate{text_at(component, "class"), member.key.text});
    }

    // Reads `"parameters": {"port": {"field": value}}`.
    void read_parameters(const LocatedJson::Member& component) {
        const auto* const parameters = component.value.find("parameters");
        if (parameters == nullptr) {
            return;
        }
        for (const auto& port : expect(*parameters, Kind::object, "\"parameters\"").members) {
            for (const auto& field : expect(port.value, Kind::object, "a parameter port").members) {
                add(field.key, SetParameter{{component.key.text, port.key.text},
                                            field.key.text,
                                            value_of(field.value)});
            }
        }
    }

    static std::string value_of(const LocatedJson& value) {
        if (value.kind == Kind::boolean) {
            return value.boolean ? "true" : "false";
        }
        if (value.kind != Kind::number && value.kind != Kind::string) {
            refuse(value, fmt::format("a parameter is a number, a string, true or false, not {}",
                                      LocatedJson::describe(value.kind)));
        }
        return value.text;
    }

    // Reads "driver.flux -> godunov.flux", or an object, for names with dots.
    void read_connection(const LocatedJson& connection) {
        if (connection.kind == Kind::object) {
            expect_keys(connection, {"user", "uses", "provider", "provides"});
            add(connection,
                Connect{{text_at(connection, "user"), text_at(connection, "uses")},
                        {text_at(connection, "provider"), text_at(connection, "provides")}});
            return;
        }
        const std::string& text = expect(connection, Kind::string, "a connection").text;
        constexpr std::string_view arrow = " -> ";
        const std::size_t at = text.find(arrow);
        if (at == std::string::npos) {
            refuse(connection, fmt::format("`{}` is not a connection; write "
                                           "USER.USESPORT -> PROVIDER.PROVIDESPORT",
                                           text));
        }
        const std::string_view all = text;
        add(connection, Connect{port_name(connection, all.substr(0, at)),
                                port_name(connection, all.substr(at + arrow.size()))});
    }

    void read_go(const LocatedJson& start) {
        add(start, Go{port_name(start, expect(start, Kind::string, "\"go\"").text)});
    }

    Assembly assembly_;
};

} // namespace

Assembly parse_json(const std::string& file, const std::string& text) {
    return Reader(file, base::parse_located_json(file, text, {.comments = true})).take();
}

} // namespace proxima::assembly
