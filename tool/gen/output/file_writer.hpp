// The outputs of a run: written all at once or not at all.
#pragma once

#include "input/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::gen {

struct OutputFile {
    std::filesystem::path path;
    std::string text;
};

// Writes the files of a run into its directory, which is made if missing, and not left on an error.
// Throws base::Error if a file to be generated exists that proxima-gen has not written, unless the
// options force it.
void write_outputs(const Options& options, std::vector<OutputFile> files);

// Writes the files whose text differs from the disk's. The others keep their time stamps, so that
// builds skip their dependents. Replaces no file until all new texts are on the disk. Writes to
// devices and pipes instead of replacing them. Throws base::Error.
void write_files(const std::vector<OutputFile>& files);

// Text of a dependency file for Make: `target: input input`.
std::string dependency_text(const std::string& target, const std::vector<std::string>& inputs);

} // namespace proxima::gen
