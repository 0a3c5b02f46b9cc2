// `proxima assembly`: writes what an assembly consists of.
#pragma once

#include "shared/verb.hpp"

#include <string>

namespace proxima::cli {

enum class AssemblyFormat { dot, json, script };

struct AssemblyOptions {
    std::string file;
    AssemblyFormat format = AssemblyFormat::dot;
};

void add_assembly(CLI::App& verb, AssemblyOptions& options);
int run_assembly_verb(const AssemblyOptions& options, text::Output& output);

} // namespace proxima::cli
