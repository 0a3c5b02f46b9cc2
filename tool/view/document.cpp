#include "view/document.hpp"

#include "view/rounded.hpp"
#include "view/sampled.hpp"
#include "view/scatter.hpp"

#include <proxima/base/text.hpp>
#include <proxima/compare/compare.hpp>
#include <proxima/profile/rank_spread.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace proxima::view {
namespace {

using Json = nlohmann::ordered_json;
using base::printable;
using rundir::CallGraph;
using rundir::Node;
using view::rounded; // beside that of vectors

Json rounded(const std::vector<double>& values) {
    Json json = Json::array();
    for (const double value : values) {
        json.push_back(rounded(value));
    }
    return json;
}

Json component(const rundir::CallSite& shown) {
    Json json{{"name", printable(shown.name)},
              {"instance", printable(shown.instance)},
              {"port", printable(shown.port)}};
    if (const auto& binding = shown.binding; !binding->empty()) {
        json["user"] = printable(binding->user);
        json["uses"] = printable(binding->uses_port);
        json["provides"] = printable(binding->provides_port);
    }
    return json;
}

// Inclusive times are exact: what is pruned depends on their last bits.
void write_tree(const CallGraph& graph, const profile::WholeTime& whole,
                const std::vector<double>& added_us, ScriptData& document) {
    const auto times = [&](std::string_view name, double rundir::Statistics::* time) {
        document.array(name, graph.nodes,
                       [&](const Node& node) { return rounded(node.statistics.*time); });
    };
    const auto one = [](double value) { return rounded(value); };
    document.begin("tree");
    document.array("components", graph.components, component);
    document.array("component", graph.nodes, [](const Node& node) { return node.component; });
    document.array("parent", graph.nodes, [](const Node& node) {
        return node.parent == Node::no_parent ? Json(-1) : Json(node.parent);
    });
    document.array("calls", graph.nodes, [](const Node& node) { return node.statistics.calls; });
    document.array("inclusive", graph.nodes,
                   [](const Node& node) { return node.statistics.inclusive_us; });
    times("exclusive", &rundir::Statistics::exclusive_us);
    times("communication", &rundir::Statistics::communication_us);
    times("least", &rundir::Statistics::min_us);
    times("most", &rundir::Statistics::max_us);
    times("deviation", &rundir::Statistics::stddev_us);
    document.array("added", added_us, one);
    if (whole.threads > whole.ranks) { // else the run is the base of all shares
        document.array("base", graph.nodes, [&](const Node& node) {
            const auto& times = node.statistics;
            return whole.base_us(times.inclusive_us, times.threads.threads);
        });
    }
    if (std::any_of(graph.nodes.begin(), graph.nodes.end(),
                    [](const Node& node) { return node.statistics.elsewhere.inclusive_us > 0; })) {
        document.array("work", graph.work_us(), [](double us) { return us; });
        document.array("ownCommunication", graph.own_communication_us(), one);
    }
    if (const auto errors_us = graph.exclusive_errors_us();
        std::any_of(errors_us.begin(), errors_us.end(), [](double us) { return us > 0; })) {
        times("error", &rundir::Statistics::error_us);
        document.array("ownError", errors_us, one);
    }
    document.end();
}

// The own time of a rank in a component.
struct RankTime {
    double exclusive_us = 0;
    double communication_us = 0;
};

// Components by exclusive time, the greatest first.
std::vector<std::size_t> by_exclusive_time(const CallGraph& graph) {
    std::vector<double> total(graph.components.size());
    for (const auto& row : graph.rows) {
        total[graph.nodes[row.node].component] += row.statistics.exclusive_us;
    }
    std::vector<std::size_t> order(total.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto left, auto right) {
        return total[left] != total[right] ? total[left] > total[right] : left < right;
    });
    return order;
}

// Times of the first `most` components of `order`, and of all others together, in each part.
std::vector<std::vector<RankTime>>
rank_times(const CallGraph& graph, const std::vector<std::size_t>& order, std::size_t most) {
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = std::min(i, most);
    }
    std::vector<std::vector<RankTime>> times(std::min(order.size(), most + 1),
                                             std::vector<RankTime>(graph.parts.size()));
    for (const auto& row : graph.rows) {
        const auto& node = graph.nodes[row.node];
        auto& own = times[place[node.component]][row.part];
        own.exclusive_us += row.statistics.exclusive_us;
        own.communication_us += row.statistics.communication_us;
        if (node.parent != Node::no_parent) {
            times[place[graph.nodes[node.parent].component]][row.part].communication_us -=
                rundir::within_caller(node, row.statistics).communication_us;
        }
    }
    return times;
}

std::string name_of(const rundir::RunPart& part, std::uint64_t others) {
    return part.rank == rundir::RunPart::other_ranks
               ? "mean of " + std::to_string(others) + " others"
               : "rank " + std::to_string(part.rank);
}

