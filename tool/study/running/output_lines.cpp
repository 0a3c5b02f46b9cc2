#include "output_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>

namespace proxima::study {
namespace {

constexpr std::size_t longest = 500;
constexpr std::streamoff tail_with_complaint = 262144;

/// Lines with something on them, of the last `tail` bytes.
std::vector<std::string> lines_of(const std::filesystem::path& file, std::streamoff tail) {
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(0, std::ios::end);
    stream.seekg(std::max<std::streamoff>(0, stream.tellg() - tail));
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        std::replace_if(
            line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
        const auto begin = line.find_first_not_of(' ');
        if (begin != std::string::npos) {
            lines.push_back(line.substr(0, longest));
        }
    }
    return lines;
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

template <std::size_t count>
bool has_one_of(const std::string& text, const std::array<std::string_view, count>& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

/// How surely a line says what went wrong; 0: not at all. `error = 0.1` is a result.
int certainty_of(const std::string& line) {
    static constexpr std::array<std::string_view, 6> sure{"error:", "what():",     "assertion",
                                                          "fatal",  "error while", "panic:"};
    static constexpr std::array<std::string_view, 12> likely{
        "terminate called", "exception", "cannot ",     "could not", "no such", "not found",
        "unable to",        "failed",    "not allowed", "unknown ",  "invalid", "traceback"};
    const auto text = lower_case(line);
    return has_one_of(text, sure) ? 2 : has_one_of(text, likely) ? 1 : 0;
}

bool has_letter(const std::string& line) {
    return std::any_of(line.begin(), line.end(),
                       [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; });
}

/// Launchers frame their messages so.
bool is_rule(const std::string& line) {
    return line.find_first_not_of("-=* ") == std::string::npos;
}

std::string trimmed(const std::string& line) {
    const auto begin = line.find_first_not_of(' ');
    return line.substr(begin, line.find_last_not_of(' ') - begin + 1);
}

std::string complaint_among(const std::vector<std::string>& lines) {
    const std::string* best = nullptr;
    int certainty = 0;
    for (const auto& line : lines) {
        if (certainty_of(line) > certainty) {
            certainty = certainty_of(line);
            best = &line;
        }
    }
    return best == nullptr ? "" : trimmed(*best);
}

} // namespace

std::vector<std::string> last_lines(const std::filesystem::path& file, std::size_t most) {
    constexpr std::streamoff tail = 16384;
    auto lines = lines_of(file, tail);
    if (lines.size() > most) {
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
    }
    return lines;
}

std::string complaint_in(const std::filesystem::path& file) {
    return complaint_among(lines_of(file, tail_with_complaint));
}

std::string telling_line(const std::filesystem::path& file) {
    const auto lines = lines_of(file, tail_with_complaint);
    const auto complaint = complaint_among(lines);
    if (!complaint.empty()) {
        return complaint;
    }
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (is_rule(lines[i]) && has_letter(lines[i + 1])) {
            return trimmed(lines[i + 1]);
        }
    }
    const auto last = std::find_if(lines.rbegin(), lines.rend(), has_letter);
    return last == lines.rend() ? "" : trimmed(*last);
}

} // namespace proxima::study
