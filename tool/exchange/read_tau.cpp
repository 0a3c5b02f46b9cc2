#include "exchange/imported_run.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace proxima::exchange {
namespace {

using rundir::CallGraph;
using rundir::Node;
namespace fs = std::filesystem;

constexpr std::string_view arrow = " => ";
constexpr std::size_t deepest = 4096; // levels of a call path
constexpr double largest = 1e18;      // limit of all numbers

// A line of a profile.
struct ReadLine {
    double calls = 0;
    double exclusive = 0;
    double inclusive = 0;
};

using Path = std::vector<std::string>;

// The contents of a profile: routines, and call paths of two names and more.
struct ReadProfile {
    std::map<std::string, ReadLine> routines;
    std::map<Path, ReadLine> paths;
};

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    const auto end = text.find_last_not_of(" \t\r");
    return begin == text.npos ? std::string() : std::string(text.substr(begin, end - begin + 1));
}

class ProfileReader {
public:
    explicit ProfileReader(const fs::path& file)
        : file_(file), text_(base::read_whole_file(file)) {}

    ReadProfile read() {
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
        return std::move(profile_);
    }

private:
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
        const auto path = path_of(line.substr(1, end - 1));
        auto& sum = path.size() == 1 ? profile_.routines[path.front()] : profile_.paths[path];
        sum.calls += values.calls;
        sum.exclusive += values.exclusive;
        sum.inclusive += values.inclusive;
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

    Path path_of(std::string_view name) const {
        Path path;
        for (auto at = name.find(arrow); at != name.npos; at = name.find(arrow)) {
            path.push_back(trimmed(name.substr(0, at)));
            name.remove_prefix(at + arrow.size());
        }
        path.push_back(trimmed(name));
        if (path.size() > deepest) {
            fail("a call path has more than " + std::to_string(deepest) + " levels");
        }
        return path;
    }

    fs::path file_;
    std::string text_;
    std::string_view rest_ = text_;
    std::size_t number_ = 0;
    ReadProfile profile_;
};

// Returns the call paths with their lines. Adds the roots: routines that begin call paths, and
// routines that are in none.
std::map<Path, ReadLine> tree_of(const ReadProfile& profile) {
    auto tree = profile.paths;
    std::set<std::string> called;
    std::map<std::string, ReadLine> inner; // sums over the call paths that end with a routine
    for (const auto& [path, line] : profile.paths) {
        called.insert(path.back());
        auto& sum = inner[path.back()];
        sum.calls += line.calls;
        sum.exclusive += line.exclusive;
        for (std::size_t length = 1; length < path.size(); ++length) {
            tree.emplace(Path(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length)),
                         ReadLine());
        }
    }
    for (const auto& [name, line] : profile.routines) {
        const bool is_root = tree.count({name}) != 0 || called.count(name) == 0;
        if (is_root) { // leaves out what its call paths have
            const auto& elsewhere = inner[name];
            tree[{name}] = {std::max(line.calls - elsewhere.calls, 0.0),
                            std::max(line.exclusive - elsewhere.exclusive, 0.0), line.inclusive};
        }
    }
    return tree;
}

// Profiles of a metric, by rank; the threads of a rank are added up.
using Ranks = std::map<std::int64_t, std::map<Path, ReadLine>>;

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

Ranks read_ranks(const fs::path& place) {
    std::vector<fs::path> files;
    if (fs::is_directory(place)) {
        for (const auto& entry : fs::directory_iterator(place)) {
            if (rank_of(entry.path())) {
                files.push_back(entry.path());
            }
        }
    } else {
        files.push_back(place);
    }
    std::sort(files.begin(), files.end());
    Ranks ranks;
    for (const auto& file : files) {
        auto& tree = ranks[rank_of(file).value_or(0)];
        for (const auto& [path, line] : tree_of(ProfileReader(file).read())) {
            auto& sum = tree[path];
            sum.calls += line.calls;
            sum.exclusive += line.exclusive;
            sum.inclusive += line.inclusive;
        }
    }
    return ranks;
}

// Metrics by name; `TIME` first.
std::vector<std::pair<std::string, fs::path>> metrics_in(const fs::path& directory) {
    std::vector<std::pair<std::string, fs::path>> metrics;
    if (fs::is_directory(directory)) {
        constexpr std::string_view prefix = "MULTI__";
        for (const auto& entry : fs::directory_iterator(directory)) {
            const auto name = entry.path().filename().string();
            if (name.rfind(prefix, 0) == 0 && entry.is_directory()) {
                metrics.emplace_back(name.substr(prefix.size()), entry.path());
            }
        }
    }
    std::sort(metrics.begin(), metrics.end());
    const auto time = std::find_if(metrics.begin(), metrics.end(), [](const auto& metric) {
        return metric.first.find("TIME") != std::string::npos;
    });
    if (!metrics.empty() && time == metrics.end()) {
        throw base::Error(directory, "has no metric of time among its MULTI__* directories; "
                                     "measure with TAU_METRICS=TIME as well");
    }
    std::rotate(metrics.begin(), time, metrics.empty() ? time : time + 1);
    if (metrics.empty()) {
        metrics.emplace_back("TIME", directory);
    }
    return metrics;
}

