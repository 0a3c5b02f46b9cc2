// The command line of proxima-gen.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace proxima::gen {

// Sources of the compiler flags of a run.
struct FlagSources {
    std::vector<std::string> flags;      // given after `--`
    std::optional<std::string> compiler; // gives its include directories and macros
};

struct Options {
    std::vector<std::string> headers;
    std::string output = ".";
    bool pmpi = false; // write wrappers of an MPI instead of proxies
    std::vector<std::string> classes;
    std::vector<std::string> templates;
    std::optional<std::string> configuration;
    std::vector<std::string> preludes;
    std::optional<std::string> check; // compiler that must accept the output
    bool force = false;               // replace files that are not generated
    bool list = false;
    bool components = false; // also write a library of proxy components
    std::optional<std::string> explain;
    FlagSources flags;
    std::optional<std::string> depfile;
    std::optional<std::string> depfile_target;
    unsigned jobs = 0; // 0: one per core
    bool quiet = false;
    bool verbose = false;

    bool explains_to_file() const { return explain && *explain != "-"; }
};

// The options, or an exit status if the run is over: --help, --version or a mistake was printed.
struct ParsedArguments {
    Options options;
    std::optional<int> exit_status;
};

ParsedArguments parse_command_line(int argc, char** argv);

} // namespace proxima::gen
