// Writes a set of files all at once or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::gen {

struct OutputFile {
    std::filesystem::path path;
    std::string text;
};

// Writes the files whose text differs from what is on the disk; the rest keep their time stamps,
// so that nothing that depends on them is rebuilt. Until every new text is safely on the disk no
// file is replaced, and signals that end the program wait. Devices and pipes are written to, not
// replaced. `touch`: what would not change gets a new time stamp. Throws base::Error.
void write_files(const std::vector<OutputFile>& files, bool touch = false);

// Throws base::Error, before any work, if write_files() could not write that file.
void check_writable(const std::filesystem::path& file);

// A dependency file in the syntax of Make: `target: input input`.
std::string dependency_text(const std::string& target, const std::vector<std::string>& inputs);

} // namespace proxima::gen
