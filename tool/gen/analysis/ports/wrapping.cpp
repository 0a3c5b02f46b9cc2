#include "analysis/ports/wrapping.hpp"

#include "analysis/classes/virtual_methods.hpp"
#include "analysis/types/template_parameters.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace proxima::gen {
namespace {

// A port behind a pointer, a reference or a smart pointer.
struct Referred {
    const clang::CXXRecordDecl* record = nullptr;
    bool by_owner = false;
    bool by_raw_pointer = false;
};

// The class of a smart pointer, or another instance of a class template; else null.
const clang::ClassTemplateSpecializationDecl* instance_behind(clang::QualType type) {
    return llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
        type.getNonReferenceType()->getAsCXXRecordDecl());
}

Referred referred_port(clang::QualType type) {
    const clang::CXXRecordDecl* pointee = type->getPointeeCXXRecordDecl();
    const bool polymorphic =
        pointee != nullptr && pointee->hasDefinition() && pointee->isPolymorphic();
    if (type->isPointerType() || (type->isReferenceType() && polymorphic)) {
        return {pointee, false, type->isPointerType()};
    }
    const auto* smart = instance_behind(type);
    if (smart == nullptr || smart->getTemplateArgs().size() == 0 ||
        smart->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type) {
        return {};
    }
    return {smart->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl(), true};
}

// False for a unique_ptr with its own deleter. A shared_ptr keeps its deleter inside, where a proxy
// does not touch it.
bool deletes_by_default(clang::QualType type) {
    const auto* smart = instance_behind(type);
    if (smart == nullptr || smart->getName() != "unique_ptr" ||
        smart->getTemplateArgs().size() < 2) {
        return true;
    }
    const clang::CXXRecordDecl* deleter =
        smart->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
    return deleter != nullptr && deleter->getName() == "default_delete" &&
           deleter->isInStdNamespace();
}

bool has_virtual_destructor(const clang::CXXRecordDecl& record) {
    const clang::CXXDestructorDecl* destructor = record.getDestructor();
    return destructor != nullptr && destructor->isVirtual();
}

class WrapMarker {
public:
    WrapMarker(const clang::CXXRecordDecl& record, const WrapRule& rule, PortClass& port)
        : printer_(record.getASTContext()), rule_(&rule), port_(&port) {
        const std::size_t dot = rule.method.find('.');
        method_ = rule.method.substr(0, dot);
        argument_ = dot == std::string::npos ? "" : rule.method.substr(dot + 1);
    }

    // Marks the method, which was read from `source`, if the rule names it.
    void mark(const VirtualMethod& source, PortMethod& method) {
        const clang::CXXMethodDecl& declaration = *source.declaration;
        const bool forwarded = method.parameters.size() == declaration.getNumParams() &&
                               method.treatment != Treatment::deleted;
        if (!forwarded || !base::matches_glob(method_, declaration.getNameAsString())) {
            return;
        }
        if (argument_.empty()) {
            method.wrapped = wrapped(declaration.getReturnType(), "what it returns");
            return;
        }
        for (unsigned i = 0; i < method.parameters.size(); ++i) {
            MethodParameter& parameter = method.parameters[i];
            if (base::matches_glob(argument_, parameter.name)) {
                parameter.wrapped = wrapped(declaration.getParamDecl(i)->getType(),
                                            "its argument " + parameter.name);
            }
        }
    }

