#include "analysis/ports/own_state.hpp"

#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/translation_unit.hpp"

#include <proxima/base/text.hpp>

#include <clang/AST/Attr.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace proxima::gen {
namespace {

// The data members of its own object that a method reads or writes.
struct MembersUsed {
    std::map<std::string, const clang::FieldDecl*> fields; // keyed by name
    bool unknown = false; // a body is not in the header, or passes the object on

    bool none() const { return fields.empty() && !unknown; }
};

class MemberSearch {
public:
    void follow(const clang::CXXMethodDecl& method) {
        if (!seen_.insert(method.getCanonicalDecl()).second) {
            return;
        }
        const clang::FunctionDecl* definition = method.getTemplateInstantiationPattern();
        definition = definition == nullptr ? &method : definition;
        if (definition->isDefined(definition) && definition->getBody() != nullptr) {
            visit(*definition->getBody());
        } else if (!definition->isDefaulted()) {
            used_.unknown = true;
        }
    }

    MembersUsed take() { return std::move(used_); }

private:
    void visit(const clang::Stmt& statement) {
        const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement);
        if (member != nullptr && is_own(*member->getBase())) {
            use(*member);
            return;
        }
        if (llvm::isa<clang::CXXThisExpr>(statement)) {
            used_.unknown = true;
        }
        for (const clang::Stmt* child : statement.children()) {
            if (child != nullptr) {
                visit(*child);
            }
        }
    }

    // The object itself, or an anonymous union or struct in it.
    static bool is_own(const clang::Expr& object) {
        const clang::Expr* plain = object.IgnoreParenImpCasts();
        const auto* member = llvm::dyn_cast<clang::MemberExpr>(plain);
        return llvm::isa<clang::CXXThisExpr>(plain) ||
               (member != nullptr && member->getMemberDecl()->getDeclName().isEmpty() &&
                is_own(*member->getBase()));
    }

    void use(const clang::MemberExpr& member) {
        const clang::ValueDecl* named = member.getMemberDecl();
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(named);
        if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(named)) {
            used_.fields.emplace(field->getNameAsString(), field);
        } else if (method != nullptr && !method->isStatic() &&
                   (!method->isVirtual() || member.hasQualifier() ||
                    method->hasAttr<clang::FinalAttr>())) {
            follow(*method);
        }
    }

    MembersUsed used_;
    std::set<const clang::CXXMethodDecl*> seen_;
};

// Looks through the non-virtual methods that `method` calls on its own object; virtual ones may be
// overridden.
MembersUsed members_used(const clang::CXXMethodDecl& method) {
    MemberSearch walk;
    walk.follow(method);
    return walk.take();
}

bool acts_on_own_state(const clang::CXXMethodDecl& method) {
    return method.isUserProvided() && !method.isStatic() && !method.isVirtual() &&
           !llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) &&
           !method.isCopyAssignmentOperator() && !method.isMoveAssignmentOperator();
}

// The pattern of an instance of a class template, which has the bodies; else the class itself.
const clang::CXXRecordDecl* pattern_of(const clang::CXXRecordDecl* record) {
    const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
    return pattern != nullptr ? pattern : record;
}

// True if a method of `user` with an unknown body may name the data member.
bool may_use(const clang::CXXRecordDecl* user, const clang::FieldDecl& field) {
    const clang::DeclContext* scope = field.getDeclContext();
    while (llvm::cast<clang::RecordDecl>(scope)->isAnonymousStructOrUnion()) {
        scope = scope->getParent();
    }
    const auto* owner = pattern_of(llvm::cast<clang::CXXRecordDecl>(scope));
    user = pattern_of(user);
    return user == owner || (field.getAccess() != clang::AS_private &&
                             (user->isDependentContext() || user->isDerivedFrom(owner)));
}

std::vector<std::string> names_of(const MembersUsed& used) {
    std::vector<std::string> names;
    for (const auto& [name, field] : used.fields) {
        names.push_back(name);
    }
    return names;
}

