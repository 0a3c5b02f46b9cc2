#include "check/compiler_check.hpp"

#include "analysis/parse/compile_flags.hpp"
#include "analysis/parse/run_compiler.hpp"
#include "source/processes.hpp"

#include <proxima/base/error.hpp>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

std::string first_error(const std::string& log) {
    const std::size_t error = log.find("error: ");
    const std::size_t begin = error == std::string::npos ? 0 : log.rfind('\n', error) + 1;
    return log.substr(begin, log.find('\n', begin) - begin);
}

} // namespace

void check_by_compiler(const std::string& compiler, const FlagSources& flags,
                       const std::vector<std::string>& headers,
                       const std::vector<OutputFile>& files) {
    const TemporaryDirectory directory;
    std::vector<OutputFile> copies;
    for (const OutputFile& file : files) {
        copies.push_back({fs::path(directory.path()) / file.path.filename(), file.text});
    }
    write_files(copies);
    std::vector<std::string> arguments = own_flags(flags);
    arguments.insert(arguments.end(), {"-fsyntax-only", "-w", "-I", directory.path(), "-isystem",
                                       runtime_include_directory()});
    for (const std::string& header : headers) {
        arguments.insert(arguments.end(), {"-iquote", fs::absolute(header).parent_path().string()});
    }
    arguments.emplace_back();
    for (const OutputFile& file : copies) {
        if (file.path.extension() != ".cpp") {
            continue;
        }
        arguments.back() = file.path.string();
        const CompilerAnswer answer = run_compiler(compiler, "--check", arguments);
        if (answer.status != 0) {
            throw base::Error(compiler +
                              " refuses what would be generated: " + first_error(answer.errors) +
                              " (leave the class out, or report it with its header)");
        }
    }
}

} // namespace proxima::gen
