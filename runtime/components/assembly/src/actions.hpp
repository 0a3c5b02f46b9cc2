// Whom commands of an assembly are about.
#pragma once

#include <proxima/assembly/assembly.hpp>

#include <string>
#include <vector>

namespace proxima::assembly {

// The instances that must be there for it.
std::vector<std::string> instances_in(const Action& action);

// Who is at work when it is done, for messages: "driver.go", "the making of flux (LinearFlux)".
std::string subject_of(const Action& action);

} // namespace proxima::assembly
