#include "analysis/methods/default_parameters.hpp"

#include "analysis/parse/translation_unit.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace proxima::gen {
namespace {

constexpr std::uint64_t widest_integer = 64;

std::string name_for_people(clang::QualType type, const clang::ASTContext& context) {
    clang::PrintingPolicy policy(context.getLangOpts());
    policy.adjustForCPlusPlus();
    return type.getNonReferenceType().getUnqualifiedType().getAsString(policy);
}

// Enumerators with values; empty for an enumeration in a class template, whose values Clang
// computes for instances only.
std::vector<EnumValue> constants_of(const clang::EnumDecl& declaration) {
    std::vector<EnumValue> constants;
    const clang::EnumDecl* definition = declaration.getDefinition();
    if (definition != nullptr && !definition->isDependentContext()) {
        for (const clang::EnumConstantDecl* constant : definition->enumerators()) {
            // Two's complement, as the runtime stores an enumeration's value.
            const auto value = static_cast<std::int64_t>(
                constant->getInitVal().extOrTrunc(widest_integer).getZExtValue());
            constants.push_back({constant->getNameAsString(), value});
        }
    }
    return constants;
}

// Classes that a search has seen: a template may be its own base, with other arguments.
using Seen = std::set<const clang::CXXRecordDecl*>;

// Looks `name` up in the class, its template's pattern when it is not instantiated, and their
// bases.
const clang::NamedDecl* find_member(const clang::CXXRecordDecl& record, const std::string& name,
                                    Seen seen = {}) {
    const clang::CXXRecordDecl* definition = record.getDefinition();
    if (definition == nullptr) {
        definition = record.getTemplateInstantiationPattern();
    }
    if (definition == nullptr) {
        if (const auto* specialization =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)) {
            definition =
                specialization->getSpecializedTemplate()->getTemplatedDecl()->getDefinition();
        }
    }
    if (definition == nullptr || !seen.insert(definition).second) {
        return nullptr;
    }
    const auto& identifier = record.getASTContext().Idents.get(name);
    for (const clang::NamedDecl* member : definition->lookup(&identifier)) {
        return member->getUnderlyingDecl();
    }
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
        const clang::CXXRecordDecl* parent = class_of(base.getType());
        if (const auto* member = parent == nullptr ? nullptr : find_member(*parent, name, seen)) {
            return member;
        }
    }
    return nullptr;
}

bool knows_all_bases(const clang::CXXRecordDecl& record, Seen seen = {}) {
    const clang::CXXRecordDecl* definition = record.getDefinition();
    return definition != nullptr &&
           (!seen.insert(definition).second ||
            llvm::all_of(definition->bases(), [&](const clang::CXXBaseSpecifier& base) {
                const clang::CXXRecordDecl* parent = class_of(base.getType());
                return parent != nullptr && knows_all_bases(*parent, seen);
            }));
}

// True if the type can be completed here. A template instance with missing parts is invalid.
bool is_complete(clang::QualType type, clang::Sema& sema) {
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record == nullptr ||
           (sema.isCompleteType(record->getLocation(), type) && !record->isInvalidDecl());
}

// True if the template arguments are complete; containers compute their size from their elements'.
bool has_complete_elements(const clang::CXXRecordDecl& record, clang::Sema& sema) {
    const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    return instance == nullptr ||
           llvm::all_of(instance->getTemplateArgs().asArray(), [&](const auto& argument) {
               return argument.getKind() != clang::TemplateArgument::Type ||
                      is_complete(argument.getAsType(), sema);
           });
}

// The public `size() const` of a class with elements; else null. A base may declare these, so its
// elements must be complete as well.
const clang::CXXMethodDecl* size_of_container(clang::QualType type, clang::Sema& sema) {
    const clang::CXXRecordDecl* record = class_of(type);
    if (record == nullptr) {
        return nullptr;
    }
    const auto* size = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(find_member(*record, "size"));
    if (size != nullptr && !has_complete_elements(*size->getParent(), sema)) {
        return nullptr;
    }
    const bool callable = size != nullptr && size->isConst() &&
                          size->getAccess() == clang::AS_public && size->getNumParams() == 0 &&
                          !size->isVirtual();
    const bool has_elements =
        find_member(*record, "begin") != nullptr || find_member(*record, "data") != nullptr;
    return callable && has_elements ? size : nullptr;
}

// True if the method's header says so: pattern instances may have no specification yet.
bool is_noexcept(const clang::CXXMethodDecl& method) {
    const auto* type = method.getType()->castAs<clang::FunctionProtoType>();
    return type->getExceptionSpecType() == clang::EST_BasicNoexcept ||
           type->getExceptionSpecType() == clang::EST_NoexceptTrue;
}

// True if the method may write what the argument refers to.
bool may_be_written(clang::QualType type) {
    return type->isLValueReferenceType() && !type->getPointeeType().isConstQualified();
}

// The last word of `tree_id`, `userId` or `id_`, in lower case.
std::string last_word(llvm::StringRef name) {
    name = name.rtrim('_');
    std::size_t begin = name.size();
    while (
        begin > 0 && name[begin - 1] != '_' &&
        (begin == name.size() || !llvm::isUpper(name[begin]) || !llvm::isLower(name[begin - 1]))) {
        --begin;
    }
    return name.substr(begin).lower();
}

