#include "analysis/ports/member_use.hpp"

#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "analysis/ports/keyed_tables.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/SaveAndRestore.h>

#include <algorithm>
#include <set>

namespace proxima::gen {
namespace {

// The pattern of an instance of a class template, which has the bodies; else the class itself.
const clang::CXXRecordDecl* pattern_of(const clang::CXXRecordDecl* record) {
    const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
    return (pattern != nullptr ? pattern : record)->getCanonicalDecl();
}

const clang::FieldDecl* pattern_of(const clang::FieldDecl* field) {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(field->getParent());
    const clang::CXXRecordDecl* pattern =
        record == nullptr ? nullptr : record->getTemplateInstantiationPattern();
    if (pattern == nullptr || pattern->getDefinition() == nullptr) {
        return field;
    }
    return *std::next(pattern->getDefinition()->field_begin(), field->getFieldIndex());
}

const clang::FunctionDecl* definition_of(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = function.getTemplateInstantiationPattern();
    definition = definition == nullptr ? &function : definition;
    return definition->isDefined(definition) ? definition : nullptr;
}

// The class that a member belongs to, also from an anonymous union or struct in it.
const clang::CXXRecordDecl* owner_of(const clang::FieldDecl& field) {
    const clang::DeclContext* scope = field.getDeclContext();
    while (llvm::cast<clang::RecordDecl>(scope)->isAnonymousStructOrUnion()) {
        scope = scope->getParent();
    }
    return llvm::dyn_cast<clang::CXXRecordDecl>(scope);
}

// True if a method of `user` with an unknown body may name the data member.
bool may_use(const clang::CXXRecordDecl* user, const clang::FieldDecl& field) {
    const clang::CXXRecordDecl* owner = owner_of(field);
    if (owner == nullptr) {
        return false;
    }
    owner = pattern_of(owner);
    user = pattern_of(user);
    return user == owner ||
           (field.getAccess() != clang::AS_private &&
            (user->isDependentContext() || (user->hasDefinition() && user->isDerivedFrom(owner))));
}

bool has_arrow(const clang::CXXRecordDecl& record) {
    const auto name = record.getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Arrow);
    return record.hasDefinition() &&
           (!record.lookup(name).empty() ||
            llvm::any_of(record.bases(), [](const clang::CXXBaseSpecifier& base) {
                const clang::CXXRecordDecl* of_base = base.getType()->getAsCXXRecordDecl();
                return of_base != nullptr && has_arrow(*of_base);
            }));
}

class MemberSearch {
public:
    explicit MemberSearch(const clang::CXXRecordDecl* of = nullptr) : of_(of) {}

    void follow(const clang::FunctionDecl& function) {
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        const llvm::SaveAndRestore of(of_, method != nullptr ? method->getParent() : of_);
        if (!seen_.insert(function.getCanonicalDecl()).second) {
            return;
        }
        const clang::FunctionDecl* definition = definition_of(function);
        if (definition != nullptr && definition->getBody() != nullptr) {
            visit(*definition->getBody());
        } else if (definition == nullptr || !definition->isDefaulted()) {
            add_unknown(function);
        }
    }

    void visit(const clang::Stmt& statement, Use use = Use::changes) {
        const llvm::SaveAndRestore keyed(keyed_, keyed_ || is_keyed_by_this(statement));
        const llvm::SaveAndRestore value(finds_value_, finds_value_);
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement);
            call != nullptr && is_keyed_by_this(statement)) {
            finds_value_ = call != discarded_ && !call->getType()->isVoidType();
        }
        look_at(statement, use);
    }

    MemberUse take() { return std::move(used_); }

