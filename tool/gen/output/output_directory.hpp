// The output directory of a run; removed again if the run writes no file.
#pragma once

#include <filesystem>
#include <vector>

namespace proxima::gen {

class OutputDirectory {
public:
    // Makes the directory and proves that it can be written. Throws base::Error: said before any
    // work is done.
    explicit OutputDirectory(const std::filesystem::path& directory);
    OutputDirectory(const OutputDirectory&) = delete;
    OutputDirectory& operator=(const OutputDirectory&) = delete;

    // Removes the directories that were made for it, unless something is in them.
    ~OutputDirectory();

private:
    std::vector<std::filesystem::path> made_; // the innermost first
};

} // namespace proxima::gen
