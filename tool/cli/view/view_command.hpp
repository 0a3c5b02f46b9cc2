// `proxima view`: writes an interactive page.
#pragma once

#include "shared/verb.hpp"

#include <string>

namespace proxima::cli {

struct ViewOptions {
    std::string run;
    std::string other;  // a later run; empty: none
    std::string output; // empty: beside the run
    bool force = false; // replace a file that exists
};

void add_view(CLI::App& verb, ViewOptions& options);
int run_view(const ViewOptions& options, text::Output& output);

} // namespace proxima::cli
