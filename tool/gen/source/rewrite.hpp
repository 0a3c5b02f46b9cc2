// Puts text into the preprocessed copy of a source.
#pragma once

#include "source/places.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

struct RewrittenSource {
    std::string text;
    std::set<std::size_t> inserted; // indexes of the places found
};

// `text` has line markers, by which it finds the places. All other text keeps its file, line and
// column. A loop below a pragma, which belongs to it, is left alone.
RewrittenSource rewrite(const std::string& text, const std::vector<SourcePlace>& places,
                        bool is_cxx);

} // namespace proxima::gen
