#include "analysis/ports/port_reader.hpp"

#include "analysis/classes/virtual_methods.hpp"
#include "analysis/methods/method_reader.hpp"
#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "analysis/ports/own_state.hpp"
#include "analysis/types/template_parameters.hpp"
#include "analysis/types/type_printer.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace proxima::gen {
namespace {

std::string identifier_from(const std::string& name) {
    std::string identifier;
    for (const char c : name) {
        const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (letter) {
            identifier += c;
        } else if (!identifier.empty() && identifier.back() != '_') {
            identifier += '_';
        }
    }
    while (!identifier.empty() && identifier.back() == '_') {
        identifier.pop_back();
    }
    if (identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier.front())) != 0) {
        identifier.insert(0, "port_");
    }
    return identifier;
}

// Adds a prefix to a name that became a keyword or a macro when it lost its underscores.
std::string port_identifier(const std::string& name, const clang::ASTContext& context) {
    const std::string identifier = identifier_from(name);
    const clang::IdentifierInfo& word = context.Idents.get(identifier);
    return word.isKeyword(context.getLangOpts()) || word.hasMacroDefinition() ? "port_" + identifier
                                                                              : identifier;
}

// `operator_PlusEqual`, as Clang names it.
std::string operator_name(clang::OverloadedOperatorKind kind) {
    static constexpr const char* names[] = {
        "",
#define OVERLOADED_OPERATOR(name, spelling, token, unary, binary, member) "operator_" #name,
#include <clang/Basic/OperatorKinds.def>
    };
    return names[kind];
}

// Gives methods their identifiers in the Mastermind: their names, numbered if overloaded.
void name_methods(const std::vector<VirtualMethod>& sources, std::vector<PortMethod>& methods) {
    std::set<std::string> taken{"proxima_port", "proxima_methods"};
    for (std::size_t i = 0; i < methods.size(); ++i) {
        const clang::CXXMethodDecl& declaration = *sources[i].declaration;
        const std::string name =
            methods[i].conversion ? identifier_from(methods[i].name) : methods[i].name;
        methods[i].identifier = make_unique(declaration.isOverloadedOperator()
                                                ? operator_name(declaration.getOverloadedOperator())
                                                : name,
                                            taken);
    }
}

void refuse(PortClass& port, const clang::Decl& culprit, const std::string& reason) {
    port.refuse(reason, position_of(culprit));
}

void check_place(const clang::CXXRecordDecl& record, PortClass& port) {
    for (const clang::Decl* at = &record; at != nullptr;
         at = llvm::dyn_cast<clang::Decl>(at->getDeclContext())) {
        if (at->getAccess() == clang::AS_protected || at->getAccess() == clang::AS_private) {
            refuse(port, *at,
                   "it is a non-public member of another class, so a proxy cannot name it");
        }
        if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
            space != nullptr && space->isAnonymousNamespace()) {
            refuse(port, record,
                   "it lies in an anonymous namespace, so it is a different class in every "
                   "translation unit");
        }
        if (at->getDeclContext() == nullptr) {
            break;
        }
        if (at->getDeclContext()->isFunctionOrMethod()) {
            refuse(port, record, "it is local to a function, so a proxy cannot name it");
        }
    }
}

bool callable_from_derived(const clang::CXXMethodDecl* method) {
    return method != nullptr && !method->isDeleted() && method->getAccess() != clang::AS_private;
}

bool has_other_constructor(const clang::CXXRecordDecl& record) {
    return llvm::any_of(record.decls(), [](const clang::Decl* member) {
        const clang::FunctionDecl* function = member->getAsFunction();
        const auto* constructor = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(function);
        return constructor != nullptr && !constructor->isCopyOrMoveConstructor() &&
               callable_from_derived(constructor);
    });
}

bool configured(const PortClass& port, const std::string& type) {
    return llvm::any_of(port.base_initializers, [&](const BaseInitializer& initializer) {
        return initializer.type == type;
    });
}

// Looks constructors up in a complete class; a template's pattern has declared ones only.
bool default_constructible_base(clang::Sema& sema, clang::CXXRecordDecl& record) {
    if (record.isDependentContext()) {
        return !record.hasUserDeclaredConstructor() ||
               llvm::any_of(record.ctors(), [](const clang::CXXConstructorDecl* constructor) {
                   return constructor->isDefaultConstructor() && callable_from_derived(constructor);
               });
    }
    return callable_from_derived(sema.LookupDefaultConstructor(&record));
}

