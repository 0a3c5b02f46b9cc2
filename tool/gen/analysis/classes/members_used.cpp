#include "analysis/classes/members_used.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <set>

namespace proxima::gen {
namespace {

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

} // namespace

MembersUsed members_used(const clang::CXXMethodDecl& method) {
    MemberSearch walk;
    walk.follow(method);
    return walk.take();
}

} // namespace proxima::gen
