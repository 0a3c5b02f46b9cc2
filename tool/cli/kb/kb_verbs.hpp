// The verbs of `proxima kb`, and what they share.
#pragma once

#include "kb/kb_command.hpp"
#include "text/output.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::cli {

// `option`, else $PROXIMA_KB, else proxima.kb in the current directory.
std::filesystem::path chosen_base(const std::string& option);

// `n=100`, `n=100..1000`, `n=100..`, `n=..1000`, `mode=strided`. Throws UsageError.
knowledge::ParameterFilter parameter_filter(const std::string& condition);

enum class SourceKind { run, models, answer };

// The kind of a file or directory, by its contents. Throws base::Error if it is none of these.
SourceKind kind_of_source(const std::string& source);

int run_kb_add(const KbOptions& options, text::Output& output);
int run_kb_models(const KbOptions& options, text::Output& output);

// A table (times in the unit that fits, `width` cells if that is possible without shortening the
// column `whole`), CSV, or a JSON array.
void write_rows(const knowledge::QueryRows& answer, RowFormat format, std::size_t width,
                text::Output& output, std::string_view whole = {});

} // namespace proxima::cli
