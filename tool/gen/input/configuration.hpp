// The configuration file: selection rules, recorded parameters, and options of single ports.
#pragma once

#include "input/options.hpp"
#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// One include or exclude rule; the last rule of a list that matches wins.
struct ConfigurationRule {
    enum class Effect { include, exclude };
    Effect effect = Effect::include;
    std::string pattern;
    SourcePosition position; // empty for a rule of the command line
};

struct ParameterExpression {
    std::string name;
    std::string expression;
    SourcePosition position;
    bool after = false; // read when the call has returned
};

// Recorded parameters of the methods that a pattern names; they replace the defaults.
struct ParameterRule {
    std::string method; // ns::Port::apply or ns::Port::apply(int)
    SourcePosition position;
    std::vector<ParameterExpression> expressions;
};

// An expression for objects that a method takes (`before`) or hands over (`after`).
struct ObjectsRule {
    bool after = false;
    std::string method;
    SourcePosition method_position;
    std::string expression;
    SourcePosition position;
};

struct PortOptions {
    std::string port;
    SourcePosition position;
    std::vector<BaseInitializer> construct;
    std::vector<Statement> initialize;
    std::vector<ObjectsRule> objects;
    bool in_place = false;
    std::vector<std::string> accept; // members that may act on the proxy's own object
};

struct GeneratorConfiguration {
    std::vector<ConfigurationRule> classes;
    std::vector<ConfigurationRule>
        templates; // patterns of class templates that get a proxy template
    std::vector<ConfigurationRule> methods;
    std::vector<ParameterRule> parameters;
    std::vector<PortOptions> ports;
};

// True if a key of "ports" matches one of the port's names.
bool names_port(const std::string& pattern, const PortClass& port);

// The last entry of "ports" that names the port; null if none does.
const PortOptions* options_for(const GeneratorConfiguration& configuration, const PortClass& port);

// The file that the options name, and their classes and templates as rules behind it. Throws
// base::Error at the first violation of docs/configuration.md.
GeneratorConfiguration read_configuration(const Options& options);
GeneratorConfiguration parse_configuration(const std::string& file, const std::string& text);

} // namespace proxima::gen
