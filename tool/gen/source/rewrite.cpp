#include "source/rewrite.hpp"

#include "source/inserted_text.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>

namespace proxima::gen {
namespace {

struct Insertion {
    std::size_t column = 0; // of the character before which, or behind which, the text goes
    char expected = '{';
    bool behind = false;
    bool is_loop = false;
    std::string text; // with a line of its own; empty: only `brief`
    std::string brief;
    std::size_t place = 0; // its index
};

using LineInsertions = std::map<std::size_t, std::vector<Insertion>>; // by line

struct Marker {
    std::size_t line = 0;
    std::string file;
    std::string flags; // " 3 4", without those of entering and leaving
};

// Reads `# 12 "file" 1 3`, also `#line 12 "file"`, which g++ turns into that. It stands behind the
// blanks of an indented #endif.
std::optional<Marker> read_marker(std::string_view line) {
    constexpr std::string_view start = "# ";
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(start)) {
        return std::nullopt;
    }
    Marker marker;
    const char* const end = line.data() + line.size();
    const auto [next, error] = std::from_chars(line.data() + start.size(), end, marker.line);
    if (error != std::errc() || end - next < 3 || next[0] != ' ' || next[1] != '"') {
        return std::nullopt;
    }
    const char* at = next + 2;
    for (; at != end && *at != '"'; ++at) {
        if (*at == '\\' && at + 1 != end) {
            ++at;
        }
        marker.file += *at;
    }
    for (const char flag : std::string_view(at, static_cast<std::size_t>(end - at))) {
        if (flag == '3' || flag == '4') {
            marker.flags += std::string(" ") + flag;
        }
    }
    return marker;
}

std::string canonical(const std::string& file) {
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::weakly_canonical(file, ignored);
    return path.empty() ? file : path.string();
}

std::string quoted_file(const std::string& file) {
    std::string text = "\"";
    for (const char c : file) {
        text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return text + "\"";
}

std::map<std::string, LineInsertions> insertions_of(const std::vector<SourcePlace>& places,
                                                    bool is_cxx) {
    std::map<std::string, LineInsertions> files;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const SourcePlace& place = places[i];
        LineInsertions& lines = files[canonical(place.begin.file)];
        if (place.kind == SourcePlace::Kind::function) {
            lines[place.begin.line].push_back(
                {place.begin.column, '{', true, false, place_text(place, is_cxx), "", i});
        } else {
            lines[place.begin.line].push_back(
                {place.begin.column, '\0', false, true, "{ " + place_text(place, is_cxx), "", i});
            lines[place.end.line].push_back({place.end.column, '}', true, true, "", " }", i});
        }
    }
    return files;
}

class Rewriter {
public:
    Rewriter(const std::string& text, const std::vector<SourcePlace>& places, bool is_cxx)
        : text_(text), files_(insertions_of(places, is_cxx)), is_cxx_(is_cxx) {}

    RewrittenSource run() {
        std::size_t begin = 0;
        while (begin < text_.size()) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            see(std::string_view(text_).substr(begin, end - begin));
            begin = end + 1;
        }
        return {std::move(result_), std::move(inserted_)};
    }

private:
    void see(std::string_view line) {
        if (auto marker = read_marker(line)) {
            enter(std::move(*marker));
            // Definitions of the compiler are no text of the user, of which -Wpedantic would
            // complain.
            const bool is_own = line == "# 0 \"<built-in>\"";
            result_.append(line);
            result_ += is_own ? " 3\n" : "\n";
        } else {
            copy(line);
            ++marker_.line;
        }
        if (!is_declared_) {
            declare();
        }
    }

    // The declarations come before all macros of the user, and behind the first marker, which
    // names the source.
    void declare() {
        is_declared_ = true;
        result_ += "# 1 \"<proxima>\" 1 3\n" + declarations_text(is_cxx_) + "# " +
                   std::to_string(marker_.line) + " " + quoted_file(marker_.file) + " 2" +
                   marker_.flags + "\n";
    }

