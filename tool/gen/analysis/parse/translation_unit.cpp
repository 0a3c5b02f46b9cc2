#include "analysis/parse/translation_unit.hpp"

#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/nesting_limit.hpp"

#include <proxima/base/error.hpp>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>

namespace proxima::gen {
namespace {

// Lies in the working directory, so that Clang spells paths as the user did.
constexpr const char* main_file = "proxima-gen-translation-unit.cpp";

// Prints the first errors of the user's header as clang++ does; later ones mostly follow from them.
// Collects the errors of generated text.
class SwitchableDiagnostics : public clang::DiagnosticConsumer {
public:
    SwitchableDiagnostics() : stream_(text_), printer_(stream_, options_.get()) {}

    void BeginSourceFile(const clang::LangOptions& language,
                         const clang::Preprocessor* pp) override {
        printer_.BeginSourceFile(language, pp);
    }
    void EndSourceFile() override { printer_.EndSourceFile(); }

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        if (collected_ == nullptr) {
            errors_ += level >= clang::DiagnosticsEngine::Error ? 1 : 0;
            if (errors_ <= most_errors) {
                printer_.HandleDiagnostic(level, info);
            }
        } else if (level >= clang::DiagnosticsEngine::Error) {
            llvm::SmallString<256> message;
            info.FormatDiagnostic(message);
            Diagnostic diagnostic{std::string(message), {}};
            if (info.hasSourceManager() && info.getLocation().isValid()) {
                diagnostic.position = position_of(info.getSourceManager(), info.getLocation());
            }
            collected_->push_back(std::move(diagnostic));
        }
    }

    void collect_into(std::vector<Diagnostic>* collected) { collected_ = collected; }

    // Clang's diagnostics without the frames of our own main file.
    std::string text() const {
        static const std::regex own_directory(R"(^(In file included from )?\./)");
        const std::string frame = std::string("In file included from ") + main_file;
        std::istringstream lines(text_);
        std::string result;
        for (std::string line; std::getline(lines, line);) {
            result +=
                line.starts_with(frame) ? "" : std::regex_replace(line, own_directory, "$1") + "\n";
        }
        return result;
    }

private:
    llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options_ =
        llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    std::string text_;
    llvm::raw_string_ostream stream_;
    clang::TextDiagnosticPrinter printer_;
    static constexpr std::size_t most_errors = 3;
    std::size_t errors_ = 0;
    std::vector<Diagnostic>* collected_ = nullptr;
};

// Keeps the bodies that matter for a proxy: those of a port's methods, constructors and friends,
// for the members that they use, and of what destroys the elements of smart pointers and
// containers, to see if it can be instantiated.
class SkipOtherBodies : public clang::ASTConsumer {
    bool shouldSkipFunctionBody(clang::Decl* declaration) override {
        const clang::FunctionDecl* function = declaration->getAsFunction();
        const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function);
        if (function == nullptr) {
            return true;
        }
        if (llvm::isa<clang::CXXDestructorDecl>(function) || destroys_elements(*function)) {
            return !function->isDependentContext() && !function->isTemplated();
        }
        const clang::DeclContext* of_friend = declaration->getLexicalDeclContext();
        return is_in_std(*function) ||
               !is_in_port(method != nullptr ? method->getParent() : of_friend);
    }

    // True for polymorphic classes, and for those nested in them, which may use their members.
    static bool is_in_port(const clang::DeclContext* scope) {
        const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
        return record != nullptr && ((record->hasDefinition() && record->isPolymorphic()) ||
                                     is_in_port(record->getParent()));
    }

    // Parts of the names of libstdc++'s functions and of std::default_delete's.
    static bool destroys_elements(const clang::FunctionDecl& function) {
        static constexpr llvm::StringLiteral names[] = {
            "estroy", "lear", "_M_erase", "_M_drop", "_M_reset", "_M_deallocate", "operator()"};
        const std::string name = function.getNameAsString();
        return is_in_std(function) && llvm::any_of(names, [&](llvm::StringRef part) {
                   return name.find(part) != std::string::npos;
               });
    }
};

class OpenAction : public clang::ASTFrontendAction {
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                          llvm::StringRef) override {
        return std::make_unique<SkipOtherBodies>();
    }
};

// The first error message of Clang's output, without its prefix.
std::string first_error(const std::string& diagnostics) {
    static const std::string mark = "error: ";
    const std::size_t found = diagnostics.find(mark);
    const std::size_t start = found == std::string::npos ? 0 : found + mark.size();
    return diagnostics.substr(start, diagnostics.find('\n', start) - start);
}

