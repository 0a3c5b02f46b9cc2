// Finds the data members of its own object that a method reads or writes.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <map>
#include <string>

namespace proxima::gen {

struct MembersUsed {
    std::map<std::string, const clang::FieldDecl*> fields; // keyed by name
    bool unknown = false; // a body is not in the header, or passes the object on

    bool none() const { return fields.empty() && !unknown; }
};

// Looks through the non-virtual methods that `method` calls on its own object; virtual ones may be
// overridden.
MembersUsed members_used(const clang::CXXMethodDecl& method);

} // namespace proxima::gen
