#include "exchange/imported_run.hpp"
#include "exchange/tau_profiles.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::exchange {
namespace {

using rundir::CallGraph;
namespace fs = std::filesystem;

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
    GraphOfProfiles(const PathTree& tree, const TauProfiles& times) : ranks_(times.ranks) {
        add_nodes(tree);
        graph_.rows.reserve(times.lines.size());
        for (const auto& [path, rank, line] : times.lines) {
            rundir::Statistics of_rank;
            of_rank.calls = static_cast<std::uint64_t>(std::llround(line.calls));
            of_rank.exclusive_us = line.exclusive;
            of_rank.inclusive_us = line.inclusive;
            of_rank.computation_us = line.inclusive;
            of_rank.mean_us = line.calls > 0 ? line.inclusive / line.calls : 0;
            graph_.rows.push_back({nodes_[path], rank, std::move(of_rank)});
        }
        std::sort(graph_.rows.begin(), graph_.rows.end(), comes_before);
        for (const auto rank : ranks_) {
            graph_.parts.push_back({rank});
        }
    }

    void add_communication(const TauProfiles& profiles) {
        each_line(profiles, [](rundir::Statistics& of_rank, const ReadLine& line) {
            of_rank.communication_us = std::min(line.inclusive, of_rank.inclusive_us);
            of_rank.computation_us = of_rank.inclusive_us - of_rank.communication_us;
        });
    }

    void add_counter(const std::string& name, const TauProfiles& profiles) {
        graph_.counters.push_back({name, false});
        for (auto& row : graph_.rows) {
            row.statistics.counted.emplace_back();
        }
        each_line(profiles, [](rundir::Statistics& of_rank, const ReadLine& line) {
            of_rank.counted.back() = {line.inclusive, line.exclusive};
        });
    }

    std::size_t rows() const { return graph_.rows.size(); }

    CallGraph finish() {
        for (auto& node : graph_.nodes) {
            node.statistics.counted.resize(graph_.counters.size());
        }
        for (const auto& row : graph_.rows) {
            rundir::merge(graph_.nodes[row.node].statistics, row.statistics);
        }
        std::erase_if(graph_.rows, [](const auto& row) { return row.statistics.calls == 0; });
        if (ranks_.size() == 1) {
            graph_.rows = {};
        }
        return std::move(graph_);
    }

private:
    static bool comes_before(const rundir::PartRow& a, const rundir::PartRow& b) {
        return std::pair(a.node, a.part) < std::pair(b.node, b.part);
    }

    // Adds the nodes in preorder.
    void add_nodes(const PathTree& tree) {
        const auto& children = tree.children();
        nodes_.resize(children.size() + 1);
        graph_.nodes.reserve(children.size());
        std::vector<std::pair<PathTree::Children::const_iterator, std::size_t>> waiting; // depth
        const auto wait_below = [&](std::size_t path, std::size_t depth) {
            for (auto at = children.lower_bound({path + 1, ""}); at != children.begin();) {
                if ((--at)->first.first != path) {
                    break;
                }
                waiting.emplace_back(at, depth);
            }
        };
        std::vector<std::size_t> open; // nodes
        for (wait_below(PathTree::outside, 0); !waiting.empty();) {
            const auto [at, depth] = waiting.back();
            waiting.pop_back();
            open.resize(depth);
            add_node(at->first.second, open);
            open.push_back(nodes_[at->second] = graph_.nodes.size() - 1);
            wait_below(at->second, depth + 1);
        }
        for (auto node = graph_.nodes.size(); node-- > 0;) {
            auto& end = graph_.nodes[node].subtree_end;
            end = std::max(end, node + 1);
            if (const auto parent = graph_.nodes[node].parent; parent != rundir::Node::no_parent) {
                auto& of_parent = graph_.nodes[parent].subtree_end;
                of_parent = std::max(of_parent, end);
            }
        }
    }

    void add_node(std::string_view name, const std::vector<std::size_t>& open) {
        const auto [known, is_new] = components_.emplace(name, graph_.components.size());
        if (is_new) {
            const std::string text(name);
            graph_.components.push_back({text, text, "", text, ""});
        }
        rundir::Node added;
        added.component = known->second;
        added.parent = open.empty() ? rundir::Node::no_parent : open.back();
        added.depth = open.size();
        graph_.nodes.push_back(std::move(added));
    }

    template <typename Action>
    void each_line(const TauProfiles& profiles, Action action) {
        for (const auto& [path, rank, line] : profiles.lines) {
            const auto part = std::lower_bound(ranks_.begin(), ranks_.end(), profiles.ranks[rank]);
            if (path >= nodes_.size() || part == ranks_.end() || *part != profiles.ranks[rank]) {
                continue; // the metric of time does not have it
            }
            rundir::PartRow wanted;
            wanted.node = nodes_[path];
            wanted.part = static_cast<std::size_t>(part - ranks_.begin());
            const auto row =
                std::lower_bound(graph_.rows.begin(), graph_.rows.end(), wanted, comes_before);
            if (row != graph_.rows.end() && !comes_before(wanted, *row)) {
                action(row->statistics, line);
            }
        }
    }

    std::vector<std::int64_t> ranks_;
    std::vector<std::size_t> nodes_; // by path
    std::map<std::string_view, std::size_t> components_;
    CallGraph graph_;
};

} // namespace

CallGraph read_tau(const fs::path& directory) {
    const auto metrics = metrics_in(directory);
    PathTree tree;
    Room room;
    auto times = read_profiles(metrics.front().second, tree, room);
    if (times.ranks.empty()) {
        throw base::Error(directory, "has no files profile.NODE.CONTEXT.THREAD; name the directory "
                                     "in which TAU left them");
    }
    GraphOfProfiles graph(tree, times);
    times = {};
    for (std::size_t i = 1; i < metrics.size(); ++i) {
        const auto profiles = read_profiles(metrics[i].second, tree, room);
        if (metrics[i].first == "COMMUNICATION") {
            graph.add_communication(profiles);
        } else if (room.take(graph.rows() * Room::of_value)) {
            graph.add_counter(metrics[i].first, profiles);
        } else {
            throw base::Error(metrics[i].second, "has too few lines beside those of the other "
                                                 "metrics; is this a profile of TAU?");
        }
    }
    return graph.finish();
}

} // namespace proxima::exchange
