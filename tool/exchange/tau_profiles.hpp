// Profiles of TAU as lines of call paths, each by rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::exchange {

// The memory that profiles may take: 20 times their size, and what any import may take. Real lines
// need less; a hostile profile has many short ones.
class Room {
public:
    static constexpr std::size_t of_path = 700; // node and component, too
    static constexpr std::size_t of_line = 450; // row, too
    static constexpr std::size_t of_value = 48; // a counter of a row

    void add_input(std::size_t bytes) { bytes_ += times * bytes; }

    // Returns false if so much is not left.
    bool take(std::size_t bytes) {
        const bool fits = bytes <= bytes_;
        bytes_ -= fits ? bytes : 0;
        return fits;
    }

private:
    static constexpr std::size_t times = 20;

    std::size_t bytes_ = 20'000'000;
};

// The call paths of all profiles: each is a routine below the path of its caller.
class PathTree {
public:
    static constexpr std::size_t outside = 0; // the caller of roots
    using Children = std::map<std::pair<std::size_t, std::string_view>, std::size_t>;

    // Returns the path of a routine below a caller, and true if it is new.
    std::pair<std::size_t, bool> add(std::size_t caller, std::string_view name) {
        const auto known = children_.find({caller, name});
        if (known != children_.end()) {
            return {known->second, false};
        }
        children_.emplace(std::pair(caller, kept(name)), children_.size() + 1);
        return {children_.size(), true};
    }

    std::optional<std::size_t> find(std::size_t caller, std::string_view name) const {
        const auto found = children_.find({caller, name});
        return found == children_.end() ? std::nullopt : std::optional(found->second);
    }

    // Returns a name that stays.
    std::string_view kept(std::string_view name) {
        const auto known = names_.find(name);
        return known != names_.end() ? *known : *names_.emplace(name).first;
    }

    // All paths by caller and name, so that those below a path stand together.
    const Children& children() const { return children_; }

private:
    std::set<std::string, std::less<>> names_;
    Children children_;
};

// A line of a profile.
struct ReadLine {
    double calls = 0;
    double exclusive = 0;
    double inclusive = 0;

    ReadLine& operator+=(const ReadLine& more) {
        calls += more.calls;
        exclusive += more.exclusive;
        inclusive += more.inclusive;
        return *this;
    }
};

// A line of a rank.
struct PathLine {
    std::size_t path;
    std::size_t rank; // index
    ReadLine line;
};

// The profiles of a metric; the threads of a rank are added up.
struct TauProfiles {
    std::vector<std::int64_t> ranks; // ascending
    std::vector<PathLine> lines;     // by path, then by rank; each once
};

// Reads the profiles in a directory, or one profile. Throws Error, which names the line.
TauProfiles read_profiles(const std::filesystem::path& place, PathTree& tree, Room& room);

} // namespace proxima::exchange
