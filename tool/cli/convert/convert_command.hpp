// `proxima convert`: to and from the formats of other tools.
#pragma once

#include "shared/verb.hpp"
#include "text/tree_view.hpp"

#include <string>

namespace proxima::cli {

struct ConvertOptions {
    std::string run;       // with `from` a file or directory of another tool
    std::string to = {};   // the name of a format
    std::string from = {}; // the name of a format; empty: a run is converted
    std::string output = {};
    bool force = false;
    text::TreeFilter filter = {};
};

void add_convert(CLI::App& verb, ConvertOptions& options);
int run_convert(const ConvertOptions& options, text::Output& output);

} // namespace proxima::cli
