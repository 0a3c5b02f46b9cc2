// Lists a class and all its bases, with the arguments of the class templates among them.
#pragma once

#include "analysis/types/type_printer.hpp"

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace proxima::gen {

struct Ancestor {
    const clang::CXXRecordDecl* record; // a definition; of a class template: its pattern
    TypePrinter printer;
    std::string type;
    clang::AccessSpecifier access; // access by the best path from the derived class
};

// Bases before derived classes, every class once, `record` last. Throws UnprintableType when a
// base of a class template cannot be looked through.
std::vector<Ancestor> ancestors(const clang::CXXRecordDecl& record, const TypePrinter& printer);

} // namespace proxima::gen
