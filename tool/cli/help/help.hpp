// What `--help` prints.
#pragma once

namespace proxima::cli {

extern const char* const overview_help;
extern const char* const report_help;
extern const char* const records_help;
extern const char* const callgraph_help;
extern const char* const prune_help;
extern const char* const recover_help;
extern const char* const run_help;
extern const char* const assembly_help;
extern const char* const fit_help;
extern const char* const study_help;

} // namespace proxima::cli
