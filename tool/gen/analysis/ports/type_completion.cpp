#include "analysis/ports/type_completion.hpp"

#include "analysis/classes/virtual_methods.hpp"
#include "analysis/ports/definition_search.hpp"
#include "analysis/types/template_parameters.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <filesystem>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

// True for type-erased pointers, whose pointee may be incomplete.
bool owns_incomplete_types(const clang::CXXRecordDecl& record) {
    return record.getName() == "shared_ptr" || record.getName() == "weak_ptr" ||
           record.getName() == "function";
}

// Collects the incomplete classes that values of some types consist of, in order.
class IncompleteClasses {
public:
    explicit IncompleteClasses(clang::Sema& sema) : sema_(&sema) {}

    void add_signature(const clang::CXXMethodDecl& method) {
        const auto* type = method.getType()->castAs<clang::FunctionProtoType>();
        add(type->getReturnType());
        for (const clang::QualType parameter : type->param_types()) {
            add(parameter);
        }
    }

    const std::vector<const clang::CXXRecordDecl*>& found() const { return found_; }

private:
    void add(clang::QualType type) {
        clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
        if (record == nullptr || type->isDependentType() ||
            !seen_.insert(record->getCanonicalDecl()).second) {
            return;
        }
        if (!sema_->isCompleteType(record->getLocation(), type)) {
            found_.push_back(record);
        }
        const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
        if (instance == nullptr || owns_incomplete_types(*record)) {
            return;
        }
        for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
            if (argument.getKind() == clang::TemplateArgument::Type) {
                add(argument.getAsType());
            }
        }
    }

    clang::Sema* sema_;
    std::set<const clang::CXXRecordDecl*> seen_;
    std::vector<const clang::CXXRecordDecl*> found_;
};

std::string directory_of(const std::string& file) {
    return fs::absolute(file).lexically_normal().parent_path().string();
}

// The library's directory: /usr/include/ql for ql/cashflows/coupon.hpp.
std::string library_directory(TranslationUnit& unit, const std::string& header) {
    const std::string spelling = unit.include_spelling(header);
    if (!spelling.starts_with('<')) {
        return directory_of(header);
    }
    const fs::path written = spelling.substr(1, spelling.size() - 2);
    fs::path directory = directory_of(header);
    for (auto part = std::next(written.begin());
         part != written.end() && std::next(part) != written.end(); ++part) {
        directory = directory.parent_path();
    }
    return directory.string();
}

std::vector<std::string> directories_to_search(TranslationUnit& unit, const std::string& header) {
    std::vector<std::string> directories{directory_of(header), library_directory(unit, header)};
    for (const clang::DirectoryLookup& lookup :
         unit.compiler().getPreprocessor().getHeaderSearchInfo().search_dir_range()) {
        if (lookup.isNormalDir()) {
            directories.push_back(
                fs::absolute(lookup.getDirRef()->getName().str()).lexically_normal().string());
        }
    }
    return directories;
}

// The last type in a message of Clang's, without its scope.
std::string type_in(const std::string& message) {
    const std::size_t inside = message.find("__type_identity<"); // libstdc++ asserts with it
    const std::size_t begin = inside == std::string::npos
                                  ? message.substr(0, message.rfind('\'')).rfind('\'')
                                  : message.find('<', inside);
    const std::size_t end = message.find_first_of("'<>", begin + 1);
    const std::string type = begin == std::string::npos || end == std::string::npos
                                 ? ""
                                 : message.substr(begin + 1, end - begin - 1);
    return type.substr(type.find_last_of(" :") + 1);
}

} // namespace

std::string completion_advice(TranslationUnit& unit, const std::string& header,
                              const std::string& error) {
    const auto says = [&error](const char* words) {
        return error.find(words) != std::string::npos;
    };
    if (!says("incomplete") && !says("undefined template") && !says("complete class")) {
        return {};
    }
    const std::string type = type_in(error);
    const std::vector<std::string> found =
        type.empty() ? std::vector<std::string>()
                     : headers_that_define(type, directories_to_search(unit, header));
    return "; complete the type: " +
           (found.empty() ? "name the header that defines it with PRELUDE (--prelude)"
                          : "PRELUDE " + found.front() + " (--prelude " + found.front() + ")");
}

bool complete_types(TranslationUnit& unit, const std::string& header,
                    const std::vector<const clang::CXXRecordDecl*>& ports,
                    std::set<std::string>& left_out, std::vector<CompletedType>& completions) {
    IncompleteClasses incomplete(unit.sema());
    for (const clang::CXXRecordDecl* port : ports) {
        for (const VirtualMethod& method : virtual_methods(*port, printer_for(*port))) {
            incomplete.add_signature(*method.declaration);
        }
    }
    for (const clang::CXXRecordDecl* record : incomplete.found()) {
        const clang::QualType type = unit.context().getRecordType(record);
        const auto complete = [&] {
            return unit.sema().isCompleteType(record->getLocation(), type);
        };
        if (complete()) {
            continue;
        }
        for (const std::string& candidate :
             headers_that_define(record->getNameAsString(), directories_to_search(unit, header))) {
            if (left_out.contains(candidate)) {
                continue;
            }
            const std::string text = "#include " + unit.include_spelling(candidate) + "\n";
            if (!unit.parse("proxima-gen-completion", text).empty() || !complete()) {
                left_out.insert(candidate);
                return false;
            }
            completions.push_back({candidate, record->getQualifiedNameAsString()});
            break;
        }
    }
    return true;
}

} // namespace proxima::gen
