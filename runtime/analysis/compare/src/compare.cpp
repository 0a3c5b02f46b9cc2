#include <proxima/base/histogram.hpp>
#include <proxima/compare/compare.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

namespace proxima::compare {
namespace {

using rundir::CallGraph;
using rundir::Node;

// The times of a node on one side.
struct Measured {
    SideSample inclusive, own;
    std::map<std::int64_t, double> ranks; // inclusive time of each rank
    double calls = 0;                     // sum over runs
};

// Identifies a node by its caller, instance, port and method.
using Key = std::tuple<std::size_t, std::string, std::string, std::string>;

// Returns the relative deviation of a node's time that the scatter of its invocations suggests.
double deviation_of_invocations(const rundir::Statistics& times) {
    return times.inclusive_us > 0
               ? std::hypot(std::sqrt(static_cast<double>(times.calls)) * times.stddev_us,
                            times.error_us) /
                     times.inclusive_us
               : 0;
}

// Returns the relative deviation of the time of all ranks that their unequal changes suggest. A
// load that is unequal in the same way in both runs adds no uncertainty.
double deviation_of_ranks(const std::map<std::int64_t, double>& base,
                          const std::map<std::int64_t, double>& now) {
    base::Moments changes;
    double sum = 0;
    for (const auto& [rank, time] : base) {
        const auto same = now.find(rank);
        if (same != now.end()) {
            changes.add(same->second - time);
            sum += (same->second + time) / 2;
        }
    }
    return sum > 0 ? std::sqrt(changes.variance() * static_cast<double>(changes.count)) / sum : 0;
}

// Index of the counter of processor time in a graph, or none: wall time counts.
std::optional<std::size_t> counter_of(const CallGraph& graph, Basis basis) {
    for (std::size_t i = 0; i < graph.counters.size(); ++i) {
        if (basis == Basis::processor_time && graph.counters[i].name == "THREAD_CPU_TIME") {
            return i;
        }
    }
    return std::nullopt;
}

class Matching {
public:
    explicit Matching(const Comparability& how) : how_(how) {}

    void add(const CallGraph& graph, bool is_base, std::size_t run) {
        const auto counter = counter_of(graph, how_.basis);
        std::vector<std::size_t> numbers(graph.nodes.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const auto& node = graph.nodes[i];
            const auto caller =
                node.parent == Node::no_parent ? NodeChange::no_parent : numbers[node.parent];
            numbers[i] = number_of(graph.component(node), caller);
            auto times = node.statistics;
            if (counter) {
                times.inclusive_us = times.counted[*counter].inclusive;
                times.exclusive_us = times.counted[*counter].exclusive;
            }
            add(numbers[i], times, is_base, run);
        }
        for (const auto& row : graph.rows) {
            auto& sides = sides_[numbers[row.node]];
            auto& side = is_base ? sides.first : sides.second;
            side.ranks[graph.parts[row.part].rank] += row.statistics.inclusive_us;
        }
    }

    std::vector<NodeChange> take() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            auto& node = nodes_[i];
            auto& [base, now] = sides_[i];
            const double of_ranks = deviation_of_ranks(base.ranks, now.ranks) / std::numbers::sqrt2;
            for (auto* sample : {&base.inclusive, &base.own, &now.inclusive, &now.own}) {
                sample->within = std::max(sample->within, of_ranks);
                sample->common = how_.common;
            }
            finish(base, node.runs_of_base, node.calls_of_base);
            finish(now, node.runs_of_now, node.calls_of_now);
            node.inclusive = change_between(base.inclusive, now.inclusive, how_.are_alternated);
            node.own = change_between(base.own, now.own, how_.are_alternated);
        }
        return std::move(nodes_);
    }

private:
    std::size_t number_of(const rundir::CallSite& component, std::size_t caller) {
        const auto [known, is_new] =
            numbers_.emplace(Key{caller, component.instance, component.port,
                                 component.name + '\0' + component.signature},
                             nodes_.size());
        if (is_new) {
            NodeChange node;
            node.name = component.name;
            node.instance = component.instance;
            node.port = component.port;
            node.method = component.method;
            node.parent = caller;
            nodes_.push_back(std::move(node));
            sides_.emplace_back();
        }
        return known->second;
    }

    // Adds a node's times; nodes that differ only in their connections are one.
    void add(std::size_t number, const rundir::Statistics& times, bool is_base, std::size_t run) {
        auto& side = is_base ? sides_[number].first : sides_[number].second;
        side.inclusive.values.resize(run + 1);
        side.own.values.resize(run + 1);
        side.inclusive.values[run] += times.inclusive_us;
        side.own.values[run] += times.exclusive_us;
        side.inclusive.within = side.own.within = deviation_of_invocations(times);
        side.calls += static_cast<double>(times.calls);
    }

