// The decision about each class and method, as text (--list) and as JSON (--explain).
#pragma once

#include "input/options.hpp"
#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// One line for each class; below it each unmeasured method with the reason.
std::string list_text(const std::vector<PortClass>& ports, bool verbose);

// The members that use the proxy's own object in place of the target, in a few words; else empty.
std::string own_object_text(const PortClass& port);

// The same as JSON: classes with status, reason, file and line; methods with theirs; parameters
// recorded; notes.
std::string explanation_json(const std::vector<PortClass>& ports);

// Prints what --list and `--explain -` ask for. With --list, also writes the file of --explain.
void print_explanation(const Options& options, const std::vector<HeaderAnalysis>& headers);

} // namespace proxima::gen