std::string absolute_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::string include_line(const std::string& path) {
    return "#include \"" + path + "\"\n";
}

std::string main_text(const TranslationUnit::Source& source) {
    std::string text;
    for (const std::string& prelude : source.preludes) {
        text += include_line(prelude);
    }
    return text + include_line(source.header);
}

} // namespace

bool is_in_std(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method != nullptr ? method->getParent()->isInStdNamespace()
                             : function.isInStdNamespace();
}

const clang::CXXRecordDecl* class_of(clang::QualType type) {
    if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
        return record;
    }
    const auto* specialization = type->getAs<clang::TemplateSpecializationType>();
    if (specialization == nullptr) {
        return nullptr;
    }
    const auto* pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(
        specialization->getTemplateName().getAsTemplateDecl());
    return pattern == nullptr ? nullptr : pattern->getTemplatedDecl();
}

std::vector<const char*> c_strings(const std::vector<std::string>& arguments) {
    std::vector<const char*> strings;
    for (const std::string& argument : arguments) {
        strings.push_back(argument.c_str());
    }
    return strings;
}

SourcePosition position_of(const clang::SourceManager& sources, clang::SourceLocation location) {
    const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(location));
    if (presumed.isInvalid()) {
        return {};
    }
    llvm::StringRef file = presumed.getFilename();
    file.consume_front("./");
    return {file.str(), presumed.getLine(), presumed.getColumn()};
}

SourcePosition position_of(const clang::Decl& declaration) {
    SourcePosition position =
        position_of(declaration.getASTContext().getSourceManager(), declaration.getLocation());
    position.column = 0;
    return position;
}

struct TranslationUnit::Implementation {
    explicit Implementation(const Source& source) {
        overlay->pushOverlay(memory);
        memory->addFile(main_file, 0, llvm::MemoryBuffer::getMemBufferCopy(main_text(source)));
        compiler.setInvocation(invocation_for(source));
        compiler.createDiagnostics(&diagnostics, false);
        compiler.setFileManager(
            llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), overlay)
                .get());
        if (!compiler.createTarget()) {
            throw base::Error("the compiler flags name a target that Clang does not know: " +
                              first_error(diagnostics.text()));
        }
        const clang::FrontendInputFile input(main_file, clang::InputKind(clang::Language::CXX));
        if (!action.BeginSourceFile(compiler, input)) {
            throw base::Error("Clang cannot be started: " + first_error(diagnostics.text()));
        }
        compiler.createSema(clang::TU_Complete, nullptr);
        nesting_limit.emplace(preprocessor());
        preprocessor().EnterMainSourceFile();
        parse_to_end(true);
        header_parsed = compiler.getDiagnostics().getNumErrors() == 0 &&
                        !compiler.getDiagnostics().hasFatalErrorOccurred();
    }

    ~Implementation() { compiler.getDiagnosticClient().EndSourceFile(); }

    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    std::vector<Diagnostic> parse(std::string_view name, std::string_view text) {
        std::vector<Diagnostic> found;
        diagnostics.collect_into(&found);
        compiler.getDiagnostics().Reset(true);
        clang::SourceManager& sources = compiler.getSourceManager();
        const clang::SourceLocation include_point =
            sources.getLocForStartOfFile(sources.getMainFileID());
        const clang::FileID file = sources.createFileID(
            llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text), llvm::StringRef(name)),
            clang::SrcMgr::C_User, 0, 0, include_point);
        preprocessor().EnterSourceFile(file, nullptr, include_point);
        parse_to_end(false);
        diagnostics.collect_into(nullptr);
        compiler.getDiagnostics().Reset(true);
        return found;
    }

    clang::Preprocessor& preprocessor() { return compiler.getPreprocessor(); }

    std::shared_ptr<clang::CompilerInvocation> invocation_for(const Source& source) {
        std::vector<const char*> arguments = c_strings(source.arguments);
        arguments.push_back("-Qunused-arguments");
        arguments.push_back("-fsyntax-only");
        arguments.push_back(main_file);
        clang::CreateInvocationOptions options;
        options.VFS = overlay;
        options.Diags = clang::CompilerInstance::createDiagnostics(
            llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>().get(), &diagnostics, false);
        std::shared_ptr<clang::CompilerInvocation> invocation =
            clang::createInvocation(arguments, options);
        if (!invocation) {
            throw base::Error("the compiler flags make no sense to Clang: " +
                              first_error(diagnostics.text()));
        }
        // Only errors matter.
        invocation->getDiagnosticOpts().IgnoreWarnings = true;
        invocation->getFrontendOpts().DisableFree = false;
        // Keeps Clang from writing files, as -Wp,-MD would ask.
        invocation->getDependencyOutputOpts() = {};
        invocation->getDiagnosticOpts().DiagnosticLogFile.clear();
        invocation->getDiagnosticOpts().DiagnosticSerializationFile.clear();
        return invocation;
    }

    // Parses all that the preprocessor holds with a new parser, since Clang's cannot change later
    // whether it skips bodies.
    void parse_to_end(bool skip_function_bodies) {
        clang::Sema& sema = compiler.getSema();
        sema.CurContext = nullptr;
        clang::Parser parser(preprocessor(), sema, skip_function_bodies);
        parser.Initialize();
        clang::Sema::GlobalEagerInstantiationScope global(sema, true);
        clang::Sema::LocalEagerInstantiationScope local(sema);
        sema.ActOnStartOfTranslationUnit();
        clang::Parser::DeclGroupPtrTy declaration;
        clang::Sema::ModuleImportState imports{};
        while (parser.getCurToken().isNot(clang::tok::eof)) {
            parser.ParseTopLevelDecl(declaration, imports);
        }
        end_input(sema);
        local.perform();
        global.perform();
    }

    // Makes the checks that Clang defers. Incremental processing keeps the translation unit open;
    // while it is on, Clang before 18 takes declarations for statements.
    void end_input(clang::Sema& sema) {
        preprocessor().enableIncrementalProcessing(true);
        sema.ActOnEndOfTranslationUnit();
        preprocessor().enableIncrementalProcessing(false);
    }

    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory =
        llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay =
        llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    SwitchableDiagnostics diagnostics;
    clang::CompilerInstance compiler;
    OpenAction action;
    std::optional<NestingLimit> nesting_limit;
    bool header_parsed = false;
};

