// What the program can be asked to do, each in a process of its own.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace scenario {

using Arguments = std::vector<std::string>;
using Scenario = int (*)(const Arguments&);

// Makes the program know scenarios by name.
struct Scenarios {
    Scenarios(std::initializer_list<std::pair<const char*, Scenario>> named);
};

} // namespace scenario
