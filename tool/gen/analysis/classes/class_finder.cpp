#include "analysis/classes/class_finder.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>

#include <filesystem>

namespace proxima::gen {
namespace {

class PortSearch {
public:
    PortSearch(const clang::ASTContext& context, const std::string& header)
        : sources_(&context.getSourceManager()), policy_(context.getLangOpts()) {
        policy_.SuppressInlineNamespace = true;
        policy_.SuppressUnwrittenScope = true;
        policy_.MSVCFormatting = false;
        // Clang's working directory may be that of a compilation database.
        const std::string path = std::filesystem::absolute(header).lexically_normal().string();
        if (auto file = sources_->getFileManager().getOptionalFileRef(path)) {
            header_ = sources_->translateFile(*file);
        }
    }

    void visit(const clang::DeclContext& scope) {
        for (const clang::Decl* declaration : scope.decls()) {
            if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
                declaration = pattern->getTemplatedDecl();
            }
            if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
                add(*record);
            }
            const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration);
            if (inner != nullptr && !inner->isFunctionOrMethod()) {
                visit(*inner);
            }
        }
    }

    std::vector<FoundClass> take() { return std::move(found_); }

private:
    void add(const clang::CXXRecordDecl& record) {
        const bool named =
            record.getIdentifier() != nullptr && !record.isImplicit() && !record.isInvalidDecl();
        const bool complete = record.isThisDeclarationADefinition() && !record.isLambda() &&
                              !llvm::isa<clang::ClassTemplatePartialSpecializationDecl>(record);
        const bool member_of_template =
            record.isDependentContext() && record.getDescribedClassTemplate() == nullptr;
        if (!named || !complete || member_of_template || !may_be_port(record)) {
            return;
        }
        std::string name;
        llvm::raw_string_ostream stream(name);
        record.printQualifiedName(stream, policy_);
        if (const auto* instance =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)) {
            clang::printTemplateArgumentList(stream, instance->getTemplateArgs().asArray(),
                                             policy_);
        }
        const clang::FileID file =
            sources_->getFileID(sources_->getExpansionLoc(record.getLocation()));
        found_.push_back({&record, name, file == header_});
    }

    // A template's virtual methods may all come from bases that depend on its parameters.
    static bool may_be_port(const clang::CXXRecordDecl& record) {
        return record.isPolymorphic() || (record.isDependentContext() && record.getNumBases() > 0);
    }

    const clang::SourceManager* sources_;
    clang::PrintingPolicy policy_;
    clang::FileID header_;
    std::vector<FoundClass> found_;
};

} // namespace

std::vector<FoundClass> find_classes(const clang::ASTContext& context, const std::string& header) {
    PortSearch walk(context, header);
    walk.visit(*context.getTranslationUnitDecl());
    return walk.take();
}

} // namespace proxima::gen
