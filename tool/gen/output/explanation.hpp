// Explains the decision about each class and method, as text (--list) and as JSON (--explain).
#pragma once

#include "input/options.hpp"
#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// One line for each class; below it each unmeasured method with the reason.
std::string list_text(const std::vector<PortClass>& ports, bool verbose);

// JSON with the status, reason, file and line of classes and methods, recorded parameters, notes.
std::string explanation_json(const std::vector<PortClass>& ports);

// Prints what --list and `--explain -` ask for. With --list, also writes the file of --explain.
void print_explanation(const Options& options, const std::vector<HeaderAnalysis>& headers);

} // namespace proxima::gen
