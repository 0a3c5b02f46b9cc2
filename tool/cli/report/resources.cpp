#include "report/resources.hpp"

#include "report/flat_profile.hpp"
#include "report/node_use.hpp"
#include "report/own_times.hpp"
#include "shared/load_run.hpp"
#include "text/units.hpp"

#include <proxima/base/error.hpp>
#include <proxima/node/global_view.hpp>
#include <proxima/platform/documents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace proxima::cli {
namespace {

using node::NodeView;
using platform::Used;

/// Longer runs have longer intervals.
constexpr std::size_t most_intervals = 4096;
/// The others are shown as one.
constexpr std::size_t most_components = 48;
constexpr double us_per_s = 1e6;

std::vector<const NodeView*> chosen(const node::GlobalView& view,
                                    const ResourceQuestion& question) {
    std::vector<const NodeView*> nodes;
    std::string known;
    for (const auto& one : view.nodes) {
        known += (known.empty() ? "" : ", ") + one.name;
        if (question.names.empty()) {
            nodes.push_back(&one);
        }
    }
    for (const auto& name : question.names) {
        const auto found = std::find_if(view.nodes.begin(), view.nodes.end(),
                                        [&](const NodeView& one) { return one.name == name; });
        if (found == view.nodes.end()) {
            throw base::Error(question.nodes, "has no node `" + name + "`; it has " + known);
        }
        nodes.push_back(&*found);
    }
    if (nodes.empty()) {
        throw base::Error(question.nodes, "has no samples");
    }
    return nodes;
}

double rate_of_network(const std::string& file) {
    const auto platform = platform::read_platform(file);
    const auto* rate = platform.find("net_rate");
    if (rate == nullptr || rate->unit != "B/s" || !(rate->value > 0)) {
        throw base::Error(file, "has no net_rate in B/s, which turns traffic into time; "
                                "proxima node calibrate measures it");
    }
    return rate->value;
}

/// Moments of samples, in seconds since the start of the run.
std::vector<double> edges_of(const NodeView& one, double start) {
    std::vector<double> moments;
    for (const auto& stretch : one.stretches) {
        moments.insert(moments.end(), stretch.moments.begin(), stretch.moments.end());
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    const auto step = moments.size() / most_intervals + 1;
    std::vector<double> edges;
    for (std::size_t i = 0; i < moments.size(); i += step) {
        edges.push_back(moments[i] - start);
    }
    return edges;
}

/// Where an interval lies. Those that contain the begin or the end of the run are left out.
enum class Place { in_run, beside, across };

class Blame {
public:
    Blame(const rundir::RunInfo& info, const NodesUse& use, std::vector<double> edges, double start,
          OwnTimes own, double run_end)
        : info_(info), use_(use), edges_(std::move(edges)), start_(start), own_(std::move(own)) {
        for (std::size_t i = 0; i + 1 < edges_.size(); ++i) {
            const bool beside = edges_[i + 1] <= 0 || edges_[i] >= run_end;
            const bool in_run = edges_[i] >= 0 && edges_[i + 1] <= run_end;
            places_.push_back(in_run ? Place::in_run : beside ? Place::beside : Place::across);
        }
    }

    std::size_t count(Place place) const {
        return static_cast<std::size_t>(std::count(places_.begin(), places_.end(), place));
    }
    bool has_background() const {
        constexpr std::size_t telling = 5;
        return count(Place::beside) >= telling;
    }
    double seconds() const {
        double sum = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            sum += places_[i] == Place::in_run ? length(i) : 0;
        }
        return sum;
    }

    /// Share of the nodes' processors, while the run went on.
    double busy() const {
        double sum = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            if (places_[i] == Place::in_run) {
                sum += length(i) * use_.busy_share(edges_[i] + start_, edges_[i + 1] + start_);
            }
        }
        return sum / seconds();
    }

    /// In the order of components().
    std::vector<MethodResources> methods(const std::vector<std::string>& names,
                                         bool knows_communication, bool knows_rate) {
        choose(names);
        add_outside();
        for (const auto resource :
             {Resource::processor, Resource::disk, Resource::network, Resource::taken_away}) {
            if (resource != Resource::network) {
                estimate(resource);
            } else if (knows_communication) {
                take_communication();
            } else if (knows_rate) {
                estimate(resource);
            }
        }
        return std::move(made_);
    }

private:
    double length(std::size_t interval) const { return edges_[interval + 1] - edges_[interval]; }

