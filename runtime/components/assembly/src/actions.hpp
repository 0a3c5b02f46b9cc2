// Instances and subjects of commands.
#pragma once

#include <proxima/assembly/assembly.hpp>

#include <string>
#include <vector>

namespace proxima::assembly {

// Returns the instances that must exist for the command.
std::vector<std::string> instances_in(const Action& action);

// Names the subject of a command for messages: "driver.go", "the making of flux (LinearFlux)".
std::string subject_of(const Action& action);

} // namespace proxima::assembly
