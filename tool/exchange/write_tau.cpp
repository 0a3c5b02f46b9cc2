#include "exchange/writers.hpp"
#include "text/output.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <map>

namespace proxima::exchange {
namespace {

using rundir::CallGraph;
using rundir::Node;

// A metric of the profiles: its values for the nodes of a call graph.
struct Metric {
    std::string name;
    std::vector<double> inclusive, exclusive;
};

// A line of a profile.
struct Line {
    std::uint64_t calls = 0;
    std::uint64_t subroutines = 0;
    double exclusive = 0;
    double inclusive = 0;
};

std::string profile_name(std::string name) {
    name = text::clean_text(name);
    std::replace(name.begin(), name.end(), '"', '\'');
    for (auto at = name.find(" => "); at != std::string::npos; at = name.find(" => ")) {
        name.replace(at, 4, " -> ");
    }
    return name;
}

std::string metric_name(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

Metric communication_of(const CallGraph& graph) {
    Metric metric{"COMMUNICATION", {}, graph.own_communication_us()};
    for (const auto& node : graph.nodes) {
        metric.inclusive.push_back(node.statistics.communication_us);
    }
    for (auto& exclusive : metric.exclusive) {
        exclusive = std::max(exclusive, 0.0); // but for rounding
    }
    return metric;
}

std::vector<Metric> metrics_of(const CallGraph& graph, bool communicates) {
    std::vector<Metric> metrics{{"TIME", {}, {}}};
    for (const auto& node : graph.nodes) {
        metrics.front().inclusive.push_back(node.statistics.inclusive_us);
        metrics.front().exclusive.push_back(node.statistics.exclusive_us);
    }
    if (communicates) {
        metrics.push_back(communication_of(graph));
    }
    for (std::size_t i = 0; i < graph.counters.size(); ++i) {
        Metric metric{metric_name(graph.counters[i].name), {}, {}};
        for (const auto& node : graph.nodes) {
            metric.inclusive.push_back(node.statistics.counted[i].inclusive);
            metric.exclusive.push_back(node.statistics.counted[i].exclusive);
        }
        metrics.push_back(std::move(metric));
    }
    return metrics;
}

// Lines by name, for routines and for call paths. A recursive routine counts only its outermost
// calls. Paths are kept as parents and routines, since their texts grow with the square of the
// depth.
class Profile {
public:
    Profile(const CallGraph& graph, const std::vector<std::string>& names) {
        std::vector<std::size_t> open;       // nodes from the root to the current one
        std::vector<std::size_t> open_calls; // by routine: its nodes among these
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto& node = graph.nodes[i];
            for (; open.size() > node.depth; open.pop_back()) {
                --open_calls[nodes_[open.back()].routine];
            }
            const auto caller = open.empty() ? no_path : nodes_[open.back()].path;
            const auto routine = routine_called(names[node.component]);
            open_calls.resize(routines_.size());
            nodes_.push_back({routine, path_of(caller, routine), ++open_calls[routine] == 1});
            open.push_back(i);
        }
    }

    void write(const CallGraph& graph, const Metric& metric, const std::string& title,
               text::Output& output) const {
        std::vector<Line> routines(routines_.size());
        std::vector<Line> paths(paths_.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto& [routine, path, is_outermost] = nodes_[i];
            const auto calls = graph.nodes[i].statistics.calls;
            add(routines[routine], calls, metric, i, is_outermost);
            add(paths[path], calls, metric, i, true);
            if (const auto caller = paths_[path].caller; caller != no_path) {
                routines[paths_[caller].routine].subroutines += calls;
                paths[caller].subroutines += calls;
            }
        }
        const auto is_root = [](const Path& path) { return path.caller == no_path; };
        const auto roots = std::count_if(paths_.begin(), paths_.end(), is_root);
        write_head(routines.size() + paths.size() - static_cast<std::size_t>(roots), title, output);
        for (const auto& [name, number] : routines_) {
            write_line(name, routines[number], "TAU_DEFAULT", output);
        }
        for (std::size_t i = 0; i < paths.size(); ++i) {
            if (!is_root(paths_[i])) {
                write_line(path_text(i), paths[i], "TAU_CALLPATH", output);
            }
        }
        output.write("0 aggregates\n0 userevents\n# eventname numevents max min mean sumsqr\n");
    }

private:
    static constexpr std::size_t no_path = static_cast<std::size_t>(-1);

    struct Path {
        std::size_t caller; // index of a path; no_path for a root
        std::size_t routine;
    };

    struct PlacedNode {
        std::size_t routine;
        std::size_t path;
        bool is_outermost;
    };

    std::size_t routine_called(const std::string& name) {
        const auto [routine, is_new] = routines_.emplace(name, routines_.size());
        if (is_new) {
            names_.push_back(&routine->first);
        }
        return routine->second;
    }

    std::size_t path_of(std::size_t caller, std::size_t routine) {
        const auto [path, is_new] = numbers_.emplace(std::pair(caller, routine), paths_.size());
        if (is_new) {
            paths_.push_back({caller, routine});
        }
        return path->second;
    }

    std::string path_text(std::size_t path) const {
        std::vector<std::size_t> routines;
        for (auto up = path; up != no_path; up = paths_[up].caller) {
            routines.push_back(paths_[up].routine);
        }
        std::string text = *names_[routines.back()];
        for (auto routine = routines.rbegin() + 1; routine != routines.rend(); ++routine) {
            text += " => " + *names_[*routine];
        }
        return text;
    }

    static void add(Line& line, std::uint64_t calls, const Metric& metric, std::size_t node,
                    bool with_inclusive) {
        line.calls += calls;
        line.exclusive += metric.exclusive[node];
        line.inclusive += with_inclusive ? metric.inclusive[node] : 0;
    }

    static void write_head(std::size_t lines, const std::string& title, text::Output& output) {
        output.print("{} templated_functions_MULTI_{}\n"
                     "# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute>"
                     "<name>Metric Name</name><value>{}</value></attribute><attribute>"
                     "<name>Producer</name><value>Proxima</value></attribute></metadata>\n",
                     lines, title, title);
    }

    static void write_line(const std::string& name, const Line& line, const char* group,
                           text::Output& output) {
        output.print("\"{}\" {} {} {} {} 0 GROUP=\"{}\"\n", name, line.calls, line.subroutines,
                     line.exclusive, line.inclusive, group);
    }

    std::map<std::string, std::size_t> routines_;
    std::vector<const std::string*> names_;                              // by routine
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers_; // of paths
    std::vector<Path> paths_;
    std::vector<PlacedNode> nodes_;
};

void write_part(const CallGraph& graph, const std::vector<std::string>& names,
                const rundir::RunPart& part, bool communicates,
                const std::filesystem::path& directory,
                const std::shared_ptr<text::OutputLimit>& limit) {
    const Profile profile(graph, names);
    const auto metrics = metrics_of(graph, communicates);
    for (const auto& metric : metrics) {
        auto place = directory;
        if (metrics.size() > 1) {
            place /= "MULTI__" + metric.name;
            std::filesystem::create_directories(place);
        }
        text::write_file(
            place / fmt::format("profile.{}.0.{}", part.rank, part.thread.value_or(0)),
            [&](text::Output& output) { profile.write(graph, metric, metric.name, output); },
            limit);
    }
}

} // namespace

void write_tau(const CallGraph& graph, const std::filesystem::path& directory,
               const std::shared_ptr<text::OutputLimit>& limit) {
    std::vector<std::string> names;
    for (const auto& component : graph.components) {
        names.push_back(profile_name(component.name));
    }
    const bool communicates =
        std::any_of(graph.nodes.begin(), graph.nodes.end(),
                    [](const Node& node) { return node.statistics.communication_us > 0; });
    try {
        if (graph.parts.size() < 2) {
            write_part(graph, names, graph.parts.empty() ? rundir::RunPart() : graph.parts.front(),
                       communicates, directory, limit);
        }
        for (std::size_t part = 0; graph.parts.size() > 1 && part < graph.parts.size(); ++part) {
            auto whose = graph.parts[part];
            // The sum of the ranks that were not kept apart follows the other ranks.
            if (whose.rank == rundir::RunPart::other_ranks) {
                whose.rank = graph.parts.back().rank + 1;
            }
            write_part(graph.of_part(part), names, whose, communicates, directory, limit);
        }
    } catch (const std::filesystem::filesystem_error& error) {
        throw base::Error(directory, "cannot be written: " + error.code().message() +
                                         "; check the space on its disk");
    }
}

bool is_of_tau(const std::string& name) {
    return name.rfind("profile.", 0) == 0 || name.rfind("MULTI__", 0) == 0;
}

} // namespace proxima::exchange
