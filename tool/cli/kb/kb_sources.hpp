// What `proxima kb add` is given.
#pragma once

#include <proxima/knowledge/decision.hpp>

#include <string>

namespace proxima::cli {

enum class SourceKind { run, models, selection, answer, assembly };

/// What the file or directory is, by what is in it. Throws model::Error if it is none of these.
SourceKind kind_of_source(const std::string& source);

/// An assembly script, or the same in JSON. Throws assembly::AssemblyError.
knowledge::Assembly read_assembly_source(const std::string& file, const std::string& name);

} // namespace proxima::cli
