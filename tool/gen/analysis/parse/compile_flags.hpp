// Makes the command line for Clang from the user's flags, another compiler, and Proxima's own
// needs.
#pragma once

#include "input/options.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The driver's arguments: its name first, no input file, no flags that only other compilers
// understand. Throws base::Error if the other compiler does not answer.
std::vector<std::string> clang_arguments(const FlagSources& sources);

// The flags of the command line, for the user's own compiler.
std::vector<std::string> own_flags(const FlagSources& sources);

// Directory of the headers that generated code includes: beside the installed program, else in the
// source tree that built it. Throws base::Error if there is none.
std::string runtime_include_directory();

// Turns the output of `compiler -v` into Clang's flags: target, include directories, and the -D and
// -U of a wrapper such as mpicxx.
std::vector<std::string> flags_from_verbose_output(const std::string& output);

} // namespace proxima::gen