class GraphOfProfiles {
public:
    explicit GraphOfProfiles(const Ranks& times) : times_(times) {
        for (const auto& [rank, tree] : times) {
            ranks_.push_back(rank);
            for (const auto& [path, line] : tree) {
                paths_.emplace(path, 0); // sorted, and so in preorder
            }
        }
        add_nodes();
        graph_.rows.resize(graph_.nodes.size() * ranks_.size());
        for (std::size_t i = 0; i < graph_.rows.size(); ++i) {
            graph_.rows[i].node = i / ranks_.size();
            graph_.rows[i].part = i % ranks_.size();
        }
        for (const auto rank : ranks_) {
            graph_.parts.push_back({rank});
        }
        each_line(times_, [](rundir::Statistics& of_rank, const ReadLine& line) {
            of_rank.calls = static_cast<std::uint64_t>(std::llround(line.calls));
            of_rank.exclusive_us = line.exclusive;
            of_rank.inclusive_us = line.inclusive;
            of_rank.computation_us = line.inclusive;
            of_rank.mean_us = line.calls > 0 ? line.inclusive / line.calls : 0;
        });
    }

    void add_communication(const Ranks& ranks) {
        each_line(ranks, [](rundir::Statistics& of_rank, const ReadLine& line) {
            of_rank.communication_us = std::min(line.inclusive, of_rank.inclusive_us);
            of_rank.computation_us = of_rank.inclusive_us - of_rank.communication_us;
        });
    }

    void add_counter(const std::string& name, const Ranks& ranks) {
        graph_.counters.push_back({name, false});
        for (auto& row : graph_.rows) {
            row.statistics.counted.emplace_back();
        }
        each_line(ranks, [](rundir::Statistics& of_rank, const ReadLine& line) {
            of_rank.counted.back() = {line.inclusive, line.exclusive};
        });
    }

    CallGraph finish() {
        for (auto& node : graph_.nodes) {
            node.statistics.counted.resize(graph_.counters.size());
        }
        for (const auto& row : graph_.rows) {
            rundir::merge(graph_.nodes[row.node].statistics, row.statistics);
        }
        std::erase_if(graph_.rows, [](const auto& row) { return row.statistics.calls == 0; });
        if (ranks_.size() == 1) {
            graph_.rows.clear();
        }
        return std::move(graph_);
    }

private:
    void add_nodes() {
        std::map<std::string, std::size_t> components;
        std::vector<std::size_t> open;
        for (auto& [path, node] : paths_) {
            node = graph_.nodes.size();
            const auto& name = path.back();
            const auto [known, is_new] = components.emplace(name, graph_.components.size());
            if (is_new) {
                graph_.components.push_back({name, name, "", name, ""});
            }
            open.resize(path.size() - 1);
            Node added;
            added.component = known->second;
            added.parent = open.empty() ? Node::no_parent : open.back();
            added.depth = open.size();
            added.subtree_end = node + 1;
            for (const auto caller : open) {
                graph_.nodes[caller].subtree_end = node + 1;
            }
            graph_.nodes.push_back(added);
            open.push_back(node);
        }
    }

    template <typename Action>
    void each_line(const Ranks& ranks, Action action) {
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
            const auto tree = ranks.find(ranks_[rank]);
            if (tree == ranks.end()) {
                continue;
            }
            for (const auto& [path, line] : tree->second) {
                const auto node = paths_.find(path);
                if (node != paths_.end()) {
                    action(graph_.rows[node->second * ranks_.size() + rank].statistics, line);
                }
            }
        }
    }

    const Ranks& times_;
    std::vector<std::int64_t> ranks_;
    std::map<Path, std::size_t> paths_; // node of each path
    CallGraph graph_;
};

} // namespace

CallGraph read_tau(const fs::path& directory) {
    const auto metrics = metrics_in(directory);
    const auto times = read_ranks(metrics.front().second);
    if (times.empty()) {
        throw base::Error(directory, "has no files profile.NODE.CONTEXT.THREAD; name the directory "
                                     "in which TAU left them");
    }
    GraphOfProfiles graph(times);
    for (std::size_t i = 1; i < metrics.size(); ++i) {
        const auto ranks = read_ranks(metrics[i].second);
        if (metrics[i].first == "COMMUNICATION") {
            graph.add_communication(ranks);
        } else {
            graph.add_counter(metrics[i].first, ranks);
        }
    }
    return graph.finish();
}

} // namespace proxima::exchange
