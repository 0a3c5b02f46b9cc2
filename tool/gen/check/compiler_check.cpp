#include "check/compiler_check.hpp"

#include "analysis/parse/compile_flags.hpp"
#include "analysis/parse/run_compiler.hpp"

#include <proxima/base/error.hpp>

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

// The outputs in a directory of their own, which vanishes.
class Copies {
public:
    explicit Copies(const std::vector<OutputFile>& files) {
        std::string name = (fs::temp_directory_path() / "proxima-gen-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw base::Error("no temporary directory can be made for --check in " +
                              fs::temp_directory_path().string());
        }
        directory_ = name;
        for (const OutputFile& file : files) {
            copies_.push_back({directory_ / file.path.filename(), file.text});
        }
        write_files(copies_);
    }
    ~Copies() {
        std::error_code ignored;
        fs::remove_all(directory_, ignored);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;

    const fs::path& directory() const { return directory_; }
    const std::vector<OutputFile>& files() const { return copies_; }

private:
    fs::path directory_;
    std::vector<OutputFile> copies_;
};

std::string first_error(const std::string& log) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("error: ") != std::string::npos) {
            return line;
        }
    }
    return log.substr(0, log.find('\n'));
}

} // namespace

void check_by_compiler(const std::string& compiler, const FlagSources& flags,
                       const std::vector<std::string>& headers,
                       const std::vector<OutputFile>& files) {
    const Copies copies(files);
    std::vector<std::string> arguments = own_flags(flags);
    arguments.insert(arguments.end(), {"-fsyntax-only", "-w", "-I", copies.directory().string(),
                                       "-isystem", runtime_include_directory()});
    for (const std::string& header : headers) {
        arguments.insert(arguments.end(), {"-iquote", fs::absolute(header).parent_path().string()});
    }
    arguments.emplace_back();
    for (const OutputFile& file : copies.files()) {
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