    void check_matched() const {
        if (!matched_) {
            throw base::Error(rule_->position,
                              "\"wrap\" names \"" + rule_->method + "\", but " + port_->name +
                                  (argument_.empty()
                                       ? " has no such virtual method"
                                       : " has no virtual method with such an argument"));
        }
    }

private:
    WrappedPort wrapped(clang::QualType type, const std::string& what) {
        matched_ = true;
        Referred referred = referred_port(type);
        const std::string where = port_->name + "::" + method_ + "(): " + what;
        if (referred.record == nullptr) {
            throw base::Error(rule_->position,
                              where + " is not a pointer, reference or smart pointer to a port, so "
                                      "there is nothing to wrap");
        }
        if (referred.record->getDefinition() == nullptr) {
            throw base::Error(rule_->position,
                              where + " is of the class " +
                                  referred.record->getQualifiedNameAsString() +
                                  ", which is only declared here; name the header that defines it "
                                  "with --prelude");
        }
        if (rule_->pointer != WrapRule::Pointer::unsaid && !referred.by_raw_pointer) {
            throw base::Error(rule_->position, where +
                                                   " is not a raw pointer, so its type says who "
                                                   "owns it; write \"" +
                                                   rule_->method + "\"");
        }
        if (rule_->pointer == WrapRule::Pointer::unsaid && referred.by_raw_pointer &&
            argument_.empty()) {
            throw base::Error(rule_->position,
                              where + " is a raw pointer; write {\"owned\": \"" + rule_->method +
                                  "\"} when the caller deletes it, {\"borrowed\": \"" +
                                  rule_->method + "\"} when not");
        }
        if (argument_.empty() && referred.by_owner && type->isReferenceType()) {
            throw base::Error(rule_->position,
                              where +
                                  " is a reference to a smart pointer, which cannot point to a new "
                                  "proxy; leave it out of \"wrap\", and " +
                                  in_place_advice(referred.record->getQualifiedNameAsString()));
        }
        referred.by_owner |= rule_->pointer == WrapRule::Pointer::owned;
        if (referred.by_owner && !deletes_by_default(type)) {
            throw base::Error(rule_->position,
                              where +
                                  " is owned by a smart pointer with a deleter of its own, which "
                                  "must not be handed a proxy");
        }
        if (referred.by_owner && !has_virtual_destructor(*referred.record->getDefinition())) {
            throw base::Error(
                rule_->position,
                where + " is deleted by its owner, but " +
                    referred.record->getQualifiedNameAsString() +
                    " has no virtual destructor: a proxy in its place could not be deleted");
        }
        return {printer_.qualified_name(*referred.record), referred.by_owner};
    }

    TypePrinter printer_;
    const WrapRule* rule_;
    PortClass* port_;
    std::string method_;
    std::string argument_;
    bool matched_ = false;
};

void check_has_proxy(const PortClass& port, const PortMethod& method, const std::string& wrapped,
                     const std::vector<PortClass>& ports,
                     const GeneratorConfiguration& configuration) {
    const bool known =
        wrapped.empty() || std::any_of(ports.begin(), ports.end(), [&](const PortClass& other) {
            return other.type == wrapped && other.eligible() && !other.in_place;
        });
    if (known) {
        return;
    }
    SourcePosition position;
    for (const PortOptions& options : configuration.ports) {
        if (names_port(options.port, port) && !options.wrap.empty()) {
            position = options.wrap.front().position;
        }
    }
    throw base::Error(position, port.name + "::" + method.name + "() uses " + wrapped.substr(2) +
                                    ", which gets no proxy here; select it together with " +
                                    port.name);
}

} // namespace

void mark_wrapped_ports(const clang::CXXRecordDecl& record, const PortOptions& options,
                        PortClass& port) {
    const std::vector<VirtualMethod> declarations = virtual_methods(record, printer_for(record));
    for (const WrapRule& rule : options.wrap) {
        WrapMarker marker(record, rule, port);
        for (std::size_t i = 0; i < declarations.size() && i < port.methods.size(); ++i) {
            marker.mark(declarations[i], port.methods[i]);
        }
        marker.check_matched();
    }
}

void check_wrapped_ports(const std::vector<PortClass>& ports,
                         const GeneratorConfiguration& configuration) {
    for (const PortClass& port : ports) {
        for (const PortMethod& method : port.methods) {
            check_has_proxy(port, method, method.wrapped.type, ports, configuration);
            for (const MethodParameter& parameter : method.parameters) {
                check_has_proxy(port, method, parameter.wrapped.type, ports, configuration);
            }
        }
    }
}

} // namespace proxima::gen