    /// The time of those methods that take most, and of all others together.
    void choose(const std::vector<std::string>& names) {
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < own_.in_intervals.size(); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < places_.size(); ++k) {
                sum += places_[k] == Place::in_run ? own_.in_intervals[i][k] : 0;
            }
            if (sum > 0) {
                order.emplace_back(sum, i);
            }
        }
        std::sort(order.rbegin(), order.rend());
        for (const auto& [seconds, method] : order) {
            if (made_.size() < most_components) {
                made_.push_back({names[method], 0});
                times_.emplace_back(places_.size());
                of_methods_.emplace_back();
            } else {
                made_.back().name = plural(order.size() - most_components + 1, "other method");
            }
            of_methods_.back().push_back(method);
            made_.back().own_us += seconds * us_per_s;
            for (std::size_t k = 0; k < places_.size(); ++k) {
                times_.back()[k] += own_.in_intervals[method][k];
            }
        }
    }

    /// Assumes one thread in each rank where less is measured.
    void add_outside() {
        std::vector<double> outside(places_.size());
        double sum = 0;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            if (places_[k] == Place::in_run) {
                double measured = 0;
                for (const auto& times : times_) {
                    measured += times[k];
                }
                outside[k] = std::max(length(k) * static_cast<double>(info_.ranks) - measured, 0.0);
                sum += outside[k];
            }
        }
        made_.push_back({"outside of measured calls", sum * us_per_s});
        times_.push_back(std::move(outside));
    }

    /// The use of whole nodes includes a part that does not depend on the run.
    void estimate(Resource resource) {
        const bool of_nodes = !use_.is_watched() || resource == Resource::network;
        const bool with_background = of_nodes && has_background();
        platform::Activity activity{times_.size() + (with_background ? 1 : 0), {}};
        std::vector<Used> used;
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const bool counts =
                places_[k] == Place::in_run || (places_[k] == Place::beside && with_background);
            const auto more = counts
                                  ? use_.used(resource, edges_[k] + start_, edges_[k + 1] + start_)
                                  : std::nullopt;
            if (!more) {
                continue;
            }
            used.push_back(*more);
            for (const auto& times : times_) {
                activity.seconds.push_back(places_[k] == Place::in_run ? times[k] : 0);
            }
            if (with_background) {
                activity.seconds.push_back(length(k));
            }
        }
        if (used.empty()) {
            return;
        }
        const auto shares = platform::shares_of_time(activity, used);
        for (std::size_t i = 0; i < made_.size(); ++i) {
            made_[i].shares[static_cast<std::size_t>(resource)] = shares[i];
        }
    }

    /// Exact, and of the whole run.
    void take_communication() {
        for (std::size_t i = 0; i < made_.size(); ++i) {
            double communication = 0;
            double total = 0;
            for (const auto method :
                 i < of_methods_.size() ? of_methods_[i] : std::vector<std::size_t>()) {
                communication += own_.communication[method];
                total += own_.total[method];
            }
            const double share = total > 0 ? std::clamp(communication / total, 0.0, 1.0) : 0;
            if (i < of_methods_.size()) {
                made_[i].shares[static_cast<std::size_t>(Resource::network)] =
                    platform::Estimate{share, model::Range{share, share}};
            }
        }
    }

    const rundir::RunInfo& info_;
    const NodesUse& use_;
    std::vector<double> edges_;
    double start_; ///< of the run, on the axis of the nodes
    OwnTimes own_;
    std::vector<Place> places_;
    std::vector<MethodResources> made_;
    std::vector<std::vector<double>> times_;           ///< of these, in intervals
    std::vector<std::vector<std::size_t>> of_methods_; ///< which methods each is of
};

void describe_sources(const NodesUse& use, bool knows_communication, ResourcePart& part) {
    const bool watched = use.is_watched();
    part.sources = {
        watched ? "user and system time of the processes watched"
                : "user and system time of the nodes",
        watched
            ? "time in which disks were busy, or by pressure something waited for them, as far as "
              "the processes watched moved the bytes"
            : "time in which disks were busy, or by pressure something waited for them",
        knows_communication ? "communication, as MPI was measured" : "traffic at net_rate",
        watched ? "waiting for a processor, and their part of what a hypervisor took"
                : "waiting for a processor, and what a hypervisor took"};
}

} // namespace

