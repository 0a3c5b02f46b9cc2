// Completes types that a header only declares, but that a forwarded call needs defined.
//
// Interfaces often return by value what they only declare; whoever implements such a method
// includes the definition, and so must the proxy.
#pragma once

#include "analysis/parse/translation_unit.hpp"

#include <set>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace proxima::gen {

// A header that was parsed behind the port's, and the class that it completes.
struct CompletedType {
    std::string header;
    std::string type;
};

// Looks for the definitions of classes that the virtual methods of `ports` return or take by
// value, in the directories of `header` and in the include directories, and parses the headers
// found, except for those in `left_out`. Types that stay incomplete are left to the self-check.
// Returns false, and adds the header to `left_out`, if one had errors or did not define its type:
// the translation unit now holds text that the proxy will not include.
bool complete_types(TranslationUnit& unit, const std::string& header,
                    const std::vector<const clang::CXXRecordDecl*>& ports,
                    std::set<std::string>& left_out, std::vector<CompletedType>& completions);

// Advice on an error of Clang's about an incomplete type: `; complete the type: PRELUDE part.h`,
// with the likeliest header near the port's or in the include path. Empty for other errors.
std::string completion_advice(TranslationUnit& unit, const std::string& header,
                              const std::string& error);

} // namespace proxima::gen
