// Messages of proxima-gen about its input: on standard error, or as the error that ends the run.
#pragma once

#include "analysis/header_analysis.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace proxima::gen {

// Throws base::Error if a header did not parse, after Clang's own messages.
void report_unparsed(const std::vector<HeaderAnalysis>& analyses);

// Rules that matched nothing: base::Error for a class named exactly, else a warning.
void report_unmatched(const GeneratorConfiguration& configuration,
                      const std::vector<HeaderAnalysis>& analyses, bool quiet);

// Refusals: errors for what was asked for by name, notes for the rest. True when something asked
// for was refused.
bool report_refusals(const std::vector<PortClass>& ports, bool quiet);

// One note for each eligible port with methods or members that act on the proxy's own object.
void report_own_objects(const std::vector<PortClass>& ports, bool quiet);

// One note for each eligible port whose proxy becomes no component.
void report_left_out_components(const std::vector<PortClass>& ports, bool quiet);

} // namespace proxima::gen
