// Finds the virtual methods that a derived class may override, one for each signature.
#pragma once

#include "analysis/types/type_printer.hpp"

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace proxima::gen {

// A virtual method and how to print it: a base of a class template is seen through the template's
// own parameters.
struct VirtualMethod {
    const clang::CXXMethodDecl* declaration;
    TypePrinter printer;
    std::string declaring_type;         // the class that declares it, printed
    clang::AccessSpecifier base_access; // access of the declaring class in the derived one
    // The bases to pass on the way to each subobject of the declaring class, itself left out.
    std::vector<std::vector<std::string>> subobjects;
    std::vector<VirtualMethod> overridden; // other declarations of the signature
};

// The most derived declaration of every virtual signature of `record` and its bases,
// destructors excepted, in the order of declaration, bases first. Two bases that declare the same
// signature share one override in C++, so one entry here. Throws UnprintableType when a base of a
// class template cannot be looked through.
std::vector<VirtualMethod> virtual_methods(const clang::CXXRecordDecl& record,
                                           const TypePrinter& printer);

// True if a final overrider of `record` is pure, which makes the class a port.
bool is_abstract(const clang::CXXRecordDecl& record);

} // namespace proxima::gen
