#include "view/document.hpp"

#include "view/scatter.hpp"

#include <proxima/base/text.hpp>
#include <proxima/compare/compare.hpp>
#include <proxima/profile/rank_spread.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace proxima::view {
namespace {

using Json = nlohmann::ordered_json;
using base::printable;
using rundir::CallGraph;
using rundir::Node;

// Five digits are enough for a picture and keep the page small.
double rounded(double value) {
    if (value == 0 || !std::isfinite(value)) {
        return value;
    }
    const double unit = std::pow(10, 4 - std::floor(std::log10(std::fabs(value))));
    return std::isfinite(unit) && unit > 0 ? std::round(value * unit) / unit : value;
}

Json rounded(const std::vector<double>& values) {
    Json json = Json::array();
    for (const double value : values) {
        json.push_back(rounded(value));
    }
    return json;
}

template <typename Get>
Json of_nodes(const CallGraph& graph, Get get) {
    Json json = Json::array();
    for (const auto& node : graph.nodes) {
        json.push_back(get(node));
    }
    return json;
}

Json components(const CallGraph& graph) {
    Json json = Json::array();
    for (const auto& component : graph.components) {
        Json one{{"name", base::printable(component.name)},
                 {"instance", base::printable(component.instance)},
                 {"port", base::printable(component.port)}};
        if (const auto& binding = component.binding; !binding.empty()) {
            one["user"] = base::printable(binding.user);
            one["uses"] = base::printable(binding.uses_port);
            one["provides"] = base::printable(binding.provides_port);
        }
        json.push_back(std::move(one));
    }
    return json;
}

// Inclusive times are exact: what is pruned depends on their last bits.
Json tree(const CallGraph& graph, const std::vector<double>& added_us) {
    const auto times = [&](double rundir::Statistics::* time) {
        return of_nodes(graph, [&](const Node& node) { return rounded(node.statistics.*time); });
    };
    Json json{{"components", components(graph)},
              {"component", of_nodes(graph, [](const Node& node) { return node.component; })},
              {"parent", of_nodes(graph,
                                  [](const Node& node) {
                                      return node.parent == Node::no_parent ? Json(-1)
                                                                            : Json(node.parent);
                                  })},
              {"calls", of_nodes(graph, [](const Node& node) { return node.statistics.calls; })},
              {"inclusive",
               of_nodes(graph, [](const Node& node) { return node.statistics.inclusive_us; })},
              {"exclusive", times(&rundir::Statistics::exclusive_us)},
              {"communication", times(&rundir::Statistics::communication_us)},
              {"least", times(&rundir::Statistics::min_us)},
              {"most", times(&rundir::Statistics::max_us)},
              {"deviation", times(&rundir::Statistics::stddev_us)},
              {"added", rounded(added_us)}};
    if (const auto errors_us = graph.exclusive_errors_us();
        std::any_of(errors_us.begin(), errors_us.end(), [](double us) { return us > 0; })) {
        json["error"] = times(&rundir::Statistics::error_us);
        json["ownError"] = rounded(errors_us);
    }
    return json;
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
                row.statistics.communication_us;
        }
    }
    return times;
}

// Times of ranks for the components with the most exclusive time; the last adds up all others.
Json ranks(const CallGraph& graph) {
    constexpr std::size_t most_values = 1'000'000;
    const auto most =
        std::clamp<std::size_t>(most_values / std::max<std::size_t>(graph.parts.size(), 1), 1, 100);
    const auto own = std::count_if(graph.parts.begin(), graph.parts.end(), [](const auto& part) {
        return part.rank != rundir::RunPart::other_ranks;
    });
    const auto others = profile::ranks_of(graph) - static_cast<std::uint64_t>(own);
    Json json{{"names", Json::array()},
              {"components", Json::array()},
              {"others", others}}; // ranks that the first part stands for
    for (const auto& part : graph.parts) {
        json["names"].push_back(part.rank == rundir::RunPart::other_ranks
                                    ? "mean of " + std::to_string(others) + " others"
                                    : "rank " + std::to_string(part.rank));
    }
    if (graph.rows.empty()) {
        return json;
    }
    const auto order = by_exclusive_time(graph);
    const auto times = rank_times(graph, order, most);
    for (std::size_t i = 0; i < times.size(); ++i) {
        Json one{{"component", i < most ? Json(order[i]) : Json()},
                 {"computation", Json::array()},
                 {"communication", Json::array()}};
        for (const auto& sum : times[i]) {
            const double communication_us = std::max(sum.communication_us, 0.0);
            one["computation"].push_back(
                rounded(std::max(sum.exclusive_us - communication_us, 0.0)));
            one["communication"].push_back(rounded(communication_us));
        }
        json["components"].push_back(std::move(one));
    }
    return json;
}

Json mpi_routines(const std::optional<rundir::MpiUse>& mpi) {
    Json json = Json::array();
    for (const auto& routine : mpi ? mpi->routines : std::vector<rundir::MpiRoutine>()) {
        json.push_back({{"name", base::printable(routine.name)},
                        {"calls", routine.calls},
                        {"time", rounded(routine.time_us)},
                        {"sent", routine.bytes_sent},
                        {"received", routine.bytes_received},
                        {"in_flight", rounded(routine.in_flight_us)},
                        {"hidden", rounded(routine.hidden_us)}});
    }
    return json;
}

