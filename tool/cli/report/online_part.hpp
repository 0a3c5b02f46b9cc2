// Decisions and events of a run as text.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/online/files/findings.hpp>

namespace proxima::cli {

// `all`: also the swaps of trials.
void write_online_part(const online::files::Findings& part, bool all,
                       const text::Terminal& terminal, text::Output& output);

} // namespace proxima::cli
