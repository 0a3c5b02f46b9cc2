// A header made of text, parsed by Clang, and its declarations by name.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "temporary_directory.hpp"

#include <clang/AST/DeclCXX.h>

#include <memory>
#include <string>
#include <vector>

namespace proxima::gen::test {

class ParsedHeader {
public:
    explicit ParsedHeader(const std::string& text, const std::vector<std::string>& flags = {});

    TranslationUnit& unit() { return *unit_; }
    const std::string& path() const { return path_; }

    /// The first declaration of that name in namespace or class `scope` (`a::b`; empty: global).
    /// Throws when there is none.
    const clang::NamedDecl& declaration(const std::string& scope, const std::string& name);
    const clang::CXXRecordDecl& definition(const std::string& scope, const std::string& name);

private:
    TemporaryDirectory directory_;
    std::string path_;
    std::unique_ptr<TranslationUnit> unit_;
};

} // namespace proxima::gen::test
