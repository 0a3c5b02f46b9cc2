// The command line of `proxima-gen compile`.
#pragma once

#include "source/places.hpp"

#include <optional>
#include <string>
#include <vector>

namespace proxima::gen {

struct CompileOptions {
    SourceSelection selection;
    std::optional<std::string> run;           // whose hot functions are taken
    std::optional<std::string> configuration; // whose expressions are recorded
    bool copy_only = false;                   // put nothing in
    bool verbose = false;
    std::vector<std::string> command; // the compiler and its arguments
};

struct ParsedCompileArguments {
    CompileOptions options;
    std::optional<int> exit_status; // the run is over: --help or a mistake was printed
};

// `arguments` are those behind `compile`.
ParsedCompileArguments parse_compile_arguments(std::vector<std::string> arguments);

} // namespace proxima::gen
