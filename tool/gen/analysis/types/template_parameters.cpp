#include "analysis/types/template_parameters.hpp"

#include <llvm/ADT/StringExtras.h>

namespace proxima::gen {
namespace {

std::string invented_name(unsigned index) {
    return "proxima_parameter_" + std::to_string(index + 1);
}

std::string value_declaration(const clang::NonTypeTemplateParmDecl& value,
                              const std::string& declarator, const TypePrinter& printer) {
    const auto* deduced = llvm::dyn_cast<clang::AutoType>(value.getType().getTypePtr());
    if (deduced == nullptr) {
        return printer.declare(value.getType(), declarator);
    }
    if (deduced->isConstrained()) {
        throw UnprintableType("a template parameter is constrained by a concept; name instances "
                              "instead");
    }
    return (deduced->isDecltypeAuto() ? "decltype(auto) " : "auto ") + declarator;
}

std::string declaration(const clang::NamedDecl& parameter, const std::string& name,
                        const TypePrinter& printer) {
    const std::string declarator = (parameter.isParameterPack() ? "..." : "") + name;
    if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter)) {
        return value_declaration(*value, declarator, printer);
    }
    if (const auto* inner = llvm::dyn_cast<clang::TemplateTemplateParmDecl>(&parameter)) {
        std::vector<std::string> declarations;
        for (const clang::NamedDecl* one : *inner->getTemplateParameters()) {
            declarations.push_back(declaration(*one, "", printer));
        }
        return "template <" + llvm::join(declarations, ", ") + "> class " + declarator;
    }
    return "class " + declarator;
}

} // namespace

TypePrinter::Substitution names_of_unnamed_parameters(const clang::ClassTemplateDecl* pattern) {
    TypePrinter::Substitution names;
    if (pattern == nullptr) {
        return names;
    }
    const clang::TemplateParameterList& parameters = *pattern->getTemplateParameters();
    for (unsigned index = 0; index < parameters.size(); ++index) {
        if (parameters.getParam(index)->getDeclName().isEmpty()) {
            names[{parameters.getDepth(), index}] = invented_name(index);
        }
    }
    return names;
}

TypePrinter printer_for(const clang::CXXRecordDecl& record) {
    return TypePrinter(record.getASTContext(),
                       names_of_unnamed_parameters(record.getDescribedClassTemplate()));
}

std::vector<TemplateParameter> template_parameters(const clang::ClassTemplateDecl& pattern,
                                                   const TypePrinter& printer) {
    std::vector<TemplateParameter> result;
    unsigned index = 0;
    for (const clang::NamedDecl* parameter : *pattern.getTemplateParameters()) {
        const std::string name = parameter->getDeclName().isEmpty() ? invented_name(index)
                                                                    : parameter->getNameAsString();
        result.push_back({declaration(*parameter, name, printer),
                          name + (parameter->isParameterPack() ? "..." : "")});
        ++index;
    }
    return result;
}

} // namespace proxima::gen
