// A compiler's command line, and the two steps that compile a changed copy of its source.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace proxima::gen {

struct CompilerCommand {
    std::vector<std::string> wrappers; // before the compiler, such as ccache
    std::string compiler;
    std::vector<std::string> arguments;
    std::string source;
    std::string output;
    bool is_cxx = false;
    bool is_clang = false;

    // As it was given.
    std::vector<std::string> line() const;
};

// Reads a command line. Nothing: it is not the plain compilation of one C or C++ source, for the
// stored reason, so there is nothing to change.
std::optional<CompilerCommand> read_compiler_command(const std::vector<std::string>& line,
                                                     std::string& reason);

// Writes the source with its includes to `copy`, and the dependencies that were asked for.
std::vector<std::string> preprocessing_step(const CompilerCommand& command,
                                            const std::string& copy);

// Compiles the copy.
std::vector<std::string> compiling_step(const CompilerCommand& command, const std::string& copy);

// The flags by which Clang parses the source.
std::vector<std::string> parsing_flags(const CompilerCommand& command);

// True if __OPTIMIZE__ is defined, which headers ask for.
bool optimizes(const CompilerCommand& command);

} // namespace proxima::gen
