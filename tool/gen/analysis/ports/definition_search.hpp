// Finds the header that may define a class that another header only declares, by file names and
// text, without parsing.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

// At most three headers that seem to define the class `name`, likeliest first: files called like
// it, then earlier directories, then shorter paths. Searches the directories with their
// subdirectories; one of system headers only if it comes first, and without subdirectories.
std::vector<std::string> headers_that_define(const std::string& name,
                                             const std::vector<std::string>& directories);

} // namespace proxima::gen
