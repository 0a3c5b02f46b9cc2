// The part of the command line that `proxima kb` has for itself.
#pragma once

#include "kb/kb_options.hpp"

namespace CLI {
class App;
}

namespace proxima::cli {

/// Declares the verbs of `proxima kb`, which fill `options` in. What is declared here is documented
/// in kb_help.cpp.
void add_kb_verbs(CLI::App& kb, KbOptions& options);

/// Throws UsageError unless the words after `kb` begin with a verb that there is.
void check_kb_verb(const CLI::App& kb, int argument_count, const char* const* arguments);

/// The help of the verb that was chosen, or of all.
const char* kb_help(const CLI::App& kb);

} // namespace proxima::cli