private:
    void look_at(const clang::Stmt& statement, Use use) {
        if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&statement)) {
            use = through(*cast, use);
        } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) {
            name(*member->getMemberDecl(), *member, member->hasQualifier(), use);
            const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl());
            use = method == nullptr ? use : on_object(*method, *member->getBase(), use);
            if (llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreImpCasts())) {
                return;
            }
        } else if (llvm::isa<clang::CXXThisExpr>(statement)) {
            used_.shared = true;
        } else if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(&statement)) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
            used_.shared |= variable != nullptr && variable->hasGlobalStorage() &&
                            clamp(*named, use) == Use::changes;
            note_table(*named->getDecl());
            name(*named->getDecl(), *named, false, Use::changes);
            if (const auto* part = llvm::dyn_cast<clang::BindingDecl>(named->getDecl());
                part != nullptr && part->getBinding() != nullptr) {
                const bool is_copy = !part->getDecomposedDecl()->getType()->isReferenceType();
                visit(*part->getBinding(), is_copy ? Use::reads : use);
            }
        } else if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(&statement)) {
            follow_overloads(*overloads);
        } else if (llvm::isa<clang::CXXDependentScopeMemberExpr>(statement) && of_ != nullptr) {
            add(used_.bodies, of_, Use::changes); // a member of a template or of its base
        } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&statement)) {
            visit_operator(*call, use);
            return;
        } else if (!passes_on(statement)) {
            use = Use::changes;
        }
        const bool is_block = llvm::isa<clang::CompoundStmt>(statement);
        for (const clang::Stmt* child : statement.children()) {
            if (child != nullptr) {
                const auto* expression = llvm::dyn_cast<clang::Expr>(child);
                discarded_ =
                    is_block && expression != nullptr ? expression->IgnoreImplicit() : nullptr;
                visit(*child, use);
            }
        }
    }

    void note_table(const clang::NamedDecl& named) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(&named);
        const clang::FunctionDecl* function = named.getAsFunction();
        if (keyed_ && (function != nullptr ? may_find_state(*function)
                                           : variable != nullptr && variable->hasGlobalStorage() &&
                                                 !variable->getType().isConstQualified() &&
                                                 !variable->isInStdNamespace())) {
            used_.tables[named.getCanonicalDecl()] |= finds_value_;
        }
    }

    void add_unknown(const clang::FunctionDecl& function) {
        if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
            const Use use = method->isStatic()  ? use_of_arguments(*method, *method->getParent())
                            : method->isConst() ? Use::changes_target
                                                : Use::changes;
            add(used_.bodies, method->getParent(), use);
        }
    }

    template <class Map, class Key>
    static void add(Map& map, Key key, Use use) {
        const auto [entry, added] = map.emplace(key, use);
        entry->second = std::max(entry->second, use);
    }

    // The use of the operand of a cast whose result has this use.
    static Use through(const clang::CastExpr& cast, Use use) {
        switch (cast.getCastKind()) {
        case clang::CK_LValueToRValue:
            return refers_to_another(cast.getType()) ? std::min(use, Use::changes_target)
                                                     : Use::reads;
        case clang::CK_PointerToBoolean:
            return Use::reads;
        case clang::CK_NoOp:
            return clamp(cast, use);
        default:
            return use;
        }
    }

    // The use that a constant object permits.
    static Use clamp(const clang::Expr& object, Use use) {
        const clang::QualType type = object.getType();
        if (type->isPointerType() && object.isPRValue()) {
            return refers_to_another(type) ? use : Use::reads;
        }
        if (!type.isConstQualified()) {
            return use;
        }
        return refers_to_another(type) ? std::min(use, Use::changes_target) : Use::reads;
    }

    static bool passes_on(const clang::Stmt& statement) {
        if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&statement)) {
            return unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf;
        }
        return llvm::isa<clang::ParenExpr, clang::ArraySubscriptExpr, clang::ExprWithCleanups,
                         clang::CXXMemberCallExpr, clang::MaterializeTemporaryExpr>(statement);
    }

    // The use of an object on which a method is called.
    static Use on_object(const clang::CXXMethodDecl& method, const clang::Expr& object, Use use) {
        if (!method.isConst()) {
            return Use::changes;
        }
        const clang::QualType type = object.IgnoreParenImpCasts()->getType();
        const clang::QualType target = type->isPointerType() ? type->getPointeeType() : type;
        return refers_to_another(target) ? std::min(use, Use::changes_target) : Use::reads;
    }

    void visit_operator(const clang::CXXOperatorCallExpr& call, Use use) {
        const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getCalleeDecl());
        for (unsigned i = 0; i < call.getNumArgs(); ++i) {
            const clang::Expr& argument = *call.getArg(i);
            visit(argument,
                  i == 0 && method != nullptr ? on_object(*method, argument, use) : Use::changes);
        }
        if (method != nullptr) {
            name(*method, call, false, use);
        }
    }

    void name(const clang::ValueDecl& named, const clang::Expr& expression, bool qualified,
              Use use) {
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&named);
        if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&named)) {
            use = field->getType()->isReferenceType() ? std::min(use, Use::changes_target) : use;
            add(used_.fields, pattern_of(field), clamp(expression, use));
        } else if (method != nullptr && !is_in_std(*method) &&
                   (!method->isVirtual() || qualified || method->hasAttr<clang::FinalAttr>())) {
            follow(*method);
        }
    }

    void follow_overloads(const clang::OverloadExpr& overloads) {
        for (const clang::NamedDecl* candidate : overloads.decls()) {
            note_table(*candidate);
            const auto* method =
                llvm::dyn_cast_or_null<clang::CXXMethodDecl>(candidate->getAsFunction());
            if (method != nullptr && !method->isVirtual()) {
                follow(*method);
            }
        }
    }

    MemberUse used_;
    const clang::CXXRecordDecl* of_; // class of the last method
    std::set<const clang::FunctionDecl*> seen_;
    bool keyed_ = false;       // within a call that gets the object's address
    bool finds_value_ = false; // the value of that call is used
    const clang::Stmt* discarded_ = nullptr;
};

