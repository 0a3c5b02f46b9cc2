// What was decided about each class and method, for people and for machines.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

/// One line for each class, and below it what is not measured and why.
std::string list_text(const std::vector<Port>& ports, bool verbose);

/// The same as JSON: classes with status, reason, file and line; methods with theirs; parameters
/// recorded; notes.
std::string explanation_json(const std::vector<Port>& ports);

} // namespace proxima::gen
