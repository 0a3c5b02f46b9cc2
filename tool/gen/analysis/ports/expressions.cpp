#include "analysis/ports/expressions.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/TargetParser/Triple.h>

#include <array>
#include <map>
#include <string_view>

namespace proxima::gen {
namespace {

// The tokens of C++ text, neither preprocessed nor parsed.
std::vector<clang::Token> tokens_of(const std::string& text) {
    clang::LangOptions language;
    std::vector<std::string> included;
    clang::LangOptions::setLangDefaults(language, clang::Language::CXX, llvm::Triple(), included,
                                        clang::LangStandard::lang_cxx20);
    const char* begin = text.c_str();
    clang::Lexer lexer(clang::SourceLocation(), language, begin, begin, begin + text.size());
    std::vector<clang::Token> tokens;
    clang::Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
        tokens.push_back(token);
    }
    return tokens;
}

bool names_a_member(const clang::Token& before) {
    return before.isOneOf(clang::tok::period, clang::tok::arrow, clang::tok::coloncolon);
}

// Names of quick methods; bodies in headers are not parsed.
constexpr std::array<std::string_view, 16> accessors{
    "size", "length",     "empty",     "data",       "begin", "end",  "front", "back",
    "get",  "operator[]", "operator*", "operator->", "rows",  "cols", "at",    "has_value"};

bool is_quick_call(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (method == nullptr || (method->isVirtual() && !method->hasAttr<clang::FinalAttr>())) {
        return callee != nullptr && method == nullptr && callee->getBuiltinID() != 0;
    }
    const std::string name = method->getNameAsString();
    return llvm::is_contained(accessors, name);
}

bool is_quick(const clang::Stmt* expression) {
    if (expression == nullptr) {
        return true;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
    if ((call != nullptr && !is_quick_call(*call)) ||
        (made != nullptr && !made->getConstructor()->isTrivial()) ||
        llvm::isa<clang::CXXNewExpr, clang::LambdaExpr>(expression)) {
        return false;
    }
    return llvm::all_of(expression->children(), is_quick);
}

// Removes the copy that the probe returns; the proxy reads the text in place.
const clang::Expr* without_copy(const clang::Expr* expression) {
    for (;;) {
        const clang::Expr* inner = expression->IgnoreParens()->IgnoreImplicit();
        if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
            made != nullptr && made->getConstructor()->isCopyOrMoveConstructor()) {
            inner = made->getArg(0);
        }
        if (inner == expression) {
            return expression;
        }
        expression = inner;
    }
}

// True for a cast to what may be changed, of what may not.
bool drops_const(const clang::Stmt& expression) {
    const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(&expression);
    if (cast == nullptr || cast->getSubExprAsWritten() == nullptr) {
        return false;
    }
    const clang::QualType to = cast->getTypeAsWritten();
    const clang::QualType from = cast->getSubExprAsWritten()->getType();
    const bool is_dropped =
        (to->isReferenceType() && from.isConstQualified()) ||
        (to->isPointerType() && from->isPointerType() && from->getPointeeType().isConstQualified());
    return is_dropped && !to->getPointeeType().isConstQualified();
}

} // namespace

std::vector<std::string> names_used(const std::string& expression,
                                    const std::vector<std::string>& candidates) {
    const std::vector<clang::Token> tokens = tokens_of(expression);
    std::vector<std::string> used;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool qualified = (i > 0 && names_a_member(tokens[i - 1])) ||
                               (i + 1 < tokens.size() && tokens[i + 1].is(clang::tok::coloncolon));
        if (tokens[i].isNot(clang::tok::raw_identifier) || qualified) {
            continue;
        }
        const std::string name = tokens[i].getRawIdentifier().str();
        if (llvm::is_contained(candidates, name) && !llvm::is_contained(used, name)) {
            used.push_back(name);
        }
    }
    return used;
}

bool is_enclosed(const std::string& expression) {
    static const std::map<clang::tok::TokenKind, clang::tok::TokenKind> closing{
        {clang::tok::l_paren, clang::tok::r_paren},
        {clang::tok::l_square, clang::tok::r_square},
        {clang::tok::l_brace, clang::tok::r_brace}};
    std::vector<clang::tok::TokenKind> open; // expected closing brackets
    for (const clang::Token& token : tokens_of(expression)) {
        if (const auto bracket = closing.find(token.getKind()); bracket != closing.end()) {
            open.push_back(bracket->second);
        } else if (!open.empty() && token.is(open.back())) {
            open.pop_back();
        } else if (token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace,
                                 clang::tok::hash) || // begins a directive
                   (token.is(clang::tok::raw_identifier) &&
                    token.getRawIdentifier() == "_Pragma")) {
            return false;
        }
    }
    return open.empty();
}

const clang::Stmt* change_in(const clang::Stmt& expression) {
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expression);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expression);
    const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&expression);
    if (drops_const(expression) || (binary != nullptr && binary->isAssignmentOp()) ||
        (unary != nullptr && unary->isIncrementDecrementOp()) ||
        (call != nullptr && (call->isAssignmentOp() || call->getOperator() == clang::OO_PlusPlus ||
                             call->getOperator() == clang::OO_MinusMinus))) {
        return &expression;
    }
    for (const clang::Stmt* child : expression.children()) {
        const clang::Stmt* found = child == nullptr ? nullptr : change_in(*child);
        if (found != nullptr) {
            return found;
        }
    }
    return nullptr;
}

bool takes_time(const clang::Expr& value) {
    return !is_quick(without_copy(&value));
}

bool may_throw(const clang::Expr& value, clang::Sema& sema) {
    return sema.canThrow(without_copy(&value)) != clang::CT_Cannot;
}

} // namespace proxima::gen