// True if an expression may have another value in the next object.
bool varies(const clang::Stmt* statement, bool parameters_differ) {
    if (statement == nullptr) {
        return false;
    }
    if (const auto* initializer = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement)) {
        return varies(initializer->getExpr(), parameters_differ);
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement);
        member != nullptr && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreImpCasts())) {
        return false;
    }
    if (llvm::isa<clang::CXXThisExpr>(statement)) {
        return true;
    }
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
        return variable != nullptr &&
               (llvm::isa<clang::ParmVarDecl>(variable)
                    ? parameters_differ
                    : variable->hasGlobalStorage() && !variable->getType().isConstQualified());
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
        const clang::FunctionDecl* callee = call->getDirectCallee();
        const bool of_values = call->getNumArgs() > 0 || llvm::isa<clang::CXXMemberCallExpr>(call);
        if (callee == nullptr || !(callee->isConstexpr() || (is_in_std(*callee) && of_values))) {
            return true;
        }
    }
    return llvm::any_of(statement->children(),
                        [=](const clang::Stmt* child) { return varies(child, parameters_differ); });
}

bool allocates(const clang::Stmt* statement) {
    return statement != nullptr && (llvm::isa<clang::CXXNewExpr, clang::CallExpr>(statement) ||
                                    llvm::any_of(statement->children(), allocates));
}

} // namespace

bool refers_to_another(clang::QualType type) {
    if (type->isPointerType() || type->isReferenceType()) {
        return !type->getPointeeType().isConstQualified() &&
               !type->getPointeeType()->isFunctionType();
    }
    const clang::CXXRecordDecl* const record = class_of(type);
    return record != nullptr && has_arrow(*record);
}

std::optional<MemberUse::Found> MemberUse::of(const clang::FieldDecl& field) const {
    std::optional<Found> found;
    if (const auto known = fields.find(pattern_of(&field)); known != fields.end()) {
        found = {known->second, true};
    }
    for (const auto& [record, unlimited] : bodies) {
        if (unlimited == Use::unrelated || !may_use(record, field)) {
            continue;
        }
        const bool other = refers_to_another(field.getType()) || field.getType()->isDependentType();
        const bool changes =
            (unlimited == Use::changes || field.isMutable()) && !field.getType().isConstQualified();
        const Use use = changes                                     ? Use::changes
                        : unlimited >= Use::changes_target && other ? Use::changes_target
                                                                    : Use::reads;
        if (!found || use > found->use) {
            found = {use, false};
        }
    }
    return found;
}

MemberUse members_used(const clang::FunctionDecl& function,
                       const clang::CXXRecordDecl* befriended_by) {
    MemberSearch search(befriended_by);
    search.follow(function);
    return search.take();
}

MemberUse any_use(const clang::FieldDecl& field) {
    return {{{pattern_of(&field), field.getType().isConstQualified() ? Use::reads : Use::changes}}};
}

Use use_of_arguments(const clang::FunctionDecl& function, const clang::CXXRecordDecl& record) {
    Use use = Use::unrelated;
    const auto add = [&](const clang::ValueDecl& given) {
        const clang::QualType type = given.getType()->getPointeeType();
        const auto* taken = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
        if (taken == nullptr ? !type.isNull() && type->isDependentType()
                             : taken->getCanonicalDecl() == record.getCanonicalDecl()) {
            use = std::max(use, type.isConstQualified() ? Use::changes_target : Use::changes);
        }
    };
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
        add(*parameter);
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method != nullptr && !method->isStatic() && method->getParent()->hasDefinition()) {
        for (const clang::FieldDecl* field : method->getParent()->fields()) {
            add(*field); // an object that a nested class or a friend keeps
        }
    }
    return use;
}

MemberUse members_set_apart(const clang::CXXConstructorDecl& constructor, bool parameters_differ) {
    const auto* definition =
        llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(definition_of(constructor));
    if (definition == nullptr || (definition->getBody() == nullptr && !definition->isDefaulted())) {
        return constructor.isUserProvided()
                   ? MemberUse{{}, {{constructor.getParent(), Use::changes}}}
                   : MemberUse{};
    }
    MemberUse apart;
    apart.shared = members_used(*definition, nullptr).shared;
    for (const clang::CXXCtorInitializer* initializer : definition->inits()) {
        const clang::FieldDecl* field = initializer->getAnyMember();
        const clang::Type* base = initializer->getBaseClass();
        const bool differs = varies(initializer->getInit(), parameters_differ);
        if (field != nullptr && (differs || allocates(initializer->getInit()))) {
            apart.fields.emplace(pattern_of(field), differs ? Use::changes : Use::changes_target);
        } else if (differs && base != nullptr && base->getAsCXXRecordDecl() != nullptr) {
            apart.bodies.emplace(base->getAsCXXRecordDecl(), Use::changes);
        }
    }
    if (varies(definition->getBody(), parameters_differ)) {
        MemberSearch search;
        search.visit(*definition->getBody());
        const MemberUse set = search.take();
        apart.fields.insert(set.fields.begin(), set.fields.end());
        apart.bodies.insert(set.bodies.begin(), set.bodies.end());
    }
    return apart;
}

MemberUse members_set_apart(const clang::FieldDecl& initialized) {
    const clang::FieldDecl* field = pattern_of(&initialized);
    const bool is_apart = varies(field->getInClassInitializer(), false);
    return is_apart ? MemberUse{{{field, Use::changes}}} : MemberUse{};
}

} // namespace proxima::gen
