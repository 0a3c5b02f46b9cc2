// Finds the data members that functions read and change, as far as the header has their bodies.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <map>
#include <optional>

namespace proxima::gen {

// `changes_target` changes what a pointer or a smart pointer refers to.
enum class Use { unrelated, reads, changes_target, changes };

// The data members that functions use, of any object: an alias may be the object itself.
struct MemberUse {
    std::map<const clang::FieldDecl*, Use> fields{};     // those of class templates' patterns
    std::map<const clang::CXXRecordDecl*, Use> bodies{}; // classes of functions without a body here
    bool shared = false; // gives away the object's address, or changes what objects share

    // Static data, and functions that give a reference or a pointer, which get the object's address
    // as a key; true if the value found is used.
    std::map<const clang::Decl*, bool> tables{};

    struct Found {
        Use use = Use::reads;
        bool certain = true; // false if the body is elsewhere
    };

    // The use of one data member; nothing if the functions cannot use it.
    std::optional<Found> of(const clang::FieldDecl& field) const;
};

// Looks through the functions that it calls as well, but not through virtual methods, which may be
// overridden. A template may use its arguments as objects of the class `befriended_by`.
MemberUse members_used(const clang::FunctionDecl& function,
                       const clang::CXXRecordDecl* befriended_by = nullptr);

// Any use that the type of the data member permits.
MemberUse any_use(const clang::FieldDecl& field);

// Uses that a function whose body is elsewhere may make of arguments of the class.
Use use_of_arguments(const clang::FunctionDecl& function, const clang::CXXRecordDecl& record);

// The data members that a constructor or a default initializer sets to values that may differ from
// object to object, or makes point to something new. Parameters differ if `parameters_differ`.
MemberUse members_set_apart(const clang::CXXConstructorDecl& constructor, bool parameters_differ);
MemberUse members_set_apart(const clang::FieldDecl& initialized);

// True for pointers and references to what may change, and for smart pointers.
bool refers_to_another(clang::QualType type);

} // namespace proxima::gen
