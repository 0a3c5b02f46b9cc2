// Finds the header that may define a class that another header only declares, by file names and
// text, without parsing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::gen {

// True if the text seems to define a class, struct or union of this name.
bool seems_to_define(std::string_view text, std::string_view name);

// Searches the headers below some directories. Reads directories once, files for each search.
class DefinitionSearch {
public:
    // Directories in order of preference, searched with their subdirectories. A directory of system
    // headers is searched only if it comes first, and without subdirectories.
    explicit DefinitionSearch(std::vector<std::string> directories);

    // At most three headers that seem to define the class `name`, likeliest first: files called
    // like it, then earlier directories, then shorter paths.
    std::vector<std::string> headers_that_define(const std::string& name);

private:
    void read_directories();

    std::vector<std::string> directories_;
    std::vector<std::string> headers_; // nearest first
    bool read_ = false;
};

} // namespace proxima::gen
