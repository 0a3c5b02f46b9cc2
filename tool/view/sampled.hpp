// Writes functions and source lines from stack samples into the document of a page.
#pragma once

#include "view/page.hpp"

namespace proxima::view {

// Functions below the methods, and source lines; nothing without samples.
void write_sampled(const ViewedRun& run, ScriptData& document);

} // namespace proxima::view
