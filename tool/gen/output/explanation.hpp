// What was decided about each class and method, for people and for machines.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

/// One line for each class, and below it what is not measured and why.
std::string list_text(const std::vector<Port>& ports, bool verbose);

/// One line for each class that no rule selects: why not, and what takes it.
std::string skipped_text(const std::vector<SkippedClass>& classes);

/// What acts on the proxy's own object in place of the target, in a few words; else empty.
std::string own_object_text(const Port& port);

/// The same as JSON: classes with status, reason, file and line; methods with theirs; parameters
/// recorded; notes.
std::string explanation_json(const std::vector<Port>& ports);

} // namespace proxima::gen
