// `proxima nodes`: shows what nodes used.
#pragma once

#include "text/output.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

struct NodesOptions {
    std::string run;
    std::string svg; // file; empty: no picture
    std::vector<std::string> metrics;
    double step = 0; // seconds; 0: the longest interval
    std::size_t width = 0;
    bool json = false;
};

void add_nodes(CLI::App& verb, NodesOptions& options);
int run_nodes(const NodesOptions& options, text::Output& output);

} // namespace proxima::cli
