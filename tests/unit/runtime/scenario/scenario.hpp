// What the program can be asked to do, each in a process of its own.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace scenario {

using Arguments = std::vector<std::string>;
using Scenarios = std::map<std::string, std::function<int(const Arguments&)>>;

void add_account(Scenarios& scenarios);
void add_calls(Scenarios& scenarios);
void add_counters(Scenarios& scenarios);
void add_endings(Scenarios& scenarios);
void add_mpi_calls(Scenarios& scenarios);
void add_processes(Scenarios& scenarios);
void add_threads(Scenarios& scenarios);
void add_transparency(Scenarios& scenarios);
void add_trouble(Scenarios& scenarios);

} // namespace scenario
