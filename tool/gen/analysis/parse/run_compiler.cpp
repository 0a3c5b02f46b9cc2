#include "analysis/parse/run_compiler.hpp"

#include <proxima/base/error.hpp>

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

#include <optional>

namespace proxima::gen {

CompilerAnswer run_compiler(const std::string& compiler, const char* option,
                            const std::vector<std::string>& arguments) {
    const llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(compiler);
    if (!program) {
        throw base::Error("the compiler " + compiler + " is not found; give its path to " + option);
    }
    llvm::SmallString<128> log;
    if (llvm::sys::fs::createTemporaryFile("proxima-gen", "log", log)) {
        throw base::Error("no temporary file can be made to run the compiler " + compiler);
    }
    const llvm::FileRemover remover(log);
    std::vector<llvm::StringRef> line{*program};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef("/dev/null"),
                                                        llvm::StringRef("/dev/null"), log.str()};
    CompilerAnswer answer;
    answer.status = llvm::sys::ExecuteAndWait(*program, line, std::nullopt, redirects);
    if (const auto buffer = llvm::MemoryBuffer::getFile(log)) {
        answer.errors = (*buffer)->getBuffer().str();
    }
    return answer;
}

} // namespace proxima::gen
