#include "analysis/ports/definition_search.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_headers = 20000;
constexpr std::size_t most_candidates = 3;
constexpr int deepest_directory = 12; // symbolic links may lead back up
constexpr std::uintmax_t largest_header = 4U << 20U;

bool is_header(const fs::path& file) {
    static const std::set<std::string> extensions{".h", ".hh", ".hpp", ".hxx", ".H", ""};
    return extensions.contains(file.extension().string());
}

bool holds_system_headers(const fs::path& directory) {
    return fs::exists(directory / "stddef.h") || fs::exists(directory / "stdio.h") ||
           fs::exists(directory / "cstddef") || fs::exists(directory / "bits");
}

std::string normalised(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return plain;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// True if the text seems to define a class, struct or union of this name.
bool seems_to_define(std::string_view text, std::string_view name) {
    // Words, attributes and macros with arguments stand before the name.
    static const std::regex head(
        R"(\b(class|struct|union)\s+([\w\[\]:]+(\s+|\s*\([^()]*\)\s*))*$)");
    static const std::regex body(R"(^\s*(final\s*)?(\{|:[^:]))");
    constexpr std::size_t longest_head = 200;
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        const std::size_t begin = at - std::min(at, longest_head);
        const std::string before(text.substr(begin, at - begin));
        const std::string after(text.substr(at + name.size(), longest_head));
        if (std::regex_search(after, body) && std::regex_search(before, head)) {
            return true;
        }
    }
    return false;
}

// The headers below the directories, nearest first.
std::vector<std::string> headers_below(const std::vector<std::string>& directories) {
    std::vector<std::string> headers;
    std::set<std::string> seen;
    for (const std::string& directory : directories) {
        std::vector<std::string> found;
        std::error_code ignored;
        const bool system = holds_system_headers(directory);
        if (system && directory != directories.front()) {
            continue;
        }
        const auto options = fs::directory_options::skip_permission_denied |
                             fs::directory_options::follow_directory_symlink;
        for (auto entry = fs::recursive_directory_iterator(directory, options, ignored);
             entry != fs::recursive_directory_iterator() && seen.size() < most_headers;
             entry.increment(ignored)) {
            const bool is_hidden = entry->path().filename().string().starts_with(".");
            if (system || is_hidden || entry.depth() == deepest_directory) {
                entry.disable_recursion_pending();
            }
            if (!is_hidden && is_header(entry->path()) && entry->is_regular_file(ignored) &&
                entry->file_size(ignored) <= largest_header &&
                seen.insert(entry->path().string()).second) {
                found.push_back(entry->path().string());
            }
        }
        std::sort(
            found.begin(), found.end(), [](const std::string& left, const std::string& right) {
                return std::make_pair(left.size(), left) < std::make_pair(right.size(), right);
            });
        headers.insert(headers.end(), found.begin(), found.end());
    }
    return headers;
}

} // namespace

std::vector<std::string> headers_that_define(const std::string& name,
                                             const std::vector<std::string>& directories) {
    std::vector<std::string> ordered = headers_below(directories);
    std::stable_partition(ordered.begin(), ordered.end(), [&](const std::string& header) {
        return normalised(fs::path(header).stem().string()) == normalised(name);
    });
    std::vector<std::string> candidates;
    for (const std::string& header : ordered) {
        if (candidates.size() == most_candidates) {
            break;
        }
        if (seems_to_define(read_file(header), name)) {
            candidates.push_back(header);
        }
    }
    return candidates;
}

} // namespace proxima::gen
