#include "parsed_header.hpp"

#include "analysis/parse/compile_flags.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <stdexcept>

namespace proxima::gen::test {
namespace {

const clang::NamedDecl& member(const clang::ASTContext& context, const clang::DeclContext& scope,
                               const std::string& name) {
    const auto found = scope.lookup(&context.Idents.get(name));
    if (found.empty()) {
        throw std::runtime_error("the header declares no " + name);
    }
    return *found.front();
}

} // namespace

ParsedHeader::ParsedHeader(const std::string& text, const std::vector<std::string>& flags)
    : path_(directory_.write("header.hpp", text)) {
    FlagSources sources;
    sources.flags = flags.empty() ? std::vector<std::string>{"-std=c++17"} : flags;
    const CompileFlags compile_flags(sources);
    unit_ = std::make_unique<TranslationUnit>(
        TranslationUnit::Source{path_, {}, compile_flags.arguments_for(path_)});
    if (!unit_->header_parsed()) {
        throw std::runtime_error(unit_->diagnostics_text());
    }
}

const clang::NamedDecl& ParsedHeader::declaration(const std::string& scope,
                                                  const std::string& name) {
    const clang::ASTContext& context = unit_->context();
    const clang::DeclContext* at = context.getTranslationUnitDecl();
    std::string rest = scope;
    while (!rest.empty()) {
        const std::size_t colons = rest.find("::");
        const clang::NamedDecl& found = member(context, *at, rest.substr(0, colons));
        at = llvm::dyn_cast<clang::DeclContext>(&found);
        rest = colons == std::string::npos ? "" : rest.substr(colons + 2);
    }
    return member(context, *at, name);
}

const clang::CXXRecordDecl& ParsedHeader::definition(const std::string& scope,
                                                     const std::string& name) {
    const clang::NamedDecl* found = &declaration(scope, name);
    if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(found)) {
        found = pattern->getTemplatedDecl();
    }
    return *llvm::cast<clang::CXXRecordDecl>(found)->getDefinition();
}

} // namespace proxima::gen::test
