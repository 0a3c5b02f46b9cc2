// What `--help` prints.
#pragma once

namespace proxima::cli {

extern const char* const fit_help;
extern const char* const study_help;

} // namespace proxima::cli
