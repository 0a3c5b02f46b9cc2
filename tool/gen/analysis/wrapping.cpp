#include "analysis/wrapping.hpp"

#include "analysis/virtual_methods.hpp"
#include "input/glob.hpp"
#include "input/user_error.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace proxima::gen {
namespace {

/// The class behind a pointer, a reference or a smart pointer; null when it is none of these.
const clang::CXXRecordDecl* returned_class(clang::QualType type, bool& owner) {
    owner = false;
    if (type->isPointerType() || type->isReferenceType()) {
        return type->getPointeeType()->getAsCXXRecordDecl();
    }
    const auto* smart =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    if (smart == nullptr || smart->getTemplateArgs().size() == 0 ||
        smart->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type) {
        return nullptr;
    }
    owner = true;
    return smart->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
}

} // namespace

void mark_wrapped_results(const clang::CXXRecordDecl& record, const PortOptions& options,
                          Port& port) {
    const TypePrinter printer(record.getASTContext());
    const std::vector<VirtualMethod> declarations = virtual_methods(record, printer);
    for (const WrapRule& rule : options.wrap) {
        bool matched = false;
        for (const VirtualMethod& source : declarations) {
            if (!glob_matches(rule.method, source.declaration->getNameAsString())) {
                continue;
            }
            matched = true;
            const std::string signature = source.declaration->getNameAsString();
            bool owner = false;
            const clang::CXXRecordDecl* returned =
                returned_class(source.declaration->getReturnType(), owner);
            if (returned == nullptr) {
                throw UserError(rule.position,
                                port.name + "::" + signature +
                                    "() does not return a pointer, reference or smart pointer to a "
                                    "port, so there is nothing to wrap");
            }
            for (Method& method : port.methods) {
                if (method.name == signature) {
                    method.wrapped_port = printer.qualified_name(*returned);
                    method.wraps_owner = owner;
                }
            }
        }
        if (!matched) {
            throw UserError(rule.position, "\"wrap\" names \"" + rule.method + "\", but " +
                                               port.name + " has no such virtual method");
        }
    }
}

void check_wrapped_ports(const std::vector<Port>& ports, const Configuration& configuration) {
    for (const Port& port : ports) {
        for (const Method& method : port.methods) {
            const bool known = method.wrapped_port.empty() ||
                               std::any_of(ports.begin(), ports.end(), [&](const Port& other) {
                                   return other.type == method.wrapped_port && other.eligible();
                               });
            if (known) {
                continue;
            }
            SourcePosition position;
            for (const PortOptions& options : configuration.ports) {
                if (glob_matches(options.port, port.name) && !options.wrap.empty()) {
                    position = options.wrap.front().position;
                }
            }
            throw UserError(position, port.name + "::" + method.name + "() returns " +
                                          method.wrapped_port.substr(2) +
                                          ", which gets no proxy here; select it together with " +
                                          port.name);
        }
    }
}

} // namespace proxima::gen