// True if the documentation of the method says `@param[out] name`.
bool is_documented_output(const clang::FunctionDecl& method, const std::string& name) {
    const clang::ASTContext& context = method.getASTContext();
    const clang::RawComment* comment = context.getRawCommentForDeclNoCache(&method);
    if (comment == nullptr) {
        return false;
    }
    const llvm::StringRef text = comment->getRawText(context.getSourceManager());
    constexpr llvm::StringRef command = "param[out]";
    for (std::size_t at = text.find(command); at != llvm::StringRef::npos;
         at = text.find(command, at + 1)) {
        const llvm::StringRef behind = text.substr(at + command.size()).ltrim();
        if (behind.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }) == name) {
            return true;
        }
    }
    return false;
}

// True for a container that the method only fills, by its documentation or by the last word of its
// name: it tells a size when the call has returned.
bool is_only_filled(const clang::FunctionDecl& method, const std::string& name) {
    static constexpr std::array<std::string_view, 8> words{
        "out", "output", "outputs", "result", "results", "dst", "dest", "destination"};
    return llvm::is_contained(words, last_word(name)) || is_documented_output(method, name);
}

// True for a number that only names something: its name ends in id, handle, ... as a word, or its
// type is that of an address, a process or a thread.
bool is_identifier(const std::string& name, clang::QualType type) {
    static constexpr std::array<std::string_view, 10> words{
        "id", "handle", "fd", "descriptor", "address", "addr", "hash", "tag", "cookie", "uid"};
    static constexpr std::array<std::string_view, 6> types{"uintptr_t", "intptr_t", "pid_t",
                                                           "pthread_t", "uid_t",    "gid_t"};
    const std::string spelt = type.getNonReferenceType().getUnqualifiedType().getAsString();
    const std::string_view unscoped = std::string_view(spelt).substr(spelt.rfind(':') + 1);
    if (llvm::is_contained(types, unscoped)) {
        return true;
    }
    return llvm::is_contained(words, last_word(name));
}

// True for char, whose sign depends on the target and on flags.
bool is_plain_char(clang::QualType type) {
    return type->isSpecificBuiltinType(clang::BuiltinType::Char_S) ||
           type->isSpecificBuiltinType(clang::BuiltinType::Char_U);
}

// True for strings: as arguments they mostly name something, and their length tells no cost.
bool is_text(clang::QualType type, const clang::ASTContext& context) {
    RecordedParameter parameter;
    return classify_value(type, context, parameter) && parameter.kind == ParameterKind::text;
}

RecordedParameter default_parameter(const std::string& argument, const std::string& suffix) {
    RecordedParameter parameter;
    parameter.name = argument + suffix;
    parameter.expression = argument + (suffix.empty() ? "" : suffix + "()");
    parameter.arguments = {argument};
    return parameter;
}

} // namespace

const clang::CXXRecordDecl* class_without(clang::QualType type, const std::string& name) {
    const clang::CXXRecordDecl* record = class_of(type);
    const bool without =
        record != nullptr && knows_all_bases(*record) && find_member(*record, name) == nullptr;
    return without ? record : nullptr;
}

bool classify_value(clang::QualType type, const clang::ASTContext& context,
                    RecordedParameter& parameter) {
    const clang::QualType value =
        type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    const auto* enumeration = value->getAs<clang::EnumType>();
    if ((value->isDependentType() && enumeration == nullptr) ||
        type.getNonReferenceType().isVolatileQualified()) {
        return false;
    }
    parameter.cpp_type = name_for_people(type, context);
    if (enumeration != nullptr) {
        parameter.kind = ParameterKind::enumeration;
        parameter.constants = constants_of(*enumeration->getDecl());
    } else if (value->isBooleanType()) {
        parameter.kind = ParameterKind::boolean;
    } else if (value->isIntegerType() && value->isBuiltinType()) {
        if (context.getTypeSize(value) > widest_integer) {
            return false;
        }
        parameter.kind = value->isUnsignedIntegerType() ? ParameterKind::unsigned_integer
                                                        : ParameterKind::integer;
    } else if (value->isRealFloatingType()) {
        parameter.kind = ParameterKind::floating;
    } else if (value->isPointerType() && is_plain_char(value->getPointeeType())) {
        parameter.kind = ParameterKind::text;
    } else {
        const clang::CXXRecordDecl* record = value->getAsCXXRecordDecl();
        if (record == nullptr || !record->isInStdNamespace() ||
            (record->getName() != "basic_string" && record->getName() != "basic_string_view")) {
            return false;
        }
        parameter.kind = ParameterKind::text;
    }
    return true;
}

std::vector<RecordedParameter> default_parameters(const clang::FunctionDecl& function,
                                                  const std::vector<std::string>& names,
                                                  clang::Sema& sema) {
    const clang::ASTContext& context = function.getASTContext();
    std::vector<RecordedParameter> recorded;
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
        const clang::QualType type = function.getParamDecl(i)->getType();
        const std::string& name = names.at(i);
        if (type.getNonReferenceType()->isScalarType()) {
            RecordedParameter parameter = default_parameter(name, "");
            const bool text = type.getNonReferenceType()->isPointerType();
            if (!text && !may_be_written(type) && !is_identifier(name, type) &&
                classify_value(type, context, parameter)) {
                recorded.push_back(std::move(parameter));
            }
            continue;
        }
        const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
        if (is_text(type, context) ||
            (record != nullptr && !has_complete_elements(*record, sema))) {
            continue;
        }
        if (const auto* size = size_of_container(type.getNonReferenceType(), sema)) {
            RecordedParameter parameter = default_parameter(name, ".size");
            parameter.after = may_be_written(type) && is_only_filled(function, name);
            parameter.may_fail = !is_noexcept(*size);
            if (type->isDependentType()) {
                parameter.kind = ParameterKind::unsigned_integer;
                parameter.cpp_type = "std::size_t";
            }
            recorded.push_back(std::move(parameter));
        }
    }
    return recorded;
}

} // namespace proxima::gen