    // Removes runs without the node.
    static void finish(Measured& side, std::size_t& runs, double& calls) {
        std::vector<double> inclusive, own;
        for (std::size_t run = 0; run < side.inclusive.values.size(); ++run) {
            if (side.inclusive.values[run] > 0) {
                inclusive.push_back(side.inclusive.values[run]);
                own.push_back(side.own.values[run]);
            }
        }
        side.inclusive.values = std::move(inclusive);
        side.own.values = std::move(own);
        runs = side.inclusive.values.size();
        calls = runs == 0 ? 0 : side.calls / static_cast<double>(runs);
    }

    const Comparability& how_;
    std::map<Key, std::size_t> numbers_;
    std::vector<NodeChange> nodes_;
    std::vector<std::pair<Measured, Measured>> sides_; // base and now of each node
};

SideSample wholes(const std::vector<RunTimes>& runs, const Comparability& how) {
    SideSample sample;
    for (const auto& run : runs) {
        sample.values.push_back(how.basis == Basis::duration         ? run.info->duration_us
                                : how.basis == Basis::processor_time ? run.info->cpu_us
                                                                     : run.graph.total_us());
    }
    sample.common = how.common;
    return sample;
}

double mean_total_us(const std::vector<RunTimes>& runs, Basis basis) {
    double sum = 0;
    for (const auto& run : runs) {
        const double all = basis == Basis::processor_time ? run.info->cpu_us : run.graph.total_us();
        sum += all / static_cast<double>(runs.size());
    }
    return sum;
}

// A test: the tested time and its change.
using Test = std::pair<Excess, const Change*>;

std::vector<Test> tests_of(const Comparison& comparison) {
    std::vector<Test> tests{{Excess{}, &comparison.whole}};
    for (std::size_t i = 0; i < comparison.nodes.size(); ++i) {
        const auto& node = comparison.nodes[i];
        if (node.tests_own) {
            tests.push_back({Excess{i, true, 1}, &node.own});
        }
        if (node.tests_inclusive) {
            tests.push_back({Excess{i, false, 1}, &node.inclusive});
        }
    }
    return tests;
}

// Chooses the times to test: a node's own, and its inclusive one if the two differ.
void choose_tests(Comparison& comparison, double base_us, double now_us) {
    const auto matters = [&](const Change& change) {
        return change.is_known &&
               (change.base >= least_share * base_us || change.now >= least_share * now_us);
    };
    for (auto& node : comparison.nodes) {
        node.tests_own = matters(node.own);
        const bool is_leaf = std::fabs(node.inclusive.now - node.own.now) <= 1e-9 * node.own.now &&
                             std::fabs(node.inclusive.base - node.own.base) <= 1e-9 * node.own.base;
        node.tests_inclusive = !is_leaf && matters(node.inclusive);
    }
}

} // namespace

Comparison compare(const std::vector<RunTimes>& base, const std::vector<RunTimes>& now) {
    Comparison comparison;
    const auto how = comparability(base, now);
    comparison.obstacles = how.obstacles;
    comparison.basis = how.basis;
    comparison.one_run_each = base.size() == 1 && now.size() == 1;
    comparison.whole = change_between(wholes(base, how), wholes(now, how), how.are_alternated);
    Matching matching(how);
    for (std::size_t run = 0; run < base.size(); ++run) {
        matching.add(base[run].graph, true, run);
    }
    for (std::size_t run = 0; run < now.size(); ++run) {
        matching.add(now[run].graph, false, run);
    }
    comparison.nodes = matching.take();
    choose_tests(comparison, mean_total_us(base, how.basis), mean_total_us(now, how.basis));
    const auto tests = tests_of(comparison);
    std::vector<double> probabilities;
    for (const auto& [where, change] : tests) {
        probabilities.push_back(comparison.obstacles.empty() ? change->p : 1);
    }
    holm(probabilities);
    comparison.tests = tests.size();
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const auto& where = tests[i].first;
        auto& change = where.node == NodeChange::no_parent ? comparison.whole
                       : where.is_own                      ? comparison.nodes[where.node].own
                                                           : comparison.nodes[where.node].inclusive;
        change.p = probabilities[i];
    }
    return comparison;
}

std::vector<Excess> excesses(const Comparison& comparison, double share) {
    if (!comparison.obstacles.empty()) {
        return {};
    }
    const auto tests = tests_of(comparison);
    std::vector<double> probabilities;
    for (const auto& [where, change] : tests) {
        probabilities.push_back(change->p_above(1 + share));
    }
    holm(probabilities);
    std::vector<Excess> found;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (probabilities[i] < significant) {
            found.push_back(tests[i].first);
            found.back().p = probabilities[i];
        }
    }
    return found;
}

} // namespace proxima::compare
