// Makes the command line for Clang from the user's flags, a compilation database, another compiler,
// and Proxima's own needs.
#pragma once

#include "input/options.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace proxima::gen {

class CompileFlags {
public:
    // Asks the compiler and opens the compilation database. Throws base::Error if one fails.
    explicit CompileFlags(FlagSources sources);
    ~CompileFlags();
    CompileFlags(const CompileFlags&) = delete;
    CompileFlags& operator=(const CompileFlags&) = delete;

    // The driver's arguments to parse `header`: the driver's name first, no input file, no flags
    // that only other compilers understand. Thread-safe.
    std::vector<std::string> arguments_for(const std::string& header) const;

private:
    class Database;

    std::vector<std::string> ask_compiler(const std::vector<std::string>& flags) const;

    FlagSources sources_;
    mutable std::mutex answers_mutex_;
    // The compiler's answers by the flags of the question.
    mutable std::map<std::vector<std::string>, std::vector<std::string>> answers_;
    std::unique_ptr<Database> database_;
};

// The flags of the command line, for the user's own compiler.
std::vector<std::string> own_flags(const FlagSources& sources);

// Directory of the headers that generated code includes: beside the installed program, else in the
// source tree that built it. Throws base::Error if there is none.
std::string runtime_include_directory();

// Turns the output of `compiler -v` into Clang's flags: target, include directories, and the -D and
// -U of a wrapper such as mpicxx.
std::vector<std::string> flags_from_verbose_output(const std::string& output);

} // namespace proxima::gen
