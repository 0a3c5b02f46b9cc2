// One run of proxima-gen: all headers, all output files or none.
#pragma once

#include "input/options.hpp"

namespace proxima::gen {

// Returns the exit status; throws base::Error. Prints notes and warnings to standard error as it
// goes.
int generate(const Options& options);

} // namespace proxima::gen
