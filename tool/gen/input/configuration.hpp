// What the user asks for: selection rules, recorded parameters and how proxies of certain ports are
// made.
#pragma once

#include "model/port_model.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::gen {

// One include or exclude rule; of an ordered list the last that matches wins.
struct ConfigurationRule {
    enum class Effect { include, exclude };
    Effect effect = Effect::include;
    std::string pattern;
    SourcePosition position; // empty when it comes from the command line
};

struct ParameterExpression {
    std::string name;
    std::string expression;
    SourcePosition position;
};

// The recorded parameters of the methods that a pattern names; they replace the defaults.
struct ParameterRule {
    std::string method; // ns::Port::apply or ns::Port::apply(int)
    SourcePosition position;
    std::vector<ParameterExpression> expressions;
};

struct WrapRule {
    enum class Pointer { unsaid, owned, borrowed }; // who deletes a raw pointer's target
    std::string method;
    SourcePosition position;
    Pointer pointer = Pointer::unsaid;
};

struct PortOptions {
    std::string port;
    SourcePosition position;
    std::vector<BaseInitializer> construct;
    bool copy_members = false;
    std::vector<Statement> initialize;
    std::vector<WrapRule> wrap;
    bool in_place = false;
    std::vector<std::string> accept; // methods and data members that may be the proxy's own
};

struct GeneratorConfiguration {
    std::vector<ConfigurationRule> classes;
    std::vector<ConfigurationRule>
        templates; // patterns of class templates that get a proxy template
    std::vector<ConfigurationRule> methods;
    std::vector<ParameterRule> parameters;
    std::vector<PortOptions> ports;
};

// Whether a key of "ports" is for the port, under one of its names.
bool names_port(const std::string& pattern, const PortClass& port);

// The last entry of "ports" that names the port; null when none does.
const PortOptions* options_for(const GeneratorConfiguration& configuration, const PortClass& port);

// Throws base::Error pointing at the first thing that is not as docs/configuration.md describes
// it.
GeneratorConfiguration read_configuration(const std::filesystem::path& file);
GeneratorConfiguration parse_configuration(const std::string& file, const std::string& text);

} // namespace proxima::gen