// `component` is null for all others.
Json rank_row(const std::vector<RankTime>& times, const Json& component) {
    Json json{
        {"component", component}, {"computation", Json::array()}, {"communication", Json::array()}};
    for (const auto& sum : times) {
        const double communication_us = std::max(sum.communication_us, 0.0);
        json["computation"].push_back(rounded(std::max(sum.exclusive_us - communication_us, 0.0)));
        json["communication"].push_back(rounded(communication_us));
    }
    return json;
}

// Times of ranks for the components with the most exclusive time; the last adds up all others.
void write_ranks(const CallGraph& graph, ScriptData& document) {
    constexpr std::size_t most_values = 1'000'000;
    const auto most =
        std::clamp<std::size_t>(most_values / std::max<std::size_t>(graph.parts.size(), 1), 1, 100);
    const auto own = std::count_if(graph.parts.begin(), graph.parts.end(), [](const auto& part) {
        return part.rank != rundir::RunPart::other_ranks;
    });
    const auto others = profile::ranks_of(graph) - static_cast<std::uint64_t>(own);
    const auto order = graph.rows.empty() ? std::vector<std::size_t>() : by_exclusive_time(graph);
    document.begin("ranks");
    document.array("names", graph.parts, [&](const auto& part) { return name_of(part, others); });
    document.array("components", rank_times(graph, order, most),
                   [&, place = std::size_t{0}](const std::vector<RankTime>& times) mutable {
                       const auto component = place < most ? Json(order[place]) : Json();
                       ++place;
                       return rank_row(times, component);
                   });
    document.member("others", others); // ranks that the first part stands for
    document.end();
}

Json mpi_routine(const rundir::MpiRoutine& routine) {
    return {{"name", printable(routine.name)},     {"calls", routine.calls},
            {"time", rounded(routine.time_us)},    {"sent", routine.bytes_sent},
            {"received", routine.bytes_received},  {"in_flight", rounded(routine.in_flight_us)},
            {"hidden", rounded(routine.hidden_us)}};
}

Json mpi_caller(const rundir::MpiPath& path) {
    return {{"caller", printable(path.caller)},
            {"name", printable(path.routine)},
            {"calls", path.calls},
            {"time", rounded(path.time_us)},
            {"sent", path.bytes_sent},
            {"received", path.bytes_received}};
}

void write_mpi(const std::optional<rundir::MpiUse>& shown, ScriptData& document) {
    static const rundir::MpiUse none;
    const auto& mpi = shown ? *shown : none;
    document.array("mpi_routines", mpi.routines, mpi_routine);
    document.array("mpi_methods", rundir::by_method(mpi.paths), mpi_caller);
    document.array("mpi_paths", mpi.paths, mpi_caller);
}

Json series(const RankSeries& of_ranks) {
    Json json = Json::array();
    for (const auto& [rank, values] : of_ranks) {
        json.push_back({{"rank", rank}, {"time", rounded(values)}});
    }
    return json;
}

// Time in MPI by rank. With hundreds of ranks, parameters are left out, not ranks.
Json mpi_times(const MpiTimes& times) {
    constexpr std::size_t most_series = 1024;
    Json json{{"bin", times.bin_us}, {"all", series(times.all)}, {"by", Json::array()}};
    for (const auto& [parameter, values] : times.by_parameter) {
        if (values.size() * times.all.size() > most_series) {
            continue;
        }
        Json one{{"parameter", printable(parameter)}, {"values", Json::array()}};
        for (const auto& [value, of_ranks] : values) {
            one["values"].push_back({{"value", printable(value)}, {"ranks", series(of_ranks)}});
        }
        json["by"].push_back(std::move(one));
    }
    return json;
}

Json axis(const Axis& axis) {
    return {
        {"min", axis.min}, {"max", axis.max}, {"log", axis.is_logarithmic}, {"cells", axis.cells}};
}

Json scatter(const Scatter& shown) {
    Json json{{"parameter", printable(shown.parameter)},
              {"x", axis(shown.x)},
              {"y", axis(shown.y)},
              {"cells", Json::array()},
              {"curves", Json::array()}};
    for (const auto& category : shown.categories) {
        json["categories"].push_back(printable(category));
    }
    for (const auto& cell : shown.cells) {
        json["cells"].insert(json["cells"].end(), {cell.column, cell.row, cell.count});
    }
    for (const auto& curve : shown.curves) {
        json["curves"].push_back({{"fit", curve.fit},
                                  {"x", rounded(curve.x)},
                                  {"mean", rounded(curve.mean)},
                                  {"low", rounded(curve.low)},
                                  {"high", rounded(curve.high)}});
    }
    return json;
}

std::string text_of(const std::vector<fit::Condition>& conditions) {
    std::string text;
    for (const auto& condition : conditions) {
        text += (text.empty() ? "" : ", ") + condition.parameter + " = " + condition.value;
    }
    return printable(text);
}