TranslationUnit::TranslationUnit(Source source)
    : source_(std::move(source)), implementation_(std::make_unique<Implementation>(source_)) {
}

TranslationUnit::~TranslationUnit() = default;

bool TranslationUnit::header_parsed() const {
    return implementation_->header_parsed;
}

std::string TranslationUnit::diagnostics_text() const {
    return implementation_->diagnostics.text();
}

std::vector<Diagnostic> TranslationUnit::parse(std::string_view name, std::string_view text) {
    return implementation_->parse(name, text);
}

clang::CompilerInstance& TranslationUnit::compiler() {
    return implementation_->compiler;
}

clang::ASTContext& TranslationUnit::context() {
    return compiler().getASTContext();
}

clang::Sema& TranslationUnit::sema() {
    return compiler().getSema();
}

std::string TranslationUnit::include_spelling(const std::string& path) {
    const std::string file = absolute_path(path);
    clang::HeaderSearch& search = compiler().getPreprocessor().getHeaderSearchInfo();
    const std::string spelling =
        search.suggestPathToFileForDiagnostics(file, std::filesystem::current_path().string(), "");
    // An earlier directory of the search may have another file of this spelling.
    const auto found = search.LookupFile(spelling, {}, true, nullptr, nullptr, {}, nullptr, nullptr,
                                         nullptr, nullptr, nullptr, nullptr);
    std::error_code ignored;
    return spelling != file && found &&
                   std::filesystem::equivalent(found->getName().str(), file, ignored)
               ? "<" + spelling + ">"
               : "\"" + file + "\"";
}

std::vector<std::string> TranslationUnit::include_spellings() {
    std::vector<std::string> spellings;
    for (const std::string& prelude : source_.preludes) {
        spellings.push_back(std::filesystem::exists(prelude) ? include_spelling(prelude)
                                                             : "\"" + prelude + "\"");
    }
    spellings.push_back(include_spelling(source_.header));
    return spellings;
}

std::vector<std::string> TranslationUnit::dependencies() const {
    std::vector<std::string> files;
    const clang::SourceManager& sources = implementation_->compiler.getSourceManager();
    for (auto entry = sources.fileinfo_begin(); entry != sources.fileinfo_end(); ++entry) {
        const std::string name = name_of_file(entry->first);
        if (name != main_file) {
            files.push_back(name);
        }
    }
    return files;
}

} // namespace proxima::gen
