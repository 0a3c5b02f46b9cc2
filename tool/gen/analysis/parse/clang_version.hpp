// Hides the differences of Clang 16 to 19 from the rest of the generator.
#pragma once

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Type.h>
#include <clang/Basic/Version.h>

#include <string>
#include <type_traits>

#if CLANG_VERSION_MAJOR < 16 || CLANG_VERSION_MAJOR > 19
#error                                                                                             \
    "proxima-gen knows Clang 16 to 19; teach analysis/parse/clang_version.hpp the differences first"
#endif

namespace proxima::gen {

template <class Function>
bool is_pure(const Function& method) {
    if constexpr (requires { method.isPureVirtual(); }) {
        return method.isPureVirtual();
    } else {
        return method.isPure();
    }
}

// The default argument of a template parameter, which depends on the kind of the parameter before
// Clang 19.
inline clang::TemplateArgument as_argument(const clang::TemplateArgumentLoc& argument) {
    return argument.getArgument();
}
inline clang::TemplateArgument as_argument(clang::QualType type) {
    return clang::TemplateArgument(type);
}
inline clang::TemplateArgument as_argument(clang::Expr* value) {
    return clang::TemplateArgument(value);
}

// The name of a file in clang::SourceManager's list.
template <class Entry>
std::string name_of_file(const Entry& file) {
    if constexpr (std::is_pointer_v<Entry>) {
        return file->getName().str();
    } else {
        return file.getName().str();
    }
}

inline bool is_pack_indexing([[maybe_unused]] const clang::Type& type) {
#if CLANG_VERSION_MAJOR >= 19
    return llvm::isa<clang::PackIndexingType>(type);
#else
    return false;
#endif
}

} // namespace proxima::gen
