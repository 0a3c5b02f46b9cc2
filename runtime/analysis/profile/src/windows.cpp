#include "windows.hpp"

#include <proxima/profile/rank_spread.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::profile {
namespace {

constexpr double sure = 3;           // standard deviations
constexpr double enough_windows = 5; // in which a member is late

// Gains of the windows in which a member is late, and what chance would give it.
struct Gains {
    double gain = 0;
    double squares = 0;
    double expected = 0;
    double variance = 0;

    bool is_chance() const {
        return gain * gain < enough_windows * squares ||
               gain - expected < sure * std::sqrt(variance);
    }
};

// The gain of a window: each member that is there is late by chance as often as another.
double add_window(std::vector<Gains>& gains, const std::vector<const Work*>& work,
                  std::size_t window, std::size_t last) {
    double sum = 0;
    double there = 0;
    for (const auto* of : work) {
        sum += std::max((*of)[window], 0.0);
        there += (*of)[window] == absent ? 0 : 1;
    }
    const double gain = there > 0 ? (*work[last])[window] - sum / there : 0;
    for (std::size_t member = 0; member < work.size() && there > 0; ++member) {
        if ((*work[member])[window] != absent) {
            gains[member].expected += gain / there;
            gains[member].variance += gain * gain * (1 - 1 / there) / there;
        }
    }
    gains[last].gain += gain;
    gains[last].squares += gain * gain;
    return gain;
}

std::size_t last_in(const std::vector<const Work*>& work, std::size_t window) {
    std::size_t last = 0;
    for (std::size_t member = 1; member < work.size(); ++member) {
        last = (*work[member])[window] > (*work[last])[window] ? member : last;
    }
    return last;
}

// Who waits for whom.
class Waits {
public:
    explicit Waits(std::size_t members)
        : members_(members), waiting_(members),
          for_(members <= most_members ? members * members : 0) {}

    void add(const std::vector<const Work*>& work, std::size_t window, std::size_t last) {
        if ((*work[last])[window] == absent) {
            return;
        }
        ++waiting_[last].late;
        for (std::size_t member = 0; member < members_; ++member) {
            const double worked = (*work[member])[window];
            const double waits = worked == absent ? 0 : (*work[last])[window] - worked;
            waiting_[last].others_us += waits;
            waiting_[member].waits_us += waits;
            if (!for_.empty()) {
                for_[member * members_ + last] += waits;
            }
        }
    }

    Late late_one(std::size_t late, double gain, const std::vector<Member>& members) const {
        Late made{members[late], gain, {}, 0};
        for (std::size_t member = 0; member < members_ && !for_.empty(); ++member) {
            if (const double waits = for_[member * members_ + late]; waits > made.waits_us) {
                made.waiting = members[member];
                made.waits_us = waits;
            }
        }
        return made;
    }

    std::vector<Waiting> take() {
        for (std::size_t member = 0; member < members_ && !for_.empty(); ++member) {
            const auto first = for_.begin() + static_cast<std::ptrdiff_t>(member * members_);
            const auto longest =
                std::max_element(first, first + static_cast<std::ptrdiff_t>(members_));
            waiting_[member].longest_us = *longest;
            if (*longest > 0) {
                waiting_[member].longest_for = static_cast<std::size_t>(longest - first);
            }
        }
        return std::move(waiting_);
    }

private:
    static constexpr std::size_t most_members = 2048;

    std::size_t members_;
    std::vector<Waiting> waiting_;
    std::vector<double> for_; // by member that waits, then by the late one; empty: too many
};

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
    std::vector<Gains> gains(members.size());
    Windows windows;
    windows.kind = kind;
    windows.count = work.front()->size();
    Waits waits(members.size());
    for (std::size_t window = 0; window < windows.count; ++window) {
        const auto last = last_in(work, window);
        windows.gain_us += add_window(gains, work, window, last);
        waits.add(work, window, last);
    }
    const auto most =
        std::max_element(gains.begin(), gains.end(), [](const auto& left, const auto& right) {
            return left.gain < right.gain;
        });
    if (!most->is_chance()) {
        windows.late =
            waits.late_one(static_cast<std::size_t>(most - gains.begin()), most->gain, members);
    }
    windows.waiting = waits.take();
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
