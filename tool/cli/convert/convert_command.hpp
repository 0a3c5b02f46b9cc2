// `proxima convert`: writes the formats of other tools.
#pragma once

#include "shared/verb.hpp"
#include "text/tree_view.hpp"

#include <string>

namespace proxima::cli {

struct ConvertOptions {
    std::string run;
    std::string to = {}; // the name of a format
    std::string output = {};
    bool force = false;
    text::TreeFilter filter = {};
};

void add_convert(CLI::App& verb, ConvertOptions& options);
int run_convert(const ConvertOptions& options, text::Output& output);

} // namespace proxima::cli
