#include "pmpi/function_reader.hpp"

#include "analysis/parse/clang_version.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>

#include <map>
#include <optional>
#include <string_view>

namespace proxima::gen {
namespace {

using Functions = std::map<std::string, const clang::FunctionDecl*>;

// Looks into blocks of `extern "C"`, too, where headers declare C functions.
void collect(const clang::DeclContext& context, Functions& functions) {
    for (const clang::Decl* declaration : context.decls()) {
        if (const auto* block = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration)) {
            collect(*block, functions);
        } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
            const llvm::StringRef name =
                function->getIdentifier() != nullptr ? function->getName() : "";
            if (name.starts_with("MPI") || name.starts_with("PMPI")) {
                functions.emplace(name.str(), function);
            }
        }
    }
}

// Name of a handle's typedef. Some implementations use plain numbers as handles, so types alone do
// not tell them apart.
std::string handle_name(const clang::QualType type) {
    const auto* alias = type->getAs<clang::TypedefType>();
    return alias != nullptr ? alias->getDecl()->getName().str() : "";
}

struct Handle {
    std::string_view name;
    MpiType single;
    MpiType array;
};

constexpr Handle handles[] = {{"MPI_Datatype", MpiType::datatype, MpiType::other},
                              {"MPI_Comm", MpiType::communicator, MpiType::other},
                              {"MPI_Win", MpiType::window, MpiType::other},
                              {"MPI_Request", MpiType::other, MpiType::requests},
                              {"MPI_Status", MpiType::other, MpiType::statuses}};

std::optional<MpiType> handle_type(const std::string& name, bool array) {
    for (const Handle& handle : handles) {
        if (name == handle.name) {
            return array ? handle.array : handle.single;
        }
    }
    const bool number = name.empty() || name == "MPI_Count" || name == "MPI_Aint";
    return number ? std::nullopt : std::optional(MpiType::other);
}

MpiType type_of(const clang::QualType type) {
    // Handles may be pointers themselves.
    if (const auto handle = handle_type(handle_name(type), false)) {
        return *handle;
    }
    const bool pointer = type->isPointerType();
    const clang::QualType pointee = pointer ? type->getPointeeType() : type;
    if (const auto handle = handle_type(handle_name(pointee), true)) {
        return *handle;
    }
    if (pointer && pointee->isVoidType()) {
        return pointee.isConstQualified() ? MpiType::read_only : MpiType::written;
    }
    if (pointee->isIntegerType() && !pointee->isEnumeralType() && !pointee->isAnyCharacterType()) {
        return pointer ? MpiType::integers : MpiType::integer;
    }
    return MpiType::other;
}

// False also for a function that the header defines itself, or whose use is an error.
bool can_be_interposed(const clang::FunctionDecl& function, const Functions& functions,
                       clang::Preprocessor& preprocessor) {
    const std::string name = function.getName().str();
    const auto twin = functions.find("P" + name);
    return twin != functions.end() && !function.isDefined() && !preprocessor.isMacroDefined(name) &&
           !preprocessor.isMacroDefined("P" + name) && !function.hasAttr<clang::ErrorAttr>() &&
           !twin->second->hasAttr<clang::ErrorAttr>() &&
           function.getType().getCanonicalType() == twin->second->getType().getCanonicalType();
}

MpiFunction described(const clang::FunctionDecl& function, const clang::PrintingPolicy& policy) {
    MpiFunction result;
    result.name = function.getName().str();
    result.result = function.getReturnType().getAsString(policy);
    result.variadic = function.isVariadic();
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
        MpiParameter mpi;
        mpi.name = parameter->getName().empty()
                       ? "arg" + std::to_string(result.parameters.size() + 1)
                       : parameter->getName().str();
        mpi.declared = mpi.name;
        parameter->getOriginalType().getAsStringInternal(mpi.declared, policy);
        mpi.type = type_of(parameter->getType());
        result.parameters.push_back(std::move(mpi));
    }
    return result;
}

} // namespace

std::vector<MpiFunction> read_mpi_functions(TranslationUnit& unit) {
    Functions functions;
    collect(*unit.context().getTranslationUnitDecl(), functions);
    std::vector<MpiFunction> found;
    for (const auto& [name, function] : functions) {
        if (!name.starts_with("P") &&
            can_be_interposed(*function, functions, unit.compiler().getPreprocessor())) {
            found.push_back(described(*function, unit.context().getPrintingPolicy()));
        }
    }
    return found;
}

} // namespace proxima::gen
