// Runs compilers, and Clang in threads of this process.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

struct Finished {
    int status = 0;     // as a shell gives it: 128 and the signal's number if one ended it
    std::string errors; // of standard error; colored if this program's own is a terminal
};

// Captures standard error. Throws base::Error if the program cannot be run.
Finished run_captured(std::vector<std::string> line);

// Returns the exit status.
int run_through(const std::vector<std::string>& line);

// Becomes the program; returns 127 if that fails.
int run_instead(const std::vector<std::string>& line);

// The first line of standard output; empty if there is none.
std::string first_line_of(const std::vector<std::string>& line);

// Gives new threads stacks of 256 MiB, on which templates and constant expressions may nest as deep
// as compilers allow. Unused pages take no memory.
void enlarge_stacks();

// A directory that lives as long as this object.
class TemporaryDirectory {
public:
    // Throws base::Error.
    TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

} // namespace proxima::gen
