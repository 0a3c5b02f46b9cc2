#include "exchange/tau_profiles.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <algorithm>
#include <charconv>

namespace proxima::exchange {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view arrow = " => ";
constexpr std::size_t deepest = 4096; // levels of a call path
constexpr std::size_t longest_name = 65536;
constexpr double largest = 1e18; // limit of all numbers

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    const auto end = text.find_last_not_of(" \t\r");
    return begin == text.npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

class ProfileReader {
public:
    ProfileReader(const fs::path& file, PathTree& tree, Room& room)
        : file_(file), text_(base::read_whole_file(file)), tree_(tree), room_(room) {
        room_.add_input(text_.size());
    }

    // Appends the lines of the call paths. The roots are routines that begin call paths, and
    // routines that are in none.
    void read(std::size_t rank, std::vector<PathLine>& lines) {
        read_lines();
        for (const auto& [name, line] : routines_) {
            const auto root = tree_.find(PathTree::outside, name);
            const auto elsewhere = called_.find(name);
            if (elsewhere == called_.end()) {
                lines.push_back({add_path(PathTree::outside, name), rank, line});
            } else if (root && lines_.count(*root) != 0) { // leaves out what its call paths have
                const auto& inner = elsewhere->second;
                lines.push_back(
                    {*root,
                     rank,
                     {std::max(line.calls - inner.calls, 0.0),
                      std::max(line.exclusive - inner.exclusive, 0.0), line.inclusive}});
            }
        }
        for (const auto& [path, line] : lines_) {
            lines.push_back({path, rank, line});
        }
    }

private:
    void read_lines() {
        const auto head = next_line();
        std::uint64_t lines = 0;
        const auto end = std::from_chars(head.data(), head.data() + head.size(), lines);
        if (end.ec != std::errc() || head.find("templated_functions") == head.npos) {
            fail("is no profile of TAU: expected `N templated_functions`");
        }
        next_line(); // the titles, and metadata
        for (std::uint64_t i = 0; i < lines; ++i) {
            if (rest_.empty()) {
                fail("ends after " + std::to_string(i) + " of " + std::to_string(lines) +
                     " routines; copy it again");
            }
            read_routine(next_line());
        }
    }

    [[noreturn]] void fail(const std::string& problem) const {
        throw base::Error(file_, number_, problem);
    }

    std::string_view next_line() {
        ++number_;
        const auto end = std::min(rest_.find('\n'), rest_.size());
        const auto line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return line;
    }

    // `"NAME" calls subroutines exclusive inclusive profile-calls GROUP="..."`
    void read_routine(std::string_view line) {
        const auto group = line.rfind("GROUP=");
        const auto end = line.substr(0, group).rfind('"');
        if (line.empty() || line.front() != '"' || end == 0 || end == line.npos) {
            fail("expected a routine, `\"NAME\" calls subroutines exclusive inclusive ...`");
        }
        auto numbers = line.substr(end + 1);
        ReadLine values;
        values.calls = number(numbers);
        number(numbers);
        values.exclusive = number(numbers);
        values.inclusive = number(numbers);
        take(Room::of_line);
        add(line.substr(1, end - 1), values);
    }

    double number(std::string_view& text) const {
        const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
        text.remove_prefix(begin);
        double value = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || !(value >= 0 && value <= largest)) {
            fail("expected a number from 0 to 1e18 behind the routine's name");
        }
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        return value;
    }

    // Adds the line of a routine, or of a call path of two names and more.
    void add(std::string_view name, const ReadLine& values) {
        auto at = name.find(arrow);
        if (at == name.npos) {
            routines_[tree_.kept(checked(trimmed(name)))] += values;
            return;
        }
        std::size_t path = PathTree::outside;
        for (std::size_t level = 1; at != name.npos; at = name.find(arrow), ++level) {
            if (level == deepest) {
                fail("a call path has more than " + std::to_string(deepest) + " levels");
            }
            path = add_path(path, trimmed(name.substr(0, at)));
            lines_.try_emplace(path);
            name.remove_prefix(at + arrow.size());
        }
        const auto last = trimmed(name);
        lines_[add_path(path, last)] += values;
        called_[tree_.kept(last)] += values;
    }

    std::size_t add_path(std::size_t caller, std::string_view name) {
        const auto [path, is_new] = tree_.add(caller, checked(name));
        take(is_new ? Room::of_path : 0);
        return path;
    }

    std::string_view checked(std::string_view name) const {
        if (name.size() > longest_name) {
            fail("a routine's name has more than " + std::to_string(longest_name) + " bytes");
        }
        return name;
    }

    void take(std::size_t bytes) {
        if (!room_.take(bytes)) {
            fail("has too many routines for its size; is this a profile of TAU?");
        }
    }

    fs::path file_;
    std::string text_;
    std::string_view rest_ = text_;
    std::size_t number_ = 0;
    PathTree& tree_;
    Room& room_;
    std::map<std::string_view, ReadLine> routines_;
    std::map<std::size_t, ReadLine> lines_;       // by call path; callers without one have zeros
    std::map<std::string_view, ReadLine> called_; // sums over the call paths that end with it
};

std::optional<std::int64_t> rank_of(const fs::path& file) {
    constexpr std::string_view prefix = "profile.";
    const auto name = file.filename().string();
    std::int64_t rank = 0;
    if (name.rfind(prefix, 0) != 0) {
        return std::nullopt;
    }
    const auto* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, rank);
    return error == std::errc() && rank >= 0 && stop != end && *stop == '.' ? std::optional(rank)
                                                                            : std::nullopt;
}

std::map<std::int64_t, std::vector<fs::path>> files_by_rank(const fs::path& place) {
    std::map<std::int64_t, std::vector<fs::path>> files;
    if (!fs::is_directory(place)) {
        files[rank_of(place).value_or(0)].push_back(place);
        return files;
    }
    for (const auto& entry : fs::directory_iterator(place)) {
        if (const auto rank = rank_of(entry.path())) {
            files[*rank].push_back(entry.path());
        }
    }
    for (auto& [rank, of_rank] : files) {
        std::sort(of_rank.begin(), of_rank.end());
    }
    return files;
}

void add_up_threads(std::vector<PathLine>& lines) {
    const auto key = [](const PathLine& one) { return std::pair(one.path, one.rank); };
    std::sort(lines.begin(), lines.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    std::size_t last = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (key(lines[last]) == key(lines[i])) {
            lines[last].line += lines[i].line;
        } else {
            lines[++last] = lines[i];
        }
    }
    lines.resize(std::min(last + 1, lines.size()));
}

} // namespace

TauProfiles read_profiles(const fs::path& place, PathTree& tree, Room& room) {
    TauProfiles profiles;
    for (const auto& [rank, files] : files_by_rank(place)) {
        for (const auto& file : files) {
            ProfileReader(file, tree, room).read(profiles.ranks.size(), profiles.lines);
        }
        profiles.ranks.push_back(rank);
    }
    add_up_threads(profiles.lines);
    return profiles;
}

} // namespace proxima::exchange