// Finds methods and members that act on the proxy's own object and may differ from the target's.
class OwnState {
public:
    OwnState(const std::vector<Ancestor>& classes, const PortOptions* options, PortClass& port)
        : options_(options), port_(&port) {
        for (const Ancestor& ancestor : llvm::reverse(classes)) {
            public_ = ancestor.access == clang::AS_public;
            std::for_each(ancestor.record->decls_begin(), ancestor.record->decls_end(),
                          [&](const clang::Decl* member) { read_method(*member); });
            read_friends(*ancestor.record);
        }
        for (const Ancestor& ancestor : llvm::reverse(classes)) {
            public_ = ancestor.access == clang::AS_public;
            std::for_each(ancestor.record->field_begin(), ancestor.record->field_end(),
                          [&](const clang::FieldDecl* field) { read_member(*field); });
        }
    }

    void check(const VirtualMethod& source, const PortMethod& method) {
        if (method.treatment == Treatment::kept) {
            check_kept(source, method);
        } else if (method.treatment != Treatment::deleted) {
            check_forwarded(source, method);
        }
    }

    void refuse() {
        if (port_->eligible() && !problem_.empty()) {
            port_->refusal = problem_ + "; " + in_place_advice(port_->name) +
                             "; or, if that is meant: \"ports\": {\"" + port_->name +
                             "\": {\"accept\": [\"" + llvm::join(to_accept_, "\", \"") + "\"]}}";
            port_->refusal_position = problem_position_;
        }
    }

private:
    // Public methods and member templates that are not virtual.
    void read_method(const clang::Decl& member) {
        const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(&member);
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(
            pattern != nullptr ? pattern->getTemplatedDecl() : &member);
        if (method == nullptr || !public_ || member.getAccess() != clang::AS_public ||
            !acts_on_own_state(*method)) {
            return;
        }
        const MembersUsed used = members_used(*method);
        if (used.none()) {
            return;
        }
        const std::string name = method->getNameAsString() + "()";
        note(name, "not virtual, so it acts on the proxy's own base object", *method);
        for (const std::string& one : names_of(used)) {
            own_users_.emplace(one, name);
        }
        if (used.unknown) {
            unknown_users_.emplace_back(method->getParent(), name);
        }
    }

    // Checks protected members: a friend uses those of the proxy, implementations the target's.
    void read_friends(const clang::CXXRecordDecl& record) {
        if (!record.hasFriends() || record.field_empty()) {
            return;
        }
        const std::string name = friend_name(**record.friend_begin());
        for (const clang::Decl* member : record.decls()) {
            if (member->getAccess() == clang::AS_protected) {
                check_protected(*member, name);
            }
        }
    }

    static std::string friend_name(const clang::FriendDecl& declared) {
        if (const clang::TypeSourceInfo* type = declared.getFriendType()) {
            const auto* record = type->getType()->getAsCXXRecordDecl();
            return record != nullptr ? record->getQualifiedNameAsString()
                                     : type->getType().getAsString();
        }
        const auto* named = declared.getFriendDecl();
        return named == nullptr ? "friend" : named->getQualifiedNameAsString() + "()";
    }

