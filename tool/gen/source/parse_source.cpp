#include "source/parse_source.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>

#include <exception>
#include <memory>

namespace proxima::gen {
namespace {

// Keeps the first error. Counts none, so that Clang prints no count.
class FirstError : public clang::DiagnosticConsumer {
public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& info) override {
        if (error_ || level < clang::DiagnosticsEngine::Error) {
            return;
        }
        llvm::SmallString<256> message;
        info.FormatDiagnostic(message);
        error_ = {std::string(message), {}};
        if (info.hasSourceManager() && info.getLocation().isValid()) {
            error_->position = position_of(info.getSourceManager(), info.getLocation());
        }
    }

    const std::optional<Diagnostic>& error() const { return error_; }

private:
    std::optional<Diagnostic> error_;
};

// The input of a parse, and the exception of its use, which must not pass through the frames of
// Clang.
struct Parse {
    const std::map<std::string, std::string>* changed;
    const std::function<void(clang::CompilerInstance&)>* use;
    std::exception_ptr thrown;
};

class Action : public clang::ASTFrontendAction {
public:
    explicit Action(Parse& parse) : parse_(&parse) {}

private:
    class Consumer : public clang::ASTConsumer {
    public:
        Consumer(clang::CompilerInstance& compiler, Parse& parse)
            : compiler_(&compiler), parse_(&parse) {}

        void HandleTranslationUnit(clang::ASTContext&) override {
            if (compiler_->getDiagnostics().hasErrorOccurred()) {
                return;
            }
            try {
                (*parse_->use)(*compiler_);
            } catch (...) {
                parse_->thrown = std::current_exception();
            }
        }

    private:
        clang::CompilerInstance* compiler_;
        Parse* parse_;
    };

    bool BeginInvocation(clang::CompilerInstance& compiler) override {
        for (const auto& [file, text] : *parse_->changed) {
            compiler.getPreprocessorOpts().addRemappedFile(
                file, llvm::MemoryBuffer::getMemBufferCopy(text, file).release());
        }
        return true;
    }

    bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
        compiler.getDependencyOutputOpts() = {};
        return true;
    }

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef) override {
        return std::make_unique<Consumer>(compiler, *parse_);
    }

    Parse* parse_;
};

} // namespace

std::optional<Diagnostic> parse_source(const std::string& source,
                                       const std::vector<std::string>& arguments,
                                       const std::map<std::string, std::string>& changed,
                                       const std::function<void(clang::CompilerInstance&)>& use) {
    std::vector<std::string> line = arguments;
    line.insert(line.end(), {"-Qunused-arguments", "-w", "-fsyntax-only", source});
    const auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions());
    FirstError first;
    Parse parse{&changed, &use, nullptr};
    clang::tooling::ToolInvocation invocation(line, std::make_unique<Action>(parse), files.get());
    invocation.setDiagnosticConsumer(&first);
    const bool is_parsed = invocation.run();
    if (parse.thrown) {
        std::rethrow_exception(parse.thrown);
    }
    if (first.error() || is_parsed) {
        return first.error();
    }
    return Diagnostic{"the flags make no sense to Clang", {}};
}

} // namespace proxima::gen
