// `proxima callgraph`: writes the call graph.
#pragma once

#include "shared/verb.hpp"
#include "text/tree_view.hpp"

#include <string>

namespace proxima::cli {

enum class CallGraphFormat { dot, collapsed, hatchet };

struct CallGraphOptions {
    std::string run;
    text::TreeFilter filter;
    CallGraphFormat format = CallGraphFormat::dot;
};

void add_callgraph(CLI::App& verb, CallGraphOptions& options);
int run_callgraph(const CallGraphOptions& options, text::Output& output);

} // namespace proxima::cli
