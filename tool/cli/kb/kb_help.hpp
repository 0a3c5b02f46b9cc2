// What `proxima kb ... --help` prints.
#pragma once

namespace proxima::cli {

extern const char* const kb_overview_help;
extern const char* const kb_add_help;
extern const char* const kb_list_help;
extern const char* const kb_query_help;
extern const char* const kb_models_help;
extern const char* const kb_export_help;

} // namespace proxima::cli
