// The generated text of one port, in the pieces that are checked and assembled.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// One definition in the proxy's source, and the method it defines (an index into the port's
// methods).
struct ProxyDefinition {
    std::size_t method;
    std::string text;
};

struct RenderedPort {
    std::string forward_declaration;    // of its records, for the proxy's header
    std::string class_definition;       // inside namespace proxima
    std::string record_templates;       // of a proxy template, at global scope
    std::string records_declaration;    // inside namespace proxima::mastermind
    std::string records_definition;     // inside namespace proxima::mastermind
    std::string constructor_definition; // inside namespace proxima
    std::vector<ProxyDefinition> method_definitions;
    std::string in_place_definition; // inside namespace proxima, instead of the three above
};

RenderedPort render(const PortClass& port);

} // namespace proxima::gen
