#include "pmpi/function_reader.hpp"

#include "analysis/parse/clang_version.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>

#include <map>
#include <optional>

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

std::optional<MpiType> handle_type(const std::string& name, bool array) {
    if (name == "MPI_Datatype") {
        return array ? MpiType::other : MpiType::datatype;
    }
    if (name == "MPI_Comm") {
        return array ? MpiType::other : MpiType::communicator;
    }
    if (name == "MPI_Win") {
        return array ? MpiType::other : MpiType::window;
    }
    if (name == "MPI_Request") {
        return array ? MpiType::requests : MpiType::other;
    }
    if (name == "MPI_Status") {
        return array ? MpiType::statuses : MpiType::other;
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

class Reader {
public:
    explicit Reader(TranslationUnit& unit)
        : preprocessor_(unit.compiler().getPreprocessor()),
          sources_(unit.context().getSourceManager()), policy_(unit.context().getPrintingPolicy()) {
        collect(*unit.context().getTranslationUnitDecl(), functions_);
    }

    MpiHeader read() const {
        MpiHeader header;
        for (const auto& [name, function] : functions_) {
            if (name.starts_with("P")) {
                continue;
            }
            const std::string reason = reason_against(*function);
            if (reason.empty()) {
                header.functions.push_back(described(*function));
            } else {
                header.left_out.push_back(
                    {name, reason, position_of(sources_, function->getLocation())});
            }
        }
        return header;
    }

private:
    // Reason to leave the function out; empty if it can be interposed.
    std::string reason_against(const clang::FunctionDecl& function) const {
        const std::string name = function.getName().str();
        const auto twin = functions_.find("P" + name);
        if (twin == functions_.end()) {
            return "there is no P" + name;
        }
        const clang::QualType type = function.getType().getCanonicalType();
        if (type != twin->second->getType().getCanonicalType()) {
            return "P" + name + " is of another type";
        }
        if (function.isDefined()) {
            return "the header defines it itself";
        }
        if (is_macro(name) || is_macro("P" + name)) {
            return "the header has a macro of this name";
        }
        for (const clang::FunctionDecl* declaration : {&function, twin->second}) {
            if (const auto* error = declaration->getAttr<clang::ErrorAttr>()) {
                return "using it is an error: " + error->getUserDiagnostic().str();
            }
        }
        return "";
    }

    bool is_macro(const std::string& name) const { return preprocessor_.isMacroDefined(name); }

    MpiFunction described(const clang::FunctionDecl& function) const {
        MpiFunction result;
        result.name = function.getName().str();
        result.result = function.getReturnType().getAsString(policy_);
        result.variadic = function.isVariadic();
        result.position = position_of(sources_, function.getLocation());
        for (const clang::ParmVarDecl* parameter : function.parameters()) {
            MpiParameter mpi;
            mpi.name = parameter->getName().empty()
                           ? "arg" + std::to_string(result.parameters.size() + 1)
                           : parameter->getName().str();
            mpi.declared = mpi.name;
            parameter->getOriginalType().getAsStringInternal(mpi.declared, policy_);
            mpi.type = type_of(parameter->getType());
            result.parameters.push_back(std::move(mpi));
        }
        return result;
    }

    clang::Preprocessor& preprocessor_;
    clang::SourceManager& sources_;
    clang::PrintingPolicy policy_;
    Functions functions_;
};

} // namespace

MpiHeader read_mpi_functions(TranslationUnit& unit) {
    return Reader(unit).read();
}

} // namespace proxima::gen
