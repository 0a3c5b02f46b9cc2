// Messages of proxima-gen about its input: on standard error, or as the error that ends the run.
#pragma once

#include "input/configuration.hpp"
#include "input/options.hpp"
#include "model/port_model.hpp"

#include <vector>

namespace proxima::gen {

// Warns of rules that match nothing. Throws base::Error if a header did not parse, after Clang's
// own messages, or if no class has a name that was asked for.
void report_findings(const Options& options, const GeneratorConfiguration& configuration,
                     const std::vector<HeaderAnalysis>& headers);

// Reports refused ports, and proxies that become no component. Returns false if a port that was
// asked for is refused. Throws base::Error if no port is eligible.
bool report_ports(const Options& options, const std::vector<PortClass>& ports);

} // namespace proxima::gen
