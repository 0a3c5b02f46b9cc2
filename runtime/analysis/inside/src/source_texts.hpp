// Lines of source files.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace proxima::inside {

constexpr int source_neighbours = 3; // lines before and behind one that has samples

// Reads each file once.
class SourceTexts {
public:
    // Returns a line, at most 200 bytes of it; empty if the file cannot be read or is shorter.
    std::string line(const std::string& file, int number);

private:
    const std::vector<std::string>& lines_of(const std::string& file);

    std::map<std::string, std::vector<std::string>> files_;
};

} // namespace proxima::inside
