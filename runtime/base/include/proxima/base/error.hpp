// The exception for input that cannot be understood or done; it names the place in the user's file.
//
//     try {
//         throw base::Error("study.json", 7, "has no \"runs\"; add it");
//     } catch (const base::Error& error) {
//         std::cerr << base::error_line("proxima", error) << '\n'; // study.json:7: error: has ...
//     }
//
// Thread safety: threads may share const objects, as with std::runtime_error.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace proxima::base {

/// A position in a file. Lines and columns count from 1; 0 means unknown.
struct Place {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
};

/// Returns `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
std::string to_string(const Place& place);

/// An error whose what() is one line: `FILE:LINE: error: WHAT, AND WHAT TO DO`. Unknown parts of
/// the place are left out. Words of more than 300 bytes and lines of more than 4000 lose their
/// middle.
class Error : public std::runtime_error {
public:
    explicit Error(std::string_view problem);
    Error(const Place& place, std::string_view problem);
    Error(const std::filesystem::path& file, std::string_view problem);
    Error(const std::filesystem::path& file, std::size_t line, std::string_view problem);

    Error(const Error&) = default;
    Error& operator=(const Error&) = default;
    ~Error() override; ///< out of line, so that code without RTTI shares the type

    const Place& place() const noexcept { return place_; }

    /// The message without its place.
    const std::string& problem() const noexcept { return problem_; }

private:
    Place place_;
    std::string problem_;
};

/// An error at a byte of a binary file: `FILE: error: byte OFFSET: PROBLEM`.
Error error_at_byte(const std::filesystem::path& file, std::uint64_t offset,
                    std::string_view problem);

/// The line to print: what() of an Error with a place, else `PROGRAM: error: WHAT`.
std::string error_line(std::string_view program, const std::exception& error);

} // namespace proxima::base