Json fit(const Fitted& fitted) {
    Json json{{"conditions", text_of(fitted.outcome.conditions)}};
    if (const auto& model = fitted.outcome.model) {
        json["formula"] = printable(fitted.formula);
        // A formula for the smaller part of the time is no answer, whatever its error there.
        const bool is_answer = model->fit && model->fit->left_out < 0.5;
        json["error"] = is_answer ? Json(rounded(model->fit->relative_error)) : Json();
        json["warnings"] = Json::array();
        for (const auto& warning : model->warnings) {
            json["warnings"].push_back(printable(warning));
        }
    } else {
        json["refusal"] = printable(fitted.outcome.refusal);
    }
    return json;
}

Json method(const FittedMethod& shown, double level) {
    const auto& measured = shown.measurements;
    std::uint64_t calls = 0;
    double total = 0;
    for (const auto& point : measured.points) {
        calls += point.count + point.outliers;
        total += point.total;
    }
    Json json{{"title", printable(shown.title)},
              {"metric", measured.metric},
              {"unit", measured.unit},
              {"calls", calls},
              {"sampled", measured.sample.size()},
              {"total", rounded(total)},
              {"fits", Json::array()},
              {"scatters", Json::array()}};
    for (const auto& fitted : shown.fits) {
        json["fits"].push_back(fit(fitted));
    }
    for (const auto& one : scatters(shown, level)) {
        json["scatters"].push_back(scatter(one));
    }
    return json;
}

Json classes(const std::map<std::string, std::string>& of_instances) {
    Json json = Json::object();
    for (const auto& [instance, name] : of_instances) {
        json[printable(instance)] = printable(name);
    }
    return json;
}

// A node by its last names: "> integrator.advance > flux.compute".
std::string path_of(const std::vector<compare::NodeChange>& nodes, std::size_t node) {
    constexpr int most_names = 3;
    std::string path;
    for (int i = 0; i < most_names && node != compare::NodeChange::no_parent; ++i) {
        path = nodes[node].name + (path.empty() ? "" : " > " + path);
        node = nodes[node].parent;
    }
    return path;
}

Json change(const compare::NodeChange& node, const std::string& path, bool are_comparable) {
    const auto& times = node.inclusive;
    Json json{{"path", printable(path)},
              {"before", rounded(times.base)},
              {"now", rounded(times.now)},
              {"calls", {node.calls_of_base, node.calls_of_now}}};
    if (times.is_known && are_comparable) {
        json["ratio"] = {rounded(times.low(0.95)), rounded(times.high(0.95))};
        json["surely"] = (node.tests_inclusive && times.p < compare::significant) ||
                         (node.tests_own && node.own.p < compare::significant);
    }
    return json;
}

Json fact(const Fact& shown) {
    return {{"label", shown.label}, {"text", printable(shown.text)}, {"warning", shown.is_warning}};
}

// Takes what it compares: call graphs may be large.
compare::RunTimes times_of(ViewedRun& run) {
    return {std::move(run.name), std::move(run.graph), std::move(run.info)};
}

void write_difference(ViewedRun& earlier, ViewedRun& run, ScriptData& document) {
    constexpr double least_share = 0.0005; // of the run; less is not listed
    document.begin("difference");
    document.member("earlier", printable(earlier.name));
    document.array("facts", earlier.facts, fact);
    std::vector<compare::RunTimes> before;
    std::vector<compare::RunTimes> now;
    before.push_back(times_of(earlier));
    now.push_back(times_of(run));
    const auto comparison = compare::compare(before, now);
    std::vector<std::size_t> listed;
    for (std::size_t i = 0; i < comparison.nodes.size(); ++i) {
        const auto& times = comparison.nodes[i].inclusive;
        if (std::abs(times.now - times.base) >= least_share * run.whole.us) {
            listed.push_back(i);
        }
    }
    document.member("before", rounded(comparison.whole.base));
    document.member("now", rounded(comparison.whole.now));
    document.member("obstacles", comparison.obstacles);
    document.array("changes", listed, [&](std::size_t node) {
        return change(comparison.nodes[node], path_of(comparison.nodes, node),
                      comparison.obstacles.empty());
    });
    document.end();
}

} // namespace

void write_document(ViewedRun run, std::optional<ViewedRun> earlier, ScriptData& document) {
    document.begin();
    document.member("format", 1);
    document.member("name", printable(run.name));
    document.array("facts", run.facts, fact);
    document.member("whole", run.whole.us);
    document.member("elapsed", run.whole.us / static_cast<double>(run.whole.ranks));
    document.member("share", run.whole.column);
    write_tree(run.graph, run.whole, run.added_us, document);
    write_ranks(run.graph, document);
    write_mpi(run.mpi, document);
    document.member("mpi_times", mpi_times(run.mpi_times));
    document.member("level", run.level);
    document.array("methods", run.methods,
                   [&](const FittedMethod& shown) { return method(shown, run.level); });
    write_sampled(run, document);
    document.member("classes", classes(run.classes));
    if (earlier) {
        write_difference(*earlier, run, document);
    }
    document.end();
}

} // namespace proxima::view
