#include "analysis/ports/definition_search.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_headers = 20000;
constexpr std::size_t most_candidates = 3;
constexpr int deepest_directory = 12; // symbolic links may lead back up

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

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

std::string_view without_leading_space(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// True for `{`, `: public ...` or `final`, which only follow the name in a definition.
bool begins_body(std::string_view rest) {
    rest = without_leading_space(rest);
    if (rest.starts_with("final") && rest.size() > 5 && !is_word(rest[5])) {
        rest = without_leading_space(rest.substr(5));
    }
    return rest.starts_with('{') || (rest.starts_with(':') && !rest.starts_with("::"));
}

// True for `class EXPORT ` and similar: a keyword, then only words and attributes.
bool ends_in_class_head(std::string_view before) {
    const std::size_t end_of_other = before.find_last_of(";:{}#\n/,<");
    const std::string_view head =
        end_of_other == std::string_view::npos ? before : before.substr(end_of_other + 1);
    for (const std::string_view keyword : {"class", "struct", "union"}) {
        const std::size_t at = head.find(keyword);
        const bool whole = at != std::string_view::npos && (at == 0 || !is_word(head[at - 1])) &&
                           at + keyword.size() < head.size() && !is_word(head[at + keyword.size()]);
        if (whole) {
            return true;
        }
    }
    return false;
}

} // namespace

bool seems_to_define(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool whole =
            at > 0 && !is_word(text[at - 1]) && end < text.size() && !is_word(text[end]);
        if (whole && begins_body(text.substr(end)) && ends_in_class_head(text.substr(0, at))) {
            return true;
        }
    }
    return false;
}

DefinitionSearch::DefinitionSearch(std::vector<std::string> directories)
    : directories_(std::move(directories)) {
}

void DefinitionSearch::read_directories() {
    std::set<std::string> seen;
    for (const std::string& directory : directories_) {
        std::vector<std::string> found;
        std::error_code ignored;
        const bool system = holds_system_headers(directory);
        if (system && directory != directories_.front()) {
            continue;
        }
        const auto options = fs::directory_options::skip_permission_denied |
                             fs::directory_options::follow_directory_symlink;
        for (auto entry = fs::recursive_directory_iterator(directory, options, ignored);
             entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
            if (system || entry.depth() == deepest_directory ||
                headers_.size() + found.size() >= most_headers) {
                entry.disable_recursion_pending();
            }
            if (entry->is_regular_file(ignored) && is_header(entry->path())) {
                found.push_back(entry->path().string());
            }
        }
        std::sort(
            found.begin(), found.end(), [](const std::string& left, const std::string& right) {
                return std::make_pair(left.size(), left) < std::make_pair(right.size(), right);
            });
        std::copy_if(found.begin(), found.end(), std::back_inserter(headers_),
                     [&](const std::string& header) {
                         return headers_.size() < most_headers && seen.insert(header).second;
                     });
    }
    read_ = true;
}

std::vector<std::string> DefinitionSearch::headers_that_define(const std::string& name) {
    if (!read_) {
        read_directories();
    }
    const std::string plain = normalised(name);
    std::vector<std::string> ordered;
    std::vector<std::string> others;
    for (const std::string& header : headers_) {
        const bool same_name = normalised(fs::path(header).stem().string()) == plain;
        (same_name ? ordered : others).push_back(header);
    }
    ordered.insert(ordered.end(), others.begin(), others.end());
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
