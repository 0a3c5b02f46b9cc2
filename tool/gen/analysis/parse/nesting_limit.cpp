#include "analysis/parse/nesting_limit.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

namespace proxima::gen {
namespace {

constexpr unsigned most_operators = 2048; // honest tables and sums have hundreds
constexpr unsigned most_angles = 1024;    // Clang's own limit for templates

bool is_operand(const clang::Token& token) {
    return token.isAnyIdentifier() || token.isLiteral() ||
           token.isOneOf(clang::tok::l_paren, clang::tok::r_paren, clang::tok::greater,
                         clang::tok::greatergreater) ||
           token.isAnnotation();
}

// Changes the token that the parser is about to receive, which is not const there.
void end_input(const clang::Token& token) {
    const_cast<clang::Token&>(token).setKind(clang::tok::eof);
}

} // namespace

NestingLimit::NestingLimit(clang::Preprocessor& preprocessor) : preprocessor_(&preprocessor) {
    preprocessor.setTokenWatcher([this](const clang::Token& token) { see(token); });
}

void NestingLimit::see(const clang::Token& token) {
    if (is_reached_) {
        end_input(token);
        return;
    }
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace)) {
        operators_ = angles_ = 0;
        return;
    }
    angles_ += token.is(clang::tok::less) ? 1 : 0;
    angles_ -= std::min(angles_, token.is(clang::tok::greater)          ? 1U
                                 : token.is(clang::tok::greatergreater) ? 2U
                                                                        : 0U);
    operators_ = token.is(clang::tok::comma) ? 0 : operators_ + (is_operand(token) ? 0 : 1);
    if (operators_ <= most_operators && angles_ <= most_angles) {
        return;
    }
    is_reached_ = true;
    end_input(token);
    auto& diagnostics = preprocessor_->getDiagnostics();
    diagnostics.Report(token.getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal,
                                                   "types or expressions nested too deeply; is "
                                                   "this a header of ports?"));
}

} // namespace proxima::gen
