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

// A header that was read to complete a type had errors or did not define it: the translation unit
// now holds what the proxy will not include.
class UselessHeader : public std::runtime_error {
public:
    UselessHeader(const std::string& header, const std::string& reason)
        : runtime_error(header + ": " + reason), header_(header) {}

    const std::string& header() const { return header_; }

private:
    std::string header_;
};

// A header that was read behind the port's, and the class that it was read for.
struct CompletedType {
    std::string header;
    std::string type;
};

// Looks for the definitions of classes that the virtual methods of `ports` return or take by
// value, in the directories of `header` and in the include directories, and parses the headers
// found, except for those in `left_out`. Types that stay incomplete are left to the self-check.
// Throws UselessHeader.
std::vector<CompletedType> complete_types(TranslationUnit& unit, const std::string& header,
                                          const std::vector<const clang::CXXRecordDecl*>& ports,
                                          const std::set<std::string>& left_out);

} // namespace proxima::gen
