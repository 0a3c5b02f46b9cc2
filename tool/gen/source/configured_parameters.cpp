#include "source/configured_parameters.hpp"

#include "analysis/ports/expressions.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>

namespace proxima::gen {
namespace {

constexpr std::size_t most_configured = most_source_parameters - 1; // one tells what is missing

std::string parameter_types(const clang::FunctionDecl& function) {
    clang::PrintingPolicy policy(function.getASTContext().getLangOpts());
    policy.adjustForCPlusPlus();
    std::string text;
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
        text += (text.empty() ? "" : ", ") + parameter->getOriginalType().getAsString(policy);
    }
    return "(" + text + ")";
}

bool names_function(const std::string& pattern, const std::string& name,
                    const clang::FunctionDecl& function) {
    return base::matches_glob_but_for_spaces(pattern, name) ||
           (pattern.find('(') != std::string::npos &&
            base::matches_glob_but_for_spaces(pattern, name + parameter_types(function)));
}

// True if `target` is the function's object.
bool has_target(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method != nullptr && method->isInstance() && !method->getParent()->isLambda() &&
           std::none_of(function.param_begin(), function.param_end(),
                        [](const auto* one) { return one->getName() == "target"; });
}

std::vector<std::string> names_of(const clang::FunctionDecl& function) {
    std::vector<std::string> names;
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
        if (!parameter->getName().empty() && !parameter->isParameterPack()) {
            names.push_back(parameter->getNameAsString());
        }
    }
    return names;
}

SourceParameter configured(const ParameterExpression& given, const SourcePlace& place,
                           const clang::FunctionDecl& function) {
    if (given.after) {
        throw base::Error(given.position, "\"after\": parameters of " + place.name +
                                              "() are read when it begins; write an expression "
                                              "over its arguments");
    }
    if (!is_enclosed(given.expression) || given.expression.find("//") != std::string::npos) {
        throw base::Error(given.position,
                          "brackets that do not match, a `#`, a `_Pragma` or a `//`; write "
                          "one expression (in an expression of the configuration)");
    }
    if (given.name.find(',') != std::string::npos) {
        throw base::Error(given.position, "a comma in the name \"" + given.name +
                                              "\" of a parameter of a function; take it out");
    }
    std::vector<std::string> used = names_used(given.expression, names_of(function));
    if (has_target(function) && !names_used(given.expression, {"target"}).empty()) {
        used.emplace_back(object_name);
    }
    return {given.name, given.expression, "", used, false, given.position};
}

} // namespace

void configure_parameters(const std::vector<ParameterRule>& rules,
                          const clang::FunctionDecl& function, SourcePlace& place) {
    const auto rule = std::find_if(rules.rbegin(), rules.rend(), [&](const ParameterRule& one) {
        return names_function(one.method, place.name, function);
    });
    if (rule == rules.rend()) {
        return;
    }
    if (rule->expressions.size() > most_configured) {
        throw base::Error(rule->position, "more than " + std::to_string(most_configured) +
                                              " parameters of a function; leave some out");
    }
    place.is_configured = true;
    place.parameters.clear();
    for (const ParameterExpression& expression : rule->expressions) {
        place.parameters.push_back(configured(expression, place, function));
    }
}

} // namespace proxima::gen