void check_derivation(clang::Sema& sema, clang::CXXRecordDecl& record, PortClass& port) {
    if (record.hasAttr<clang::FinalAttr>()) {
        refuse(port, record, "it is final, so nothing can derive from it");
        return;
    }
    const clang::CXXDestructorDecl* destructor =
        record.isDependentContext() ? record.getDestructor() : sema.LookupDestructor(&record);
    if (destructor != nullptr && destructor->hasAttr<clang::FinalAttr>()) {
        refuse(port, *destructor, "its destructor is final, so nothing can derive from it");
    }
    if (destructor != nullptr && !callable_from_derived(destructor)) {
        refuse(port, *destructor,
               std::string("its destructor is ") +
                   (destructor->isDeleted() ? "deleted" : "private"));
    }
}

void check_construction(clang::Sema& sema, const TypePrinter& printer, clang::CXXRecordDecl& record,
                        PortClass& port) {
    check_derivation(sema, record, port);
    if (record.hasAttr<clang::FinalAttr>()) {
        return;
    }
    if (!configured(port, port.type) && !default_constructible_base(sema, record)) {
        port.forwards_constructors = true;
        if (!has_other_constructor(record)) {
            refuse(port, record, "it has no constructor that a derived class can call");
        }
    }
    for (const clang::CXXBaseSpecifier& base : record.vbases()) {
        clang::CXXRecordDecl* virtual_base = base.getType()->getAsCXXRecordDecl();
        if (virtual_base == nullptr || virtual_base->isDependentContext()) {
            continue;
        }
        const std::string type = printer.print(base.getType().getCanonicalType());
        if (!configured(port, type) && !default_constructible_base(sema, *virtual_base)) {
            refuse(port, record,
                   "its virtual base " + type.substr(2) +
                       " has no default constructor; give its arguments in the configuration: "
                       "\"ports\": {\"" +
                       port.name + "\": {\"construct\": {\"" + type.substr(2) + "\": \"...\"}}}");
        }
    }
}

void read_methods(clang::Sema& sema, const std::vector<VirtualMethod>& methods, PortClass& port) {
    const MethodContext context{&sema, port.is_template(), port.in_place,
                                !port.in_place || port.derivable};
    for (const VirtualMethod& virtual_method : methods) {
        PortMethod method = read_method(virtual_method, context);
        if (method.treatment == Treatment::refused) {
            refuse(port, *virtual_method.declaration, method.name + "() " + method.reason);
        }
        port.methods.push_back(std::move(method));
    }
    name_methods(methods, port.methods);
}

} // namespace

PortClass read_class(clang::Sema& sema, const GeneratorConfiguration& configuration,
                     const clang::CXXRecordDecl& record, const std::vector<std::string>& aliases) {
    const clang::ClassTemplateDecl* pattern = record.getDescribedClassTemplate();
    const TypePrinter printer = printer_for(record);
    PortClass port;
    port.name = record.getQualifiedNameAsString();
    port.aliases = aliases;
    port.position = position_of(record);
    check_place(record, port);
    try {
        port.type = printer.qualified_name(record);
        port.name = port.type.substr(2);
        port.identifier = port_identifier(port.name, record.getASTContext());
        if (pattern != nullptr) {
            port.name = pattern->getQualifiedNameAsString();
            port.identifier = port_identifier(port.name, record.getASTContext());
            port.template_parameters = template_parameters(*pattern, printer);
        }
        const PortOptions* options = options_for(configuration, port);
        if (options != nullptr) {
            port.initialize = options->initialize;
            for (BaseInitializer initializer : options->construct) {
                initializer.type =
                    initializer.type.starts_with("::") ? initializer.type : "::" + initializer.type;
                port.base_initializers.push_back(std::move(initializer));
            }
            port.in_place = options->in_place;
        }
        auto& definition = const_cast<clang::CXXRecordDecl&>(record);
        const std::vector<VirtualMethod> methods = virtual_methods(record, printer);
        if (port.in_place) {
            PortClass trial;
            check_derivation(sema, definition, trial);
            port.derivable = trial.eligible();
            read_methods(sema, methods, port);
        } else {
            check_construction(sema, printer, definition, port);
            read_methods(sema, methods, port);
            if (!methods.empty()) {
                read_own_state(ancestors(record, printer), methods, options, port);
            }
        }
    } catch (const UnprintableType& unprintable) {
        refuse(port, record, unprintable.what());
    }
    return port;
}

} // namespace proxima::gen
