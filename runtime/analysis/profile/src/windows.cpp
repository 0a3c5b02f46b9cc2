#include "windows.hpp"

#include <proxima/profile/rank_spread.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::profile {
namespace {

constexpr double sure = 3; // standard deviations

// Gains by the member that is late.
struct Gains {
    std::vector<double> of_members;
    double all = 0;
    double of_squares = 0;

    explicit Gains(std::size_t members) : of_members(members) {}

    void add(std::size_t member, double gain) {
        of_members[member] += gain;
        all += gain;
        of_squares += gain * gain;
    }

    // A member that is late by chance has its part of the windows, each weighted by its gain.
    bool is_chance(std::size_t member) const {
        const double part = 1 / static_cast<double>(of_members.size());
        const double windows = all * all / of_squares;
        return of_members[member] / all - part < sure * std::sqrt(part * (1 - part) / windows);
    }
};

std::size_t last_in(const std::vector<const Work*>& work, std::size_t window) {
    std::size_t last = 0;
    for (std::size_t member = 1; member < work.size(); ++member) {
        last = (*work[member])[window] > (*work[last])[window] ? member : last;
    }
    return last;
}

Late late_one(std::size_t late, double gain, const std::vector<Member>& members,
              const std::vector<const Work*>& work) {
    std::vector<double> waits(members.size());
    for (std::size_t window = 0; window < work.front()->size(); ++window) {
        if (last_in(work, window) == late) {
            for (std::size_t member = 0; member < members.size(); ++member) {
                waits[member] += (*work[late])[window] - (*work[member])[window];
            }
        }
    }
    const auto most = std::max_element(waits.begin(), waits.end());
    return {members[late], gain, members[static_cast<std::size_t>(most - waits.begin())], *most};
}

// True if all ranks with rows of their own call the node equally often, more than once, on one
// thread each.
bool is_repeated(const rundir::CallGraph& graph, std::size_t node, std::uint64_t ranks,
                 const std::vector<std::vector<std::uint64_t>>& calls_of_parts) {
    const auto& statistics = graph.nodes[node].statistics;
    const auto& calls = calls_of_parts[node];
    const auto parts = std::max<std::size_t>(graph.parts.size(), 1);
    return statistics.threads.threads <= ranks && calls.size() == parts && calls.front() > 1 &&
           std::all_of(calls.begin(), calls.end(), [&](auto of) { return of == calls.front(); });
}

} // namespace

const Windows& Balance::most() const {
    return *std::max_element(
        windows.begin(), windows.end(),
        [](const auto& left, const auto& right) { return left.gain_us < right.gain_us; });
}

Windows compare(WindowKind kind, const std::vector<Member>& members,
                const std::vector<const Work*>& work) {
    Gains gains(members.size());
    const auto count = work.front()->size();
    for (std::size_t window = 0; window < count; ++window) {
        double sum = 0;
        for (const auto* of : work) {
            sum += (*of)[window];
        }
        const auto last = last_in(work, window);
        gains.add(last, (*work[last])[window] - sum / static_cast<double>(members.size()));
    }
    Windows windows;
    windows.kind = kind;
    windows.count = count;
    windows.gain_us = gains.all;
    const auto most = std::max_element(gains.of_members.begin(), gains.of_members.end());
    const auto late = static_cast<std::size_t>(most - gains.of_members.begin());
    if (gains.all > 0 && !gains.is_chance(late)) {
        windows.late = late_one(late, *most, members, work);
    }
    return windows;
}

std::size_t choose_step(const rundir::CallGraph& graph) {
    std::vector<std::vector<std::uint64_t>> calls(graph.nodes.size());
    for (const auto& row : graph.rows) {
        if (graph.parts[row.part].rank != rundir::RunPart::other_ranks) {
            calls[row.node].push_back(row.statistics.calls);
        } else {
            const auto others = graph.others.empty() ? 1 : graph.others[row.node].ranks;
            calls[row.node].push_back(row.statistics.calls / std::max<std::uint64_t>(others, 1));
        }
    }
    for (std::size_t node = 0; graph.rows.empty() && node < calls.size(); ++node) {
        calls[node].push_back(graph.nodes[node].statistics.calls);
    }
    const auto ranks = std::max<std::uint64_t>(ranks_of(graph), 1);
    auto chosen = rundir::Node::no_parent;
    for (std::size_t node = 0; node < graph.nodes.size();) {
        const bool is_step = is_repeated(graph, node, ranks, calls);
        if (is_step && (chosen == rundir::Node::no_parent ||
                        graph.nodes[node].statistics.inclusive_us >
                            graph.nodes[chosen].statistics.inclusive_us)) {
            chosen = node;
        }
        node = is_step ? graph.nodes[node].subtree_end : node + 1;
    }
    return chosen;
}

} // namespace proxima::profile
