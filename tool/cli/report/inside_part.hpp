// `proxima report --inside`: functions, lines and libraries below a method.
#pragma once

#include "report/report_command.hpp"

namespace proxima::cli {

// Throws base::Error if the run has no samples there.
int run_inside(const ReportOptions& options, text::Output& output);

// `--pack`: writes the names and source lines into the run.
int run_pack(const ReportOptions& options, text::Output& output);

} // namespace proxima::cli
