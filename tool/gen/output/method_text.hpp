// Generates pieces of a function that measures a method.
#pragma once

#include "model/port_model.hpp"
#include "output/text_template.hpp"

#include <string>

namespace proxima::gen {

// Scope of the method's record: a namespace, or the class template of a proxy template.
std::string record_scope(const PortClass& port);

// Parameters as declared, and arguments as passed on, both without brackets.
std::string parameter_list(const PortMethod& method);
std::string argument_list(const PortMethod& method);

// The surroundings of a function that measures a method.
struct MethodCall {
    std::string text;      // calls the target's method
    std::string target;    // expression for the target
    std::string site;      // function that gives the call site of a method
    std::string condition; // without it, site and target do not exist; empty if they always do
};

// Sets values of the template method_body, when those of its method are set.
void set_body(kainjow::mustache::data& values, const PortClass& port, const PortMethod& method,
              const MethodCall& call);

// Sets the result type: in front of the function, or behind the parameters where its declarator
// would wrap around them.
void set_result(kainjow::mustache::data& values, const PortMethod& method);

// The template values of the class that gives access to the pointer of a method that is not public.
kainjow::mustache::data access_data(const PortClass& port, const PortMethod& method);

// Expression for the pointer to the method.
std::string member_pointer(const PortClass& port, const PortMethod& method);

} // namespace proxima::gen
