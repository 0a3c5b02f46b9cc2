#include "input/configuration.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <functional>

namespace proxima::gen {
namespace {

using base::LocatedJson;
using Kind = LocatedJson::Kind;

void expect(const LocatedJson& value, Kind kind, const std::string& what) {
    if (value.kind() != kind) {
        throw base::Error(value.place(), what + " must be " + LocatedJson::describe(kind) +
                                             ", not " + LocatedJson::describe(value.kind()));
    }
}

// The members that an object may have, each with its reader.
using Members = std::vector<std::pair<std::string, std::function<void(const LocatedJson&)>>>;

void read_object(const LocatedJson& value, const std::string& what, const Members& known) {
    expect(value, Kind::object, what);
    for (const auto& [key, member] : value.members()) {
        const auto found =
            std::find_if(known.begin(), known.end(),
                         [&, name = key.text()](const auto& entry) { return entry.first == name; });
        if (found == known.end()) {
            std::vector<std::string> keys;
            std::transform(known.begin(), known.end(), std::back_inserter(keys),
                           [](const auto& entry) { return entry.first; });
            throw base::Error(key.place(), "unknown key \"" + key.text() + "\" in " + what +
                                               ", expected one of: " + base::joined(keys));
        }
        found->second(member);
    }
}

std::string read_string(const LocatedJson& value, const std::string& what) {
    expect(value, Kind::string, what);
    return value.text();
}

void read_array(const LocatedJson& value, const std::string& what,
                const std::function<void(const LocatedJson&)>& read_element) {
    expect(value, Kind::array, what);
    for (const auto& element : value.elements()) {
        read_element(element);
    }
}

// Reads a member that is true or false.
auto flag_reader(const std::string& key, bool& flag) {
    return [key, &flag](const LocatedJson& value) {
        expect(value, Kind::boolean, "\"" + key + "\"");
        flag = value.boolean();
    };
}

void read_rule(const LocatedJson& value, const std::string& what,
               std::vector<ConfigurationRule>& rules, std::vector<ConfigurationRule>* templates) {
    const auto reader = [&](ConfigurationRule::Effect effect,
                            std::vector<ConfigurationRule>& list) {
        return [&list, effect, what](const LocatedJson& pattern) {
            list.push_back(
                {effect, read_string(pattern, "a pattern in \"" + what + "\""), pattern.place()});
        };
    };
    Members known{{"include", reader(ConfigurationRule::Effect::include, rules)},
                  {"exclude", reader(ConfigurationRule::Effect::exclude, rules)}};
    if (templates != nullptr) {
        known.emplace_back("template", reader(ConfigurationRule::Effect::include, *templates));
    }
    read_object(value, "a rule of \"" + what + "\"", known);
    if (value.members().size() != 1) {
        throw base::Error(value.place(), "a rule of \"" + what +
                                             "\" holds exactly one of include, exclude" +
                                             (templates != nullptr ? " or template" : ""));
    }
}

// Reads `"x.size()"`, or `{"after": "y.size()"}`.
ParameterExpression read_expression(const LocatedJson& name, const LocatedJson& value) {
    ParameterExpression expression{name.text(), {}, {}};
    const auto read = [&](const LocatedJson& text) {
        expression.expression = read_string(text, "the expression for \"" + name.text() + "\"");
        expression.position = text.place();
    };
    if (value.kind() != Kind::object) {
        read(value);
        return expression;
    }
    expression.after = true;
    read_object(value, "the parameter \"" + name.text() + "\"", {{"after", read}});
    if (value.members().size() != 1) {
        throw base::Error(value.place(), "a parameter holds one expression, \"after\"");
    }
    return expression;
}

ParameterRule read_parameter_rule(const LocatedJson& key, const LocatedJson& value) {
    expect(value, Kind::object, "the parameters of \"" + key.text() + "\"");
    ParameterRule rule{key.text(), key.place(), {}};
    for (const auto& [name, expression] : value.members()) {
        if (name.text().empty()) {
            throw base::Error(name.place(), "a recorded parameter needs a name");
        }
        rule.expressions.push_back(read_expression(name, expression));
    }
    return rule;
}

// Reads `{"make": "*result"}`.
auto objects_reader(const std::string& key, std::vector<ObjectsRule>& rules) {
    return [key, &rules](const LocatedJson& value) {
        expect(value, Kind::object, "\"" + key + "\"");
        for (const auto& [method, expression] : value.members()) {
            rules.push_back(
                {key == "after", method.text(), method.place(),
                 read_string(expression, "the expression for \"" + method.text() + "\""),
                 expression.place()});
        }
    };
}

PortOptions read_port_options(const LocatedJson& key, const LocatedJson& value) {
    PortOptions options;
    options.port = key.text();
    options.position = key.place();
    const Members known{
        {"construct",
         [&](const LocatedJson& construct) {
             expect(construct, Kind::object, "\"construct\"");
             for (const auto& [base, arguments] : construct.members()) {
                 options.construct.push_back(
                     {base.text(),
                      read_string(arguments, "the arguments for \"" + base.text() + "\""),
                      arguments.place()});
             }
         }},
        {"initialize",
         [&](const LocatedJson& statements) {
             read_array(statements, "\"initialize\"", [&](const LocatedJson& statement) {
                 options.initialize.push_back(
                     {read_string(statement, "a statement of \"initialize\""), statement.place()});
             });
         }},
        {"accept",
         [&](const LocatedJson& names) {
             read_array(names, "\"accept\"", [&](const LocatedJson& name) {
                 options.accept.push_back(read_string(name, "a name in \"accept\""));
             });
         }},
        {"before", objects_reader("before", options.objects)},
        {"after", objects_reader("after", options.objects)},
        {"in_place", flag_reader("in_place", options.in_place)},
    };
    read_object(value, "the options of port \"" + key.text() + "\"", known);
    const bool makes_proxy =
        !options.construct.empty() || !options.initialize.empty() || !options.accept.empty();
    if (options.in_place && makes_proxy) {
        throw base::Error(key.place(), "a port that is measured in place has no proxy, so it takes "
                                       "no option but in_place, before and after");
    }
    return options;
}

GeneratorConfiguration read_root(const LocatedJson& root) {
    GeneratorConfiguration configuration;
    const auto rules = [](const std::string& what, std::vector<ConfigurationRule>& list,
                          std::vector<ConfigurationRule>* templates) {
        return [what, &list, templates](const LocatedJson& value) {
            base::refuse_tiny_elements(value, 64); // a rule takes 800 bytes
            read_array(value, "\"" + what + "\"",
                       [&](const LocatedJson& rule) { read_rule(rule, what, list, templates); });
        };
    };
    const Members known{
        {"classes", rules("classes", configuration.classes, &configuration.templates)},
        {"methods", rules("methods", configuration.methods, nullptr)},
        {"parameters",
         [&](const LocatedJson& methods) {
             expect(methods, Kind::object, "\"parameters\"");
             for (const auto& [key, value] : methods.members()) {
                 configuration.parameters.push_back(read_parameter_rule(key, value));
             }
         }},
        {"ports",
         [&](const LocatedJson& ports) {
             expect(ports, Kind::object, "\"ports\"");
             for (const auto& [key, value] : ports.members()) {
                 configuration.ports.push_back(read_port_options(key, value));
             }
         }},
    };
    read_object(root, "the configuration", known);
    return configuration;
}

} // namespace

bool names_port(const std::string& pattern, const PortClass& port) {
    return port.any_name(
        [&](const std::string& name) { return base::matches_glob(pattern, name); });
}

const PortOptions* options_for(const GeneratorConfiguration& configuration, const PortClass& port) {
    const auto found =
        std::find_if(configuration.ports.rbegin(), configuration.ports.rend(),
                     [&](const PortOptions& options) { return names_port(options.port, port); });
    return found == configuration.ports.rend() ? nullptr : &*found;
}

GeneratorConfiguration parse_configuration(const std::string& file, const std::string& text) {
    return read_root(base::parse_located_json(file, text, {.comments = true}));
}

GeneratorConfiguration read_configuration(const Options& options) {
    GeneratorConfiguration configuration;
    if (options.configuration) {
        configuration = parse_configuration(*options.configuration,
                                            base::read_whole_file(*options.configuration));
    }
    for (const std::string& pattern : options.classes) {
        configuration.classes.push_back({ConfigurationRule::Effect::include, pattern, {}});
    }
    for (const std::string& pattern : options.templates) {
        configuration.templates.push_back({ConfigurationRule::Effect::include, pattern, {}});
    }
    return configuration;
}

} // namespace proxima::gen
