#include "blame.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/node/global_view.hpp>
#include <proxima/platform/documents.hpp>
#include <proxima/resources/resources.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

namespace proxima::resources {
namespace {

using node::NodeView;

// Longer runs have longer intervals.
constexpr std::size_t most_intervals = 4096;

std::vector<const NodeView*> nodes_of(const node::GlobalView& view, const std::string& file) {
    std::vector<const NodeView*> nodes;
    for (const auto& one : view.nodes) {
        if (one.info().watched.empty() || one.series(node::Metric::process_user).empty()) {
            throw base::Error(file, one.name + " was sampled as a whole, with what others did; "
                                               "sample with --pid of the application");
        }
        nodes.push_back(&one);
    }
    return nodes;
}

double rate_of_network(const std::string& file) {
    const auto platform = platform::read_platform(file);
    const auto* rate = platform.find("net_rate");
    if (rate == nullptr || rate->unit != "B/s" || !(rate->value > 0)) {
        throw base::Error(file, "has no net_rate in B/s, which turns traffic into time; "
                                "proxima nodes calibrate measures it");
    }
    return rate->value;
}

// Moments of the node's samples, in seconds since the start of the run.
std::vector<double> edges_of(const NodeView& one, double start, std::size_t most) {
    std::vector<double> moments;
    for (const auto& stretch : one.stretches) {
        moments.insert(moments.end(), stretch.moments.begin(), stretch.moments.end());
    }
    std::sort(moments.begin(), moments.end());
    const auto step = moments.size() / most + 1;
    std::vector<double> edges;
    for (std::size_t i = 0; i < moments.size(); i += step) {
        edges.push_back(moments[i] - start);
    }
    return edges;
}

std::vector<double> united(const std::vector<std::vector<double>>& edges) {
    std::vector<double> moments;
    for (const auto& some : edges) {
        moments.insert(moments.end(), some.begin(), some.end());
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
}

// The start of the run on the time axis of the nodes, and how wrong times of the run may be there,
// in seconds.
struct RunStart {
    double seconds = 0;
    double bound = 0;
    bool is_another_clock = false;
};

// The real times of samples on the host of the run, and how much later each is than the axis. The
// process keeps the same time, so the samples show how far it moves on the axis during the run.
class HostClock {
public:
    HostClock(const node::GlobalView& view, const std::string& host) {
        for (const auto& one : view.nodes) {
            for (const auto& stretch : one.stretches) {
                if (one.name == host || (stretch.is_on_masters_host && view.host == host)) {
                    add(stretch);
                }
            }
        }
    }

    bool is_known() const { return !later_.empty(); }

    RunStart start(double real, double duration) const {
        const auto first = nearest(real), last = nearest(real + duration);
        const double far =
            std::max(std::abs(first->first - real), std::abs(last->first - real - duration));
        double apart = 0;
        for (auto one = first; one != std::next(last); ++one) {
            apart = std::max(apart, std::abs(one->second - first->second));
        }
        return {real - first->second, node::ClockModel::most_drift * far + apart, false};
    }

private:
    using Later = std::map<double, double>;

    void add(const node::Stretch& stretch) {
        for (std::size_t i = 0; i < stretch.moments.size(); ++i) {
            if (!std::isnan(stretch.real_moments[i])) {
                later_[stretch.real_moments[i]] = stretch.real_moments[i] - stretch.moments[i];
            }
        }
    }

    Later::const_iterator nearest(double real) const {
        const auto after = later_.lower_bound(real);
        if (after == later_.begin()) {
            return after;
        }
        const auto before = std::prev(after);
        return after == later_.end() || real - before->first < after->first - real ? before : after;
    }

    Later later_;
};

// Without samples on the host of the run, the master's real time at its start tells, from which its
// clock runs freely.
RunStart start_of(const rundir::RunInfo& info, const node::GlobalView& view, double run_s) {
    // Subtracts unsigned, because a damaged run.json may state any moment.
    const auto later =
        static_cast<std::uint64_t>(info.clock.start.realtime_ns) - view.start_real_ns;
    const double real = static_cast<double>(static_cast<std::int64_t>(later)) / 1e9;
    const HostClock host(view, info.host);
    return host.is_known() ? host.start(real, std::max(run_s, 0.0))
                           : RunStart{real, node::ClockModel::most_drift * std::abs(real + run_s),
                                      view.host != info.host};
}

std::vector<std::string> method_names(const rundir::CallGraph& graph) {
    std::vector<std::string> names;
    for (const auto component : rundir::MethodNumbers(graph).components) {
        names.push_back(graph.components[component].name);
    }
    return names;
}

void describe_nodes(const NodesUse& use, ResourcePart& part) {
    std::set<std::string> watched;
    for (const auto* one : use.nodes()) {
        part.nodes.push_back(one->name);
        watched.insert(one->info().watched);
        for (const auto& stretch : one->stretches) {
            part.clock_bound_us = std::max(part.clock_bound_us, stretch.clock_bound * us_per_s);
        }
    }
    part.watched = base::joined(watched);
}

// Share of the measured time of the whole run.
double covered_share(const std::vector<MethodResources>& methods, const profile::OwnTimes& own) {
    const double measured = std::accumulate(own.total.begin(), own.total.end(), 0.0);
    double covered = 0;
    for (std::size_t i = 0; i + 1 < methods.size(); ++i) {
        covered += methods[i].own_us / us_per_s;
    }
    return measured > 0 ? std::min(covered / measured, 1.0) : 0;
}

} // namespace

ResourcePart load_resources(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                            const rundir::RunInfo& info, const node::GlobalView& view,
                            const NodeSamples& samples, rundir::ReadOutcome& outcome,
                            const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    if (info.clock.start.realtime_ns == 0) {
        throw base::Error(run.run_file(), "does not tell when the run began; samples of nodes "
                                          "cannot be brought to its time");
    }
    const double net_rate = samples.platform.empty() ? 0 : rate_of_network(samples.platform);
    const NodesUse use(nodes_of(view, samples.file), net_rate);
    const auto [start, start_bound, is_another_clock] =
        start_of(info, view, info.duration_us / us_per_s);
    std::vector<std::vector<double>> edges;
    for (const auto* one : use.nodes()) {
        edges.push_back(edges_of(*one, start, most_intervals / use.nodes().size() + 1));
    }
    const auto moments = united(edges);
    if (moments.size() < 2) {
        throw base::Error(samples.file, "has no two samples of " + use.nodes().front()->name);
    }
    rundir::ReadOutcome of_records;
    const auto own = profile::read_own_times(run, graph, moments, of_records, progress);
    outcome.problems.insert(outcome.problems.end(), of_records.problems.begin(),
                            of_records.problems.end());
    if (of_records.records == 0) {
        throw base::Error(run.records_directory(),
                          "holds no records: " + rundir::why_no_records(run));
    }
    const double run_end = std::max(info.duration_us / us_per_s, own.run_end);
    Blame blame(use, own, moments, edges, start, run_end);

    ResourcePart part;
    part.intervals = blame.intervals();
    if (part.intervals == 0) {
        throw base::Error(samples.file, "has no two samples within the run: they were taken " +
                                            base::human_seconds(moments.front()) + " to " +
                                            base::human_seconds(moments.back()) +
                                            " after its start, and it took " +
                                            base::human_seconds(run_end));
    }
    describe_nodes(use, part);
    part.clock_bound_us += start_bound * us_per_s;
    part.is_another_clock = is_another_clock;
    part.interval_us = blame.seconds() / static_cast<double>(part.intervals) * us_per_s;
    part.without_record = of_records.invocations > of_records.records
                              ? of_records.invocations - of_records.records
                              : 0;
    part.knows_communication = own.knows_communication();
    part.methods = blame.methods(method_names(graph), info.ranks);
    part.covered = covered_share(part.methods, own);
    return part;
}

} // namespace proxima::resources
