#include "source_texts.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace proxima::inside {
namespace {

constexpr std::size_t longest_line = 200;
constexpr std::uintmax_t largest_file = std::uintmax_t{16} << 20;

// The debug information of a stranger's run may name any file of the user, such as a key; a page
// that shows it may be sent back.
bool is_source(const std::filesystem::path& file) {
    constexpr std::array<std::string_view, 22> endings{
        ".c",   ".cc",  ".cpp", ".cxx", ".C",  ".c++", ".h",   ".hh",  ".hpp", ".hxx", ".h++",
        ".inl", ".ipp", ".tcc", ".tpp", ".cu", ".cuh", ".f90", ".F90", ".f",   ".F",   ".f03"};
    std::error_code ignored;
    const auto real = std::filesystem::canonical(file, ignored); // links may have other names
    return std::ranges::find(endings, real.extension().string()) != endings.end() &&
           std::filesystem::is_regular_file(file, ignored) &&
           std::filesystem::file_size(file, ignored) <= largest_file;
}

bool is_newer(const std::filesystem::path& file, const std::filesystem::path& program) {
    std::error_code failure;
    const auto written = std::filesystem::last_write_time(file, failure);
    const auto built = std::filesystem::last_write_time(program, failure);
    return !failure && written > built;
}

} // namespace

const std::vector<std::string>& SourceTexts::lines_of(const std::string& file,
                                                      const std::string& program) {
    const auto [known, is_new] = files_.try_emplace(file);
    auto& lines = known->second;
    if (!is_new || !is_source(file)) {
        return lines;
    }
    if (is_newer(file, program)) {
        problems_.push_back(file + " is newer than " + program + ": its lines are not shown");
    } else {
        std::ifstream text(file);
        for (std::string line; std::getline(text, line);) {
            lines.push_back(line.substr(0, longest_line));
        }
    }
    return lines;
}

std::string SourceTexts::line(const std::string& file, int number, const std::string& program) {
    const auto& lines = lines_of(file, program);
    const bool is_there = number > 0 && static_cast<std::size_t>(number) <= lines.size();
    return is_there ? lines[static_cast<std::size_t>(number) - 1] : std::string();
}

} // namespace proxima::inside
