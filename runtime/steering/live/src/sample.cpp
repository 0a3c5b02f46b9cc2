#include <proxima/live/sample.hpp>

#include <algorithm>

namespace proxima::live {
namespace {

double rest(double now, double before) {
    return std::max(0.0, now - before);
}

Activities since(Activities now, const Activities& before) {
    for (auto& [name, activity] : now) {
        if (const auto known = before.find(name); known != before.end()) {
            activity = activity - known->second;
        }
    }
    return now;
}

std::string name_of(const rundir::CallSite& component) {
    const auto& binding = component.binding;
    return binding->empty() ? component.name
                            : binding->user + "." + binding->uses_port + " -> " + component.name;
}

// True if no caller of `node` is of the same component.
bool is_outermost(const rundir::CallGraph& graph, std::size_t node) {
    for (auto around = graph.nodes[node].parent; around != rundir::Node::no_parent;
         around = graph.nodes[around].parent) {
        if (graph.nodes[around].component == graph.nodes[node].component) {
            return false;
        }
    }
    return true;
}

} // namespace

double LiveActivity::imbalance(std::uint64_t ranks) const {
    double sum = 0;
    double most = 0;
    for (const auto& [rank, us] : computed_us) {
        sum += us;
        most = std::max(most, us);
    }
    return sum > 0 && ranks > 1 ? most / (sum / static_cast<double>(ranks)) - 1 : 0;
}

LiveActivity& LiveActivity::operator+=(const LiveActivity& more) {
    calls += more.calls;
    sum_us += more.sum_us;
    inclusive_us += more.inclusive_us;
    exclusive_us += more.exclusive_us;
    communication_us += more.communication_us;
    for (const auto& [rank, us] : more.computed_us) {
        computed_us[rank] += us;
    }
    of_expected = std::max(of_expected, more.of_expected);
    threads = std::max(threads, more.threads);
    return *this;
}

LiveActivity LiveActivity::operator-(const LiveActivity& before) const {
    LiveActivity later{calls - std::min(calls, before.calls),
                       rest(sum_us, before.sum_us),
                       rest(inclusive_us, before.inclusive_us),
                       rest(exclusive_us, before.exclusive_us),
                       rest(communication_us, before.communication_us),
                       computed_us,
                       threads,
                       of_expected};
    for (auto& [rank, us] : later.computed_us) {
        const auto known = before.computed_us.find(rank);
        us = rest(us, known == before.computed_us.end() ? 0 : known->second);
    }
    return later;
}

LiveSample LiveSample::operator-(const LiveSample& before) const {
    LiveSample later = *this;
    later.elapsed_us = rest(elapsed_us, before.elapsed_us);
    later.methods = since(std::move(later.methods), before.methods);
    later.routines = since(std::move(later.routines), before.routines);
    return later;
}

double LiveSample::needed_us() const {
    constexpr double calls = 5;
    constexpr double least_share = 0.01;
    double needed = 0;
    for (const auto& [name, activity] : methods) {
        if (share(activity.inclusive_us, activity.threads) > least_share) {
            needed = std::max(needed, calls * activity.mean_us());
        }
    }
    return needed;
}

double LiveSample::share(double part_us, std::uint64_t of) const {
    double whole_us = elapsed_us * static_cast<double>(std::max({of, ranks, std::uint64_t{1}}));
    if (whole_us == 0) { // duration unknown: shares are of measured time
        for (const auto& [name, activity] : methods) {
            whole_us += activity.exclusive_us;
        }
    }
    return whole_us > 0 ? std::min(part_us / whole_us, 1.0) : 0;
}

Activities methods_of(const rundir::CallGraph& graph) {
    Activities methods;
    const bool has_ranks = !graph.rows.empty();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& times = graph.nodes[i].statistics;
        auto& activity = methods[name_of(graph.component(graph.nodes[i]))];
        activity.calls += times.calls;
        activity.sum_us += times.mean_us * static_cast<double>(times.calls);
        activity.exclusive_us += times.exclusive_us;
        activity.threads = std::max(activity.threads, times.threads.threads);
        if (is_outermost(graph, i)) {
            activity.inclusive_us += times.inclusive_us;
            activity.communication_us += times.communication_us;
        }
    }
    for (std::size_t i = 0; has_ranks && i < graph.rows.size(); ++i) {
        const auto& row = graph.rows[i];
        if (const auto rank = graph.parts[row.part].rank;
            rank != rundir::RunPart::other_ranks && is_outermost(graph, row.node)) {
            methods[name_of(graph.component(graph.nodes[row.node]))].computed_us[rank] +=
                row.statistics.computation_us;
        }
    }
    return methods;
}

} // namespace proxima::live
