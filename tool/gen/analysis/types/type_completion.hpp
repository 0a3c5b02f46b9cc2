// Types that a header only declares, but that a forwarded call needs defined.
//
// Interfaces often return by value what they only declare; whoever implements such a method
// includes the definition, and so must the proxy.
#pragma once

#include "analysis/parse/translation_unit.hpp"

#include <clang/AST/DeclCXX.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace proxima::gen {

/// A header that was read to complete a type had errors, so the translation unit is spoilt.
class CompletionFailed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A header that was read behind the port's, and the class that it was read for.
struct Completion {
    std::string header;
    std::string type;
};

/// Looks for the definitions of classes that the virtual methods of `ports` return or take by
/// value, in the directories of `header` and in the include directories, and parses the headers
/// found. Types that stay incomplete are left to the self-check. Throws CompletionFailed.
std::vector<Completion> complete_types(TranslationUnit& unit, const std::string& header,
                                       const std::vector<const clang::CXXRecordDecl*>& ports);

} // namespace proxima::gen
