// The port model: plain data between the analysis (Clang) and the output (templates).
//
// Types and expressions are C++ source text, printed so that they mean the same wherever the
// generated code uses them.
#pragma once

#include <proxima/base/error.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

using SourcePosition = base::Place;

// Joins one member of all elements: `a, b, c`.
template <class Element>
std::string joined(const std::vector<Element>& elements, std::string Element::* member) {
    std::string text;
    for (const Element& element : elements) {
        text += (text.empty() ? "" : ", ") + element.*member;
    }
    return text;
}

// Adds `name` to the names taken, with a number if it is among them: `f`, `f_2`, `f_3`.
std::string make_unique(const std::string& name, std::set<std::string>& taken);

// Storage of a recorded parameter; each value is one ParameterType of the runtime.
enum class ParameterKind { integer, unsigned_integer, floating, boolean, enumeration, text };

struct EnumValue {
    std::string name;
    std::int64_t value = 0;
};

// One recorded parameter of a method: an expression over its arguments.
struct RecordedParameter {
    std::string name;
    std::string expression;             // C++ over the arguments' declared names and `target`
    std::vector<std::string> arguments; // the names among them that the expression uses
    ParameterKind kind = ParameterKind::integer;
    std::string cpp_type;    // shown to people
    bool takes_time = false; // callers' times exclude its evaluation
    bool after = false;      // read when the call has returned
    bool may_fail = false;   // its evaluation may throw
    std::vector<EnumValue> constants;
    SourcePosition position; // place in the configuration; empty for a default parameter
};

// Objects that a call takes or hands over, and that are measured in place from then on.
struct MeasuredObjects {
    bool after = false;                 // found when the call has returned
    std::string expression;             // leads to the objects
    std::vector<std::string> arguments; // names that the expression uses
    std::string origin;                 // of the instances' name, behind that of the port's: make
    SourcePosition position;
};

struct MethodParameter {
    std::string name;            // declared name, or arg1, arg2, ... if unnamed
    std::string type;            // printed without a declarator
    std::string declared;        // printed with the parameter's name in the proxy as its declarator
    bool pack = false;           // a function parameter pack of a template
    bool passed_by_name = false; // an lvalue reference or a scalar: nothing to move
};

enum class Treatment {
    measured,  // recorded and forwarded
    forwarded, // forwarded without recording
    deleted,   // declared as deleted in the port, so in the proxy
    kept,      // not overridden: runs on the proxy's own base object
    refused    // cannot be forwarded, so the class is refused as well
};

enum class CallForm {
    member,           // static_cast<Declaring&>(target).f(...)
    member_pointer,   // through a cast pointer to member: overloads compete for the call
    protected_access, // through a pointer to member taken in a derived class
    private_access    // through a pointer to member taken in an explicit instantiation
};

struct PortMethod {
    std::string name;            // compute, operator(), operator bool
    std::string signature;       // shown to people, spelt as in the port
    std::string parameter_types; // part of the signature: (int, double)
    std::string identifier;      // unique in the port, valid in C++
    SourcePosition position;
    Treatment treatment = Treatment::measured;
    std::string reason; // why the treatment is not `measured`

    CallForm call = CallForm::member;
    bool explicit_conversion = false;
    bool conversion = false; // a conversion function: no return type is written
    std::string declaring_type;
    std::vector<std::string> cast_path; // bases to cast to on the way to a type that occurs twice
    std::string return_type;
    bool returns_rvalue_reference = false;
    std::string member_pointer_type;
    std::vector<MethodParameter> parameters;
    bool is_const = false;
    bool rvalue_qualified = false;
    bool lvalue_qualified = false;
    bool nodiscard = false;
    std::string exception_specification;     // "", "noexcept" or "noexcept(...)"
    std::string calling_convention;          // attribute text, or empty
    std::string list_sibling;                // method that takes a va_list instead of C variadics
    std::vector<RecordedParameter> recorded; // those read before the call come first
    std::vector<MeasuredObjects> objects;

    // The next two are filled if the port is measured in place.
    std::vector<std::vector<std::string>> subobjects; // casts to each subobject that declares it
    std::vector<PortMethod> overridden; // declarations in bases, which may have slots of their own

    bool has_parameter(const std::string& wanted) const {
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const MethodParameter& own) { return own.name == wanted; });
    }
    // The name of what it returns, in expressions.
    const char* result_name() const { return has_parameter("result") ? "returned" : "result"; }
    bool reads_after() const {
        return std::any_of(recorded.begin(), recorded.end(),
                           [](const RecordedParameter& parameter) { return parameter.after; });
    }
    // True if a value may be missing.
    bool may_miss() const {
        return std::any_of(recorded.begin(), recorded.end(), [](const auto& parameter) {
            return parameter.after || parameter.may_fail;
        });
    }
};

struct Note {
    std::string text;
    SourcePosition position;
    bool of_state = false; // names methods that use state which target and proxy have alike
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
    std::string forward_declaration;    // declares its records in the proxy's header
    std::string class_definition;       // inside namespace proxima
    std::string record_templates;       // records of a proxy template, at global scope
    std::string records_declaration;    // inside namespace proxima::mastermind
    std::string records_definition;     // inside namespace proxima::mastermind
    std::string constructor_definition; // inside namespace proxima
    std::vector<ProxyDefinition> method_definitions;
    std::string in_place_definition; // inside namespace proxima, instead of the three above
};

struct PortClass {
    std::string name;                 // ns::FluxPort
    std::string type;                 // ::ns::FluxPort
    std::vector<std::string> aliases; // other names in the configuration
    std::string identifier;           // ns_FluxPort
    std::string header;               // the analysed header
    SourcePosition position;
    std::vector<TemplateParameter> template_parameters;
    std::vector<PortMethod> methods;
    std::vector<Note> notes;
    bool forwards_constructors = false;
    std::vector<BaseInitializer> base_initializers;
    std::vector<Statement> initialize;
    std::string refusal; // reason for having no proxy; empty if eligible
    SourcePosition refusal_position;

    bool in_place = false;      // measured without a proxy
    bool derivable = false;     // classes may derive from it
    bool fits_in_place = false; // refused a proxy, but can be measured in place

    bool asked_for = false;   // named exactly, so that a refusal is an error
    bool only_a_name = false; // asked for, but not defined by this header

    PortCode code; // empty for a refused port

    // True if `matches` accepts one of its names.
    template <class Predicate>
    bool any_name(const Predicate& matches) const {
        return matches(name) || std::any_of(aliases.begin(), aliases.end(), matches);
    }

    bool eligible() const { return refusal.empty(); }
    void refuse(const std::string& reason, const SourcePosition& place) {
        if (eligible()) {
            refusal = reason;
            refusal_position = place;
        }
    }
    bool is_template() const { return !template_parameters.empty(); }

    // True if its proxy needs nothing but a target, as a component does.
    bool becomes_component() const { return !is_template() && !forwards_constructors && !in_place; }
};

// `template <class T, int N>`
std::string template_declaration(const PortClass& port);

// Advice to measure in place where a proxy's own object would change results.
std::string in_place_advice(const std::string& port);

// A class of the header that no rule selects.
struct SkippedClass {
    std::string name;
    std::string reason; // names the option that takes it
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
    std::vector<std::string> files_read; // listed in the dependency file
    std::vector<std::string> class_names;
    std::set<SourcePosition> used; // positions of configuration rules that matched something
    std::set<std::string> found;   // exact names and patterns of the selection that matched
};

} // namespace proxima::gen
