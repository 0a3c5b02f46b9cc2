// `proxima assembly`: draws an assembly.
#pragma once

#include "shared/verb.hpp"

#include <string>

namespace proxima::cli {

struct AssemblyOptions {
    std::string file;
};

void add_assembly(CLI::App& verb, AssemblyOptions& options);
int run_assembly_verb(const AssemblyOptions& options, text::Output& output);

} // namespace proxima::cli
