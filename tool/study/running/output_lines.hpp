// What a run has written, for somebody who wants to know why it failed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::study {

/// The last lines of a text file, at most `most`, without control characters, long ones cut.
std::vector<std::string> last_lines(const std::filesystem::path& file, std::size_t most);

/// The first line of the output that calls itself an error, else the first that sounds like one.
/// Empty if there is none.
std::string complaint_in(const std::filesystem::path& file);

/// For a program that has failed: its complaint, else what its launcher says first, else its last
/// line. Empty if there is none with a letter.
std::string telling_line(const std::filesystem::path& file);

} // namespace proxima::study
