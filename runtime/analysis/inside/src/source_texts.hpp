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
    // Returns a line, at most 200 bytes of it; empty if the file cannot be read, is shorter, or has
    // changed since `program` was built.
    std::string line(const std::string& file, int number, const std::string& program);
    // Returns sentences about files that have changed.
    const std::vector<std::string>& problems() const { return problems_; }

private:
    const std::vector<std::string>& lines_of(const std::string& file, const std::string& program);

    std::map<std::string, std::vector<std::string>> files_;
    std::vector<std::string> problems_;
};

} // namespace proxima::inside