    void check_protected(const clang::Decl& member, const std::string& friend_name) {
        const std::string problem = " of the target, but the friend " + friend_name +
                                    " acts on the proxy's own base object";
        if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&member)) {
            report(field->getNameAsString(),
                   "implementations use " + field->getNameAsString() + problem,
                   position_of(member));
        }
        const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&member);
        if (method != nullptr && acts_on_own_state(*method) && !members_used(*method).none()) {
            report(method->getNameAsString(),
                   "implementations call " + method->getNameAsString() + "()" + problem,
                   position_of(member));
        }
    }

    void read_member(const clang::FieldDecl& field) {
        fields_.push_back(&field);
        if (!public_ || field.getAccess() != clang::AS_public) {
            return;
        }
        if (field.isAnonymousStructOrUnion()) {
            read_anonymous(field);
        } else if (field.getIdentifier() != nullptr) {
            const std::string name = field.getNameAsString();
            const clang::QualType type = field.getType();
            if (options_ != nullptr && options_->copy_members && !type.isConstQualified() &&
                !type->isReferenceType()) {
                port_->copied_members.push_back({name, type->isArrayType()});
            } else {
                note(name, "a data member; the proxy has its own", field);
                own_users_.emplace(name, "all who use it");
            }
        }
    }

    // Notes the members of an anonymous union or struct. A copy would have to know which member of
    // a union is in use.
    void read_anonymous(const clang::FieldDecl& field) {
        for (const clang::FieldDecl* inner : field.getType()->getAsCXXRecordDecl()->fields()) {
            if (inner->isAnonymousStructOrUnion()) {
                read_anonymous(*inner);
            } else if (inner->getIdentifier() != nullptr) {
                note(inner->getNameAsString(),
                     "a data member in an anonymous union or struct; the proxy has its own",
                     *inner);
            }
        }
    }

    void note(const std::string& name, const std::string& text, const clang::Decl& where) {
        const std::string plain = name.substr(0, name.find("()"));
        port_->notes.push_back(
            {name + ": " + text, position_of(where), is_accepted(plain) ? "" : name});
    }

    void check_kept(const VirtualMethod& source, const PortMethod& method) {
        const std::string name = method.name + "()";
        port_->notes.push_back({name + ": " + method.reason, method.position, {}});
        if (!source.declaration->hasAttr<clang::FinalAttr>()) {
            report(method.name, name + " is not forwarded: " + method.reason, method.position);
            return;
        }
        const MembersUsed used = members_used(*source.declaration);
        const bool may_use_some =
            used.unknown &&
            std::any_of(fields_.begin(), fields_.end(), [&](const clang::FieldDecl* field) {
                return may_use(source.declaration->getParent(), *field);
            });
        if (!used.fields.empty()) {
            report(method.name,
                   name + " is final and uses " + llvm::join(names_of(used), ", ") +
                       " of the proxy's own base object",
                   method.position);
        } else if (may_use_some) {
            report(method.name,
                   name + " is final, and without its body in the header it may use data members "
                          "of the proxy's own base object",
                   method.position);
        }
    }

    // Reports data members that a virtual method uses in the target and others use in the proxy.
    void check_forwarded(const VirtualMethod& source, const PortMethod& method) {
        if (is_pure(*source.declaration)) {
            return;
        }
        for (const auto& [name, field] : members_used(*source.declaration).fields) {
            const std::string user = own_user(name, *field);
            if (!user.empty()) {
                report(name,
                       name + " is used by " + method.name + "() in the target, but by " + user +
                           " in the proxy's own base object",
                       method.position);
            }
        }
    }

    // The user of the proxy's own data member; empty when unused.
    std::string own_user(const std::string& name, const clang::FieldDecl& field) const {
        const auto known = own_users_.find(name);
        if (known != own_users_.end()) {
            return known->second;
        }
        const auto unknown =
            std::find_if(unknown_users_.begin(), unknown_users_.end(),
                         [&](const auto& user) { return may_use(user.first, field); });
        return unknown == unknown_users_.end() ? "" : "perhaps " + unknown->second;
    }

    bool is_accepted(const std::string& name) const {
        return options_ != nullptr && std::any_of(options_->accept.begin(), options_->accept.end(),
                                                  [&](const std::string& pattern) {
                                                      return base::matches_glob(pattern, name);
                                                  });
    }

    void report(const std::string& name, const std::string& problem,
                const SourcePosition& position) {
        const bool known =
            std::find(to_accept_.begin(), to_accept_.end(), name) != to_accept_.end();
        if (is_accepted(name) || known) {
            return;
        }
        if (to_accept_.empty()) {
            problem_ = problem;
            problem_position_ = position;
        }
        to_accept_.push_back(name);
    }

    const PortOptions* options_;
    PortClass* port_;
    bool public_ = false;
    std::vector<const clang::FieldDecl*> fields_;
    std::map<std::string, std::string> own_users_; // users of the proxy's, by data member
    // Methods with unknown bodies, and their classes.
    std::vector<std::pair<const clang::CXXRecordDecl*, std::string>> unknown_users_;
    std::string problem_;
    SourcePosition problem_position_;
    std::vector<std::string> to_accept_;
};

} // namespace

void read_own_state(const std::vector<Ancestor>& classes, const std::vector<VirtualMethod>& methods,
                    const PortOptions* options, PortClass& port) {
    OwnState state(classes, options, port);
    for (std::size_t i = 0; i < methods.size(); ++i) {
        state.check(methods[i], port.methods[i]);
    }
    state.refuse();
}

} // namespace proxima::gen
