// What `proxima report --resources` is asked.
#pragma once

#include <string>
#include <vector>

namespace proxima::cli {

struct ResourceQuestion {
    std::string nodes;              ///< what a master of nodes wrote
    std::vector<std::string> names; ///< of nodes; empty: all, summed up
    std::string platform;           ///< file with the rate of the network; empty: none
};

} // namespace proxima::cli
