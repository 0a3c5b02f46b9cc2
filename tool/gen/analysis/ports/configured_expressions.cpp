#include "analysis/ports/configured_expressions.hpp"

#include "analysis/ports/expressions.hpp"
#include "analysis/ports/probe_text.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace proxima::gen {
namespace {

// The names in an expression that stand for the port, its arguments and its result.
std::vector<std::string> arguments_of(const std::string& expression, const SourcePosition& position,
                                      const PortMethod& method) {
    std::vector<std::string> names{"target", method.result_name()};
    for (const MethodParameter& parameter : method.parameters) {
        names.push_back(parameter.name);
    }
    std::vector<std::string> used = names_used(expression, names);
    if (llvm::is_contained(used, "target") && method.has_parameter("target")) {
        throw base::Error(position, "`target` is the measured port, and an argument of " +
                                        method.name +
                                        "() has the same name: rename it in the header");
    }
    if (use_result(used, method) && method.return_type == "void") {
        throw base::Error(position, method.name + "() returns nothing");
    }
    return used;
}

// Refuses arguments that are moved into the call: they have no value when it has returned.
void require_unmoved(const std::vector<std::string>& arguments, const SourcePosition& position,
                     const PortMethod& method) {
    for (const MethodParameter& parameter : method.parameters) {
        if (!parameter.passed_by_name && llvm::is_contained(arguments, parameter.name)) {
            throw base::Error(position, "`" + parameter.name + "` is moved into " + method.name +
                                            "(), so it has no value when the call has returned");
        }
    }
}

RecordedParameter configured_parameter(const ParameterExpression& expression,
                                       const PortMethod& method) {
    RecordedParameter recorded;
    recorded.name = expression.name;
    recorded.expression = expression.expression;
    recorded.position = expression.position;
    recorded.arguments = arguments_of(expression.expression, expression.position, method);
    recorded.after = expression.after || use_result(recorded.arguments, method);
    if (recorded.after) {
        require_unmoved(recorded.arguments, expression.position, method);
    }
    return recorded;
}

// Removes leading stars: what leads to objects follows pointers itself, but no null pointer.
std::string without_stars(const std::string& expression) {
    const std::size_t begin = expression.find_first_not_of("* ");
    const std::string rest = begin == std::string::npos ? "" : expression.substr(begin);
    const bool is_plain = llvm::all_of(
        rest, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("_.:()[]").contains(c); });
    return is_plain ? rest : expression;
}

MeasuredObjects configured_objects(const ObjectsRule& rule, const PortMethod& method) {
    MeasuredObjects objects;
    objects.after = rule.after;
    objects.expression = without_stars(rule.expression);
    objects.position = rule.position;
    objects.arguments = arguments_of(rule.expression, rule.position, method);
    objects.origin = method.name;
    if (rule.after) {
        require_unmoved(objects.arguments, rule.position, method);
    } else if (use_result(objects.arguments, method)) {
        throw base::Error(rule.position, "nothing is returned before the call; write \"after\"");
    } else if (!objects.arguments.empty()) {
        objects.origin += "." + objects.arguments.front();
    }
    return objects;
}

void apply_parameters(const GeneratorConfiguration& configuration, std::vector<PortClass>& ports,
                      std::set<SourcePosition>& used) {
    for (const ParameterRule& rule : configuration.parameters) {
        for (PortClass& port : ports) {
            for (PortMethod& method : port.methods) {
                if (!names_method(rule.method, port, method)) {
                    continue;
                }
                used.insert(rule.position);
                method.recorded.clear();
                for (const ParameterExpression& expression : rule.expressions) {
                    method.recorded.push_back(configured_parameter(expression, method));
                }
            }
        }
    }
}

bool is_named(const std::string& pattern, const PortMethod& method) {
    return base::matches_glob(pattern, method.name) ||
           base::matches_glob_but_for_spaces(pattern, method.name + method.parameter_types);
}

void add_objects(const ObjectsRule& rule, PortClass& port) {
    bool matched = false;
    for (PortMethod& method : port.methods) {
        const bool has_code = method.treatment == Treatment::measured ||
                              (method.treatment == Treatment::forwarded && !port.in_place);
        if (has_code && is_named(rule.method, method)) {
            method.objects.push_back(configured_objects(rule, method));
            matched = true;
        }
    }
    if (!matched) {
        throw base::Error(rule.method_position,
                          "\"" + rule.method + "\" names no method of " + port.name + " that is " +
                              (port.in_place ? "measured in place" : "measured or forwarded"));
    }
}

} // namespace

bool names_method(const std::string& pattern, const PortClass& port, const PortMethod& method) {
    return port.any_name([&](const std::string& class_name) {
        const std::string name = class_name + "::" + method.name;
        return base::matches_glob(pattern, name) ||
               (pattern.find('(') != std::string::npos &&
                base::matches_glob_but_for_spaces(pattern, name + method.parameter_types));
    });
}

void apply_expressions(const GeneratorConfiguration& configuration, std::vector<PortClass>& ports,
                       std::set<SourcePosition>& used) {
    apply_parameters(configuration, ports, used);
    for (PortClass& port : ports) {
        const PortOptions* options = options_for(configuration, port);
        for (const ObjectsRule& rule : options == nullptr || !port.eligible()
                                           ? std::vector<ObjectsRule>()
                                           : options->objects) {
            add_objects(rule, port);
        }
    }
}

} // namespace proxima::gen
