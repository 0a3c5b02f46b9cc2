// The port model: plain data between the analysis (Clang) and the output
// (templates).
//
// Types and expressions are C++ source text, printed so that they mean the same wherever the
// generated code uses them.
#pragma once

#include <proxima/base/error.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

using SourcePosition = base::Place;

// The same member of all elements: `a, b, c`.
template <class Element>
std::string joined(const std::vector<Element>& elements, std::string Element::* member) {
    std::string text;
    for (const Element& element : elements) {
        text += (text.empty() ? "" : ", ") + element.*member;
    }
    return text;
}

// How a recorded parameter is stored; each is one ParameterType of the runtime.
enum class ParameterKind { integer, unsigned_integer, floating, boolean, enumeration, text };

struct EnumValue {
    std::string name;
    std::int64_t value = 0;
};

// One recorded parameter of a method: an expression over its arguments.
struct RecordedParameter {
    std::string name;
    std::string expression;             // over the arguments' declared names and `target`
    std::vector<std::string> arguments; // the names among them that the expression uses
    ParameterKind kind = ParameterKind::integer;
    std::string cpp_type;    // for people
    bool takes_time = false; // evaluating it is taken out of the times of its callers
    std::vector<EnumValue> constants;
    SourcePosition position; // in the configuration; empty for a default capture
};

struct MethodParameter {
    std::string name;            // as declared, or arg1, arg2, ... where it is not
    std::string type;            // printed without a declarator
    std::string declared;        // printed with the parameter's name in the proxy as its declarator
    bool pack = false;           // a function parameter pack of a template
    bool passed_by_name = false; // an lvalue reference or a scalar: nothing to move
    std::string wrapped_port;    // when the port passed gets a proxy of its own: its type
    bool wraps_owner = false; // that port comes in a smart pointer, not as a pointer or reference
};

enum class Treatment {
    measured,  // recorded and forwarded
    forwarded, // forwarded without recording
    deleted,   // declared as deleted in the port, so in the proxy
    kept,      // not overridden: runs on the proxy's own base object
    refused    // cannot be forwarded, so the class is refused
};

enum class CallForm {
    member,           // static_cast<Declaring&>(target).f(...)
    member_pointer,   // through a cast pointer to member: overloads compete for the call
    protected_access, // through a pointer to member taken in a derived class
    private_access    // through a pointer to member taken in an explicit instantiation
};

struct PortMethod {
    std::string name;            // compute, operator(), operator bool
    std::string signature;       // for people, as in the port
    std::string parameter_types; // of the signature: (int, double)
    std::string identifier;      // unique in the port, valid in C++
    SourcePosition position;
    Treatment treatment = Treatment::measured;
    std::string reason; // why the treatment is not `measured`

    CallForm call = CallForm::member;
    bool explicit_conversion = false;
    bool conversion = false; // a conversion function: no return type is written
    std::string declaring_type;
    std::vector<std::string> cast_path; // bases to pass on the way to it, where it occurs twice
    std::string return_type;
    std::string member_pointer_type;
    std::vector<MethodParameter> parameters;
    bool is_const = false;
    bool is_volatile = false;
    bool rvalue_qualified = false;
    bool lvalue_qualified = false;
    bool nodiscard = false;
    std::string exception_specification; // "", "noexcept" or a dynamic specification
    std::string calling_convention;      // attribute text, or empty
    std::string wrapped_port;            // when the returned port gets a proxy of its own: its type
    bool wraps_owner = false; // that port comes in a smart pointer, not as a pointer or reference
    std::string list_sibling; // for C variadics: the method that takes a va_list
    std::vector<RecordedParameter> recorded;

    // Of a port that is measured in place.
    std::vector<std::vector<std::string>> subobjects; // casts on the way to each it is called on
    std::vector<PortMethod> overridden; // declarations in bases, which may have slots of their own
};

// Whether a port that the method returns or is passed gets a proxy of its own.
bool wraps_something(const PortMethod& method);

// A member of the port that a proxy does not forward, and why.
struct Note {
    std::string text;
    SourcePosition position;
    std::string own; // acts on the proxy's own object: a method `f()`, a data member `x`
};

// A public data member that is copied from the target.
struct CopiedMember {
    std::string name;
    bool is_array = false;
};

struct BaseInitializer {
    std::string type;
    std::string arguments;
    SourcePosition position;
};

struct Statement {
    std::string text;
    SourcePosition position;
};

struct TemplateParameter {
    std::string declaration; // class T, int N, class... Ts
    std::string argument;    // T, N, Ts...
};

// One definition in the proxy's source, and the method it defines (an index into the port's
// methods).
struct ProxyDefinition {
    std::size_t method;
    std::string text;
};

// The generated code of one port, in the pieces that are checked and assembled.
struct PortCode {
    std::string forward_declaration;    // of its records, for the proxy's header
    std::string class_definition;       // inside namespace proxima
    std::string record_templates;       // of a proxy template, at global scope
    std::string records_declaration;    // inside namespace proxima::mastermind
    std::string records_definition;     // inside namespace proxima::mastermind
    std::string constructor_definition; // inside namespace proxima
    std::vector<ProxyDefinition> method_definitions;
    std::string in_place_definition; // inside namespace proxima, instead of the three above
};

struct PortClass {
    std::string name;                 // ns::FluxPort
    std::string type;                 // ::ns::FluxPort
    std::vector<std::string> aliases; // other names that the configuration has for it
    std::string identifier;           // ns_FluxPort
    std::string header;               // the header it was found for
    SourcePosition position;
    std::vector<TemplateParameter> template_parameters;
    std::vector<PortMethod> methods;
    std::vector<Note> notes;
    bool forwards_constructors = false;
    std::vector<BaseInitializer> base_initializers;
    std::vector<CopiedMember> copied_members;
    std::vector<Statement> initialize;
    std::set<std::string> silenced_warnings;
    std::string refusal; // why there is no proxy; empty for an eligible port
    SourcePosition refusal_position;

    bool in_place = false;  // measured itself, without a proxy
    bool derivable = false; // a class may name it as its base

    bool asked_for = false;   // by its exact name: then a refusal is an error
    bool only_a_name = false; // asked for, but no class that this header defines

    PortCode code; // empty for a refused port

    bool eligible() const { return refusal.empty(); }
    bool is_template() const { return !template_parameters.empty(); }

    // Whether its proxy needs nothing but a target, so that it can be a component.
    bool becomes_component() const { return !is_template() && !forwards_constructors && !in_place; }
};

// `template <class T, int N>`
std::string template_declaration(const PortClass& port);

// Advice to measure in place where a proxy's own object would change results.
std::string in_place_advice(const std::string& port);

// A class of the header that no rule selects.
struct SkippedClass {
    std::string name;
    std::string reason; // and the option that takes it
    SourcePosition position;
};

// Everything that the generator finds out about one header.
struct HeaderAnalysis {
    std::string header;
    bool parsed = false;
    std::string diagnostics;             // Clang's own, when the header does not parse
    std::vector<PortClass> ports;        // selected, refused ones included
    std::vector<SkippedClass> skipped;   // classes defined in the header that no rule selects
    std::vector<std::string> includes;   // spelt for the generated header
    std::vector<std::string> files_read; // for dependency files
    std::vector<std::string> class_names;
    std::set<SourcePosition> used; // positions of configuration rules that matched something
    std::set<std::string> found;   // exact names and patterns of the selection that matched
};

} // namespace proxima::gen
