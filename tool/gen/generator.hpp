// Runs proxima-gen: all headers in, all output files out, or none.
#pragma once

#include "input/options.hpp"

namespace proxima::gen {

// Returns the exit status; prints notes and warnings to standard error. Throws base::Error.
int generate(const Options& options);

} // namespace proxima::gen