    void enter(Marker marker) {
        if (marker.file != marker_.file) {
            const auto [known, is_new] = canonical_.emplace(marker.file, "");
            if (is_new) {
                known->second = canonical(marker.file);
            }
            const auto file = files_.find(known->second);
            insertions_ = file == files_.end() ? nullptr : &file->second;
        }
        marker_ = std::move(marker);
    }

    void copy(std::string_view line) {
        const auto here =
            insertions_ == nullptr ? LineInsertions::iterator() : insertions_->find(marker_.line);
        if (insertions_ == nullptr || here == insertions_->end()) {
            note(line);
            result_.append(line);
            result_ += '\n';
            return;
        }
        std::vector<Insertion>& all = here->second;
        std::stable_sort(all.begin(), all.end(), [](const Insertion& a, const Insertion& b) {
            return a.column < b.column;
        });
        std::size_t done = 0;
        for (const Insertion& insertion : all) {
            const std::size_t at = insertion.column - 1;
            const bool fits = at < line.size() && at >= (done == 0 ? 0 : done - 1) &&
                              is_expected(line, at, insertion);
            if (!fits) {
                continue;
            }
            const std::size_t until = std::max(done, insertion.behind ? at + 1 : at);
            result_.append(line.substr(done, until - done));
            insert(insertion, until);
            done = until;
        }
        note(line);
        result_.append(line.substr(done));
        result_ += '\n';
    }

    bool is_expected(std::string_view line, std::size_t at, const Insertion& insertion) {
        if (!insertion.is_loop) {
            return line[at] == insertion.expected;
        }
        if (insertion.behind) {
            return line[at] == insertion.expected && open_.erase(insertion.place) != 0;
        }
        const std::string_view rest = line.substr(at);
        const bool begins_line =
            line.substr(0, at).find_first_not_of(" \t") == std::string_view::npos;
        const bool is_free = (rest.starts_with("for") || rest.starts_with("while")) &&
                             (!follows_pragma_ || !begins_line);
        if (is_free) {
            open_.emplace(insertion.place, true);
        }
        return is_free;
    }

    // The rest of the line keeps its line and column.
    void insert(const Insertion& insertion, std::size_t column) {
        const std::string place =
            "# " + std::to_string(marker_.line) + " " + quoted_file(marker_.file);
        if (insertion.text.empty()) {
            result_ += insertion.brief + "\n";
        } else {
            inserted_.insert(insertion.place);
            const bool is_system = marker_.flags.find('3') != std::string::npos;
            // As text of a system header it gets no warnings.
            result_ += "\n" + place + (is_system ? marker_.flags : " 3" + marker_.flags) + "\n" +
                       insertion.text + "\n";
        }
        result_ += place + marker_.flags + "\n" + std::string(column, ' ');
    }

    // Keeps whether the last line with text is a pragma.
    void note(std::string_view line) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string_view::npos || line.substr(begin).starts_with("//")) {
            return;
        }
        const std::string_view text = line.substr(begin);
        follows_pragma_ =
            (text.starts_with("#") && text.find("pragma") != std::string_view::npos) ||
            text.find("_Pragma") != std::string_view::npos || (follows_pragma_ && continues_);
        continues_ = text.back() == '\\';
    }

    const std::string& text_;
    std::map<std::string, LineInsertions> files_; // by canonical name
    bool is_cxx_;
    std::map<std::string, std::string> canonical_;
    LineInsertions* insertions_ = nullptr; // of the current file
    Marker marker_;                        // of the current line
    bool is_declared_ = false;
    bool follows_pragma_ = false;
    bool continues_ = false;
    std::map<std::size_t, bool> open_; // loops whose beginning is put in
    std::string result_;
    std::set<std::size_t> inserted_;
};

} // namespace

RewrittenSource rewrite(const std::string& text, const std::vector<SourcePlace>& places,
                        bool is_cxx) {
    return Rewriter(text, places, is_cxx).run();
}

} // namespace proxima::gen
