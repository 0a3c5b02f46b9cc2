#include "analysis/ports/names_used.hpp"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

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
        const bool candidate =
            std::find(candidates.begin(), candidates.end(), name) != candidates.end();
        if (candidate && std::find(used.begin(), used.end(), name) == used.end()) {
            used.push_back(name);
        }
    }
    return used;
}

} // namespace proxima::gen