double MethodResources::rest() const {
    double rest = 1;
    for (const auto& share : shares) {
        rest -= share ? share->value : 0;
    }
    return rest;
}

double MethodResources::error() const {
    double most = 0;
    for (const auto& share : shares) {
        if (share && share->interval) {
            most = std::max(
                {most, share->interval->max - share->value, share->value - share->interval->min});
        }
    }
    return most;
}

ResourcePart load_resources(const rundir::RunDirectory& run, const rundir::CallGraph& graph,
                            const rundir::RunInfo& info, const ResourceQuestion& question,
                            rundir::ReadOutcome& outcome) {
    require_records(run);
    if (info.clock.start.realtime_ns == 0) {
        throw base::Error(run.run_file(), "does not tell when the run began; samples of nodes "
                                          "cannot be brought to its time");
    }
    const double net_rate = question.platform.empty() ? 0 : rate_of_network(question.platform);
    const auto view = node::read_view(question.nodes);
    outcome.problems = view.problems;
    const NodesUse use(chosen(view, question), net_rate);
    // Without a sign, because a damaged run.json may have any moment.
    const auto later =
        static_cast<std::uint64_t>(info.clock.start.realtime_ns) - view.start_real_ns;
    const double start = static_cast<double>(static_cast<std::int64_t>(later)) / 1e9;
    const auto edges = edges_of(*use.nodes().front(), start);
    if (edges.size() < 2) {
        throw base::Error(question.nodes, "has no two samples of " + use.nodes().front()->name);
    }
    rundir::ReadOutcome of_records;
    auto own = read_own_times(run, graph, edges, of_records);
    outcome.problems.insert(outcome.problems.end(), of_records.problems.begin(),
                            of_records.problems.end());
    if (of_records.records == 0) {
        throw base::Error(run.records_directory(), "holds no records: " + why_no_records(run));
    }
    const double run_end = std::max(info.duration_us / us_per_s, own.run_end);
    const double measured = std::accumulate(own.total.begin(), own.total.end(), 0.0);
    const bool knows_communication = std::any_of(own.communication.begin(), own.communication.end(),
                                                 [](double seconds) { return seconds > 0; });

    ResourcePart part;
    part.without_record = of_records.invocations > of_records.records
                              ? of_records.invocations - of_records.records
                              : 0;
    Blame blame(info, use, edges, start, std::move(own), run_end);
    part.intervals = blame.count(Place::in_run);
    if (part.intervals == 0) {
        throw base::Error(
            question.nodes,
            fmt::format("has no two samples within the run: they were taken {} to {} after its "
                        "start, and it took {}",
                        human_seconds(edges.front()), human_seconds(edges.back()),
                        human_seconds(run_end)));
    }
    for (const auto* one : use.nodes()) {
        part.nodes.push_back(one->name);
        for (const auto& stretch : one->stretches) {
            part.clock_bound_us = std::max(part.clock_bound_us, stretch.clock_bound * us_per_s);
        }
    }
    // The real time of the run is set by others; the master's goes on by itself from its start.
    part.clock_bound_us += node::ClockModel::most_drift * std::abs(start + run_end) * us_per_s;
    part.is_another_clock = view.host != info.host;
    part.watched = use.is_watched() ? use.nodes().front()->info().watched : "";
    part.interval_us = blame.seconds() / static_cast<double>(part.intervals) * us_per_s;
    part.has_background = blame.has_background();
    part.busy = blame.busy();
    describe_sources(use, knows_communication, part);

    std::vector<std::string> names;
    const auto numbers = methods_of_components(graph);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        names.resize(std::max(names.size(), numbers[i] + 1));
        names[numbers[i]] = graph.components[i].name;
    }
    part.methods = blame.methods(names, knows_communication, net_rate > 0);
    double covered_us = 0;
    for (std::size_t i = 0; i + 1 < part.methods.size(); ++i) {
        covered_us += part.methods[i].own_us;
    }
    part.covered = measured > 0 ? std::min(covered_us / us_per_s / measured, 1.0) : 0;
    return part;
}

} // namespace proxima::cli
