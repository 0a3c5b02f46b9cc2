// `proxima recover`: completes a run that was killed.
#pragma once

#include "shared/verb.hpp"

#include <string>

namespace proxima::cli {

struct RecoverOptions {
    std::string run;
};

void add_recover(CLI::App& verb, RecoverOptions& options);
int run_recover(const RecoverOptions& options, text::Output& output);

} // namespace proxima::cli
