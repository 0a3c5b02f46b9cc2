// The options of `proxima report --resources`.
#pragma once

#include <string>
#include <vector>

namespace proxima::cli {

struct ResourceQuestion {
    std::string nodes;              // directory of a master of nodes
    std::vector<std::string> names; // globs of nodes; empty: all, summed up
    std::string platform;           // file with the rate of the network; empty: none
};

} // namespace proxima::cli
