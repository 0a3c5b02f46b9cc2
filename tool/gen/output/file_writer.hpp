// The outputs of a run: tested before any work, written all at once or not at all.
#pragma once

#include "input/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::gen {

// The output directory, and proof before any work that the outputs can be written.
class Outputs {
public:
    // Makes the directory, unless the run only lists. Throws base::Error if it, the explanation or
    // the dependency file cannot be written.
    explicit Outputs(const Options& options);
    Outputs(const Outputs&) = delete;
    Outputs& operator=(const Outputs&) = delete;

    // Removes the directories that were made, unless something is in them.
    ~Outputs();

private:
    Outputs() = default;
    void make_directory(const std::filesystem::path& directory);

    std::vector<std::filesystem::path> made_; // the innermost first
};

struct OutputFile {
    std::filesystem::path path;
    std::string text;
};

// Throws base::Error if a file to be generated exists, and its first line does not say that
// proxima-gen wrote it.
void check_generated(const std::vector<OutputFile>& files);

// Writes the files whose text differs from the disk's. The others keep their time stamps, so that
// builds skip their dependents; `touch` renews these. Replaces no file until all new texts are on
// the disk, and delays signals that end the program meanwhile. Writes to devices and pipes instead
// of replacing them. Throws base::Error.
void write_files(const std::vector<OutputFile>& files, bool touch = false);

// Text of a dependency file for Make: `target: input input`.
std::string dependency_text(const std::string& target, const std::vector<std::string>& inputs);

} // namespace proxima::gen
