#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sample_test {

// One invocation: column -> value, as `proxima records --csv` writes them.
using Record = std::map<std::string, std::string>;

// All recorded invocations of a method, given as port::method.
std::vector<Record> records(const std::filesystem::path& run_directory, const std::string& method);

} // namespace sample_test
