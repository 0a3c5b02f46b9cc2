// The verbs of `proxima kb`, and what they share.
#pragma once

#include "kb/kb_options.hpp"
#include "text/output.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <filesystem>
#include <string>

namespace proxima::cli {

/// `option`, else $PROXIMA_KB, else proxima.kb in the current directory.
std::filesystem::path chosen_base(const std::string& option);

knowledge::Filter filter_of(const KbOptions& options);

int run_kb_add(const KbOptions& options, Output& output);
int run_kb_list(const KbOptions& options, Output& output);
int run_kb_query(const KbOptions& options, Output& output);
int run_kb_models(const KbOptions& options, Output& output);
int run_kb_export(const KbOptions& options, Output& output);

} // namespace proxima::cli
