// Writes samples for `proxima top`.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/live/sample.hpp>

#include <string>

namespace proxima::cli {

struct TopView {
    std::string name;               // name of the program or run
    const live::LiveSample& whole;  // since the start
    const live::LiveSample& recent; // since the last refresh; at first the whole
};

// Writes at most `lines` lines, including problems; 0: all lines, without problems.
void write_top_table(const TopView& view, std::size_t lines, const text::Terminal& terminal,
                     text::Output& output);
void write_top_json(const TopView& view, text::Output& output);

} // namespace proxima::cli
