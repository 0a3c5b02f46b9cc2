// Text that Clang parses to type-check what the configuration says about one port.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The namespace of all probes.
constexpr const char* probe_space = "proxima_probe";

// Declarations that probes need; parsed once, before the first one.
constexpr const char* probe_preamble = R"(namespace proxima_probe {
    template <class Type> using identity = Type;
    template <class Type> struct View { using type = const Type&; };
    template <class Type> struct View<const Type> : View<Type> {};
    template <class Type> struct View<Type&> : View<Type> {};
    template <class Type> struct View<Type&&> : View<Type> {};
    template <class Type> using constant = typename View<Type>::type;
    })";

// True if `arguments`, the names in an expression, have the result of the call.
bool use_result(const std::vector<std::string>& arguments, const PortMethod& method);

// Directive #line for the position; empty for a position in no file.
std::string line_directive(const SourcePosition& position);

// Gives the text its position in the configuration, so that Clang's errors point there, even those
// about its end.
std::string at_position(const SourcePosition& position, const std::string& text);

// A class derived from the port. The deduced result type of each of its functions is the type of
// one expression.
class ProbeText {
public:
    ProbeText(const PortClass& port, const std::string& name);

    void add_parameter(const PortMethod& method, const RecordedParameter& recorded,
                       std::size_t number);
    // Adds the function `objects`, which returns a pointer to the class of these objects.
    void add_objects(const PortMethod& method, const MeasuredObjects& objects);
    void add_statement(const Statement& statement, std::size_t number);
    // Adds the constructor that initialises the bases; it forwards arguments as the proxy's does.
    void add_initializers();

    std::string take() const { return text_ + "};\n}\n"; }

private:
    // Declares what the names in an expression stand for.
    std::string parameters(const PortMethod& method, const std::vector<std::string>& names,
                           const char* view) const;

    const PortClass* port_;
    std::string name_;
    std::string text_;
};

} // namespace proxima::gen
