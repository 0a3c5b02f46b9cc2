// Assembles the output files from the ports of all headers.
#pragma once

#include "input/options.hpp"
#include "model/port_model.hpp"
#include "output/file_writer.hpp"

#include <vector>

namespace proxima::gen {

// The proxies of each header, the Mastermind, and the components, dependency file and explanation
// that the options ask for.
std::vector<OutputFile> assemble(const Options& options,
                                 const std::vector<HeaderAnalysis>& headers);

} // namespace proxima::gen
