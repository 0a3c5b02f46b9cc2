// The decision about each class and method, as text (--list) and as JSON (--explain).
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// One line for each class; below it each unmeasured method with the reason.
std::string list_text(const std::vector<PortClass>& ports, bool verbose);

// One line for each unselected class: the reason, and the option that selects it.
std::string skipped_text(const std::vector<SkippedClass>& classes);

// The members that use the proxy's own object in place of the target, in a few words; else empty.
std::string own_object_text(const PortClass& port);

// The same as JSON: classes with status, reason, file and line; methods with theirs; parameters
// recorded; notes.
std::string explanation_json(const std::vector<PortClass>& ports);

} // namespace proxima::gen
