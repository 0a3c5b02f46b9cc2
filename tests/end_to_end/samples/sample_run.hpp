#pragma once

#include <filesystem>
#include <string>

namespace sample_test {

struct Outcome {
    int status;         // exit status
    std::string output; // what went to standard output
};

// Runs a command line in `directory`. `configuration` becomes the environment variable PROXIMA;
// empty: unset.
Outcome run(const std::string& command, const std::filesystem::path& directory,
            const std::string& configuration);

// An empty directory of the running test's own, below the build tree.
std::filesystem::path fresh_directory();

} // namespace sample_test
