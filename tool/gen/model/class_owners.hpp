// Classes that several headers of a run make known.
#pragma once

#include "model/port_model.hpp"

#include <vector>

namespace proxima::gen {

// Leaves each class in one header: the one that defines it, else the first that declares it. Drops
// a name that one header only declares if another header has the class.
void give_each_class_one_header(std::vector<HeaderAnalysis>& headers);

// Throws base::Error if two eligible ports would share a name in the Mastermind.
void check_distinct_identifiers(const std::vector<HeaderAnalysis>& headers);

// The ports of all headers, in order.
std::vector<PortClass> all_ports(const std::vector<HeaderAnalysis>& headers);

} // namespace proxima::gen
