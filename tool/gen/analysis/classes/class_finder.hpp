// The classes of a translation unit, by name and by place.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <string>
#include <vector>

namespace proxima::gen {

struct FoundClass {
    const clang::CXXRecordDecl* record; // a definition; of a class template: its pattern
    std::string name;                   // qualified, without inline and anonymous namespaces
    bool in_header;                     // defined in the header that was asked for

    bool is_template() const { return record->getDescribedClassTemplate() != nullptr; }
};

// Every class definition of the translation unit, nested ones included, in order. Linear in the
// number of declarations.
std::vector<FoundClass> find_classes(const clang::ASTContext& context, const std::string& header);

} // namespace proxima::gen
