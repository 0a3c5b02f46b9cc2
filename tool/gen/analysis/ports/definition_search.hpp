// Which header may define a class that another header only declares: by names of files and by text,
// without parsing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::gen {

// Whether the text has what looks like the definition of a class, struct or union of this name.
bool seems_to_define(std::string_view text, std::string_view name);

// Headers below some directories. Reads directories when first asked, files whenever asked.
class DefinitionSearch {
public:
    // Directories in order of preference, searched with all below them. Of those that hold the
    // system's headers only the first directory is, and without what is below it.
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
