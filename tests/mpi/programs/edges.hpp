// Programs at the edges of what is measured: switched off, ended by another thread, left early.
#pragma once

#include <map>
#include <string>

namespace programs {

// By name; each gets the rank, and returns whether all went well.
const std::map<std::string, bool (*)(int rank)>& edges();

} // namespace programs