Json mpi_callers(const std::vector<rundir::MpiPath>& paths) {
    Json json = Json::array();
    for (const auto& path : paths) {
        json.push_back({{"caller", base::printable(path.caller)},
                        {"name", base::printable(path.routine)},
                        {"calls", path.calls},
                        {"time", rounded(path.time_us)},
                        {"sent", path.bytes_sent},
                        {"received", path.bytes_received}});
    }
    return json;
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
        Json one{{"parameter", base::printable(parameter)}, {"values", Json::array()}};
        for (const auto& [value, of_ranks] : values) {
            one["values"].push_back(
                {{"value", base::printable(value)}, {"ranks", series(of_ranks)}});
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
    Json json{{"parameter", base::printable(shown.parameter)},
              {"x", axis(shown.x)},
              {"y", axis(shown.y)},
              {"cells", Json::array()},
              {"curves", Json::array()}};
    for (const auto& category : shown.categories) {
        json["categories"].push_back(base::printable(category));
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
    return base::printable(text);
}

Json fit(const Fitted& fitted) {
    Json json{{"conditions", text_of(fitted.outcome.conditions)}};
    if (const auto& model = fitted.outcome.model) {
        json["formula"] = base::printable(fitted.formula);
        // A formula for the smaller part of the time is no answer, whatever its error there.
        const bool is_answer = model->fit && model->fit->left_out < 0.5;
        json["error"] = is_answer ? Json(rounded(model->fit->relative_error)) : Json();
        json["warnings"] = Json::array();
        for (const auto& warning : model->warnings) {
            json["warnings"].push_back(base::printable(warning));
        }
    } else {
        json["refusal"] = base::printable(fitted.outcome.refusal);
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
    Json json{{"title", base::printable(shown.title)},
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

Json functions(const std::vector<inside::FunctionBelow>& below) {
    Json json{{"node", Json::array()},
              {"caller", Json::array()},
              {"name", Json::array()},
              {"time", Json::array()}};
    for (const auto& function : below) {
        json["node"].push_back(function.node);
        json["caller"].push_back(
            function.caller == inside::FunctionBelow::no_caller ? Json(-1) : Json(function.caller));
        json["name"].push_back(base::printable(function.name));
        json["time"].push_back(rounded(function.us));
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
    Json json{{"path", base::printable(path)},
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

Json difference(const ViewedRun& earlier, const ViewedRun& run) {
    constexpr double least_share = 0.0005; // of the run; less is not listed
    const auto comparison =
        compare::compare({compare::RunTimes{earlier.name, earlier.graph, earlier.info}},
                         {compare::RunTimes{run.name, run.graph, run.info}});
    Json json{
        {"earlier", base::printable(earlier.name)}, {"before", rounded(comparison.whole.base)},
        {"now", rounded(comparison.whole.now)},     {"facts", Json::array()},
        {"obstacles", comparison.obstacles},        {"changes", Json::array()}};
    for (const auto& fact : earlier.facts) {
        json["facts"].push_back({{"label", fact.label}, {"text", base::printable(fact.text)}});
    }
    for (std::size_t i = 0; i < comparison.nodes.size(); ++i) {
        const auto& times = comparison.nodes[i].inclusive;
        if (std::abs(times.now - times.base) >= least_share * run.whole_us) {
            json["changes"].push_back(change(comparison.nodes[i], path_of(comparison.nodes, i),
                                             comparison.obstacles.empty()));
        }
    }
    return json;
}

} // namespace

Json document(const ViewedRun& run, const ViewedRun* earlier) {
    const auto mpi_paths = run.mpi ? run.mpi->paths : std::vector<rundir::MpiPath>();
    Json json{{"format", 1},
              {"name", base::printable(run.name)},
              {"facts", Json::array()},
              {"whole", run.whole_us},
              {"share", run.whole},
              {"tree", tree(run.graph, run.added_us)},
              {"classes", Json::object()},
              {"ranks", ranks(run.graph)},
              {"mpi_routines", mpi_routines(run.mpi)},
              {"mpi_methods", mpi_callers(rundir::by_method(mpi_paths))},
              {"mpi_paths", mpi_callers(mpi_paths)},
              {"mpi_times", mpi_times(run.mpi_times)},
              {"level", run.level},
              {"methods", Json::array()}};
    if (!run.functions.empty()) {
        json["functions"] = functions(run.functions);
    }
    for (const auto& fact : run.facts) {
        json["facts"].push_back({{"label", fact.label},
                                 {"text", base::printable(fact.text)},
                                 {"warning", fact.is_warning}});
    }
    for (const auto& [instance, name] : run.classes) {
        json["classes"][base::printable(instance)] = base::printable(name);
    }
    for (const auto& one : run.methods) {
        json["methods"].push_back(method(one, run.level));
    }
    if (earlier != nullptr) {
        json["difference"] = difference(*earlier, run);
    }
    return json;
}

} // namespace proxima::view
